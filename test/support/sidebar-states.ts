/** States of the sidebar for tests: of a new spreadsheet, and with everything that there may be. */
import type { SidebarState } from '../../src/contract/sidebar-api.js';

const NOW = Date.UTC(2026, 10, 20, 10);

/** Markup, quotes, a script's address, a mark that turns the direction, and far too long. */
export const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'">',
  '"\'><script>document.title="owned"</script>',
  'javascript:document.title="owned"',
  '\u202egnp.exe\u2066 \u0000',
  `${'W'.repeat(10_000)}`,
];

/** Of a new spreadsheet. */
export const EMPTY: SidebarState = {
  userLocale: 'en_US',
  spreadsheetLocale: 'en_US',
  timeZone: 'Europe/Berlin',
  baseUrl: '',
  hasKey: false,
  keyEnding: '',
  formulaKey: 'unknown',
  health: ['no-key'],
  groups: [],
  defaultGroup: '',
  templates: [],
  callbacks: {},
  pushes: [],
  activity: {
    today: 0,
    month: 0,
    budget: 1_000,
    days: [{ day: '2026-11-20', credits: 0 }],
    byCell: [],
    byPerson: [],
    held: [],
    calls: [],
  },
  rules: { dailyBudget: 1_000, freshness: { mode: 'daily', minutes: 60 } },
  budgetPayer: { name: '', mine: true },
  jobs: [],
  hasWebApp: false,
  appearance: 'light',
};

/** With a key and nothing else. */
export const CONNECTED: SidebarState = {
  ...EMPTY,
  baseUrl: 'https://signals.example',
  hasKey: true,
  keyEnding: '4f2a',
  health: [],
};

/** Everything that there may be, by these names. */
export const full = (names: readonly string[]): SidebarState => ({
  ...EMPTY,
  baseUrl: 'https://signals.example',
  hasKey: true,
  keyEnding: '4f2a',
  formulaKey: 'shared',
  health: ['copied-spreadsheet', 'missing-scope', 'view-only', 'key-out-of-sight', 'no-trigger'],
  sharing: {
    owner: names[0]!,
    dailyCap: 200,
    baseUrl: 'https://signals.example',
    keyEnding: '4f2a',
    sharedAt: NOW,
    mine: true,
  },
  groups: names,
  defaultGroup: names[0]!,
  templates: names.map((name) => ({ name, formula: `=EXPANSIONS("${name.replace(/"/g, '""')}")` })),
  callbacks: { [names[0]!]: names.at(-1)! },
  pushes: names.map((group, at) => ({ at, group, days: 1, callbackUrl: group, result: 'unknown' })),
  hasWebApp: true,
  jobs: names.map((name, index) => ({
    id: String(index),
    version: String(index),
    name,
    schedule: { every: 'day', hour: 6, weekdays: [] },
    digest: '',
    sync: {
      formula: '=EXPANSIONS()',
      tab: name,
      newRows: 'top',
      from: '2026-01-01',
      budget: 100,
      log: true,
    },
    owner: name,
    mine: index === 0,
    paused: false,
    givenUp: index === 1,
    lastRun: NOW,
    nextRun: NOW,
    runningFor: '',
    through: '2026-11-19',
    added: 3,
    changed: 1,
    credits: 4,
    allAdded: 120,
    allCredits: 120,
    error: name,
    notice: name,
    unfinished: false,
  })),
  activity: {
    today: 312,
    month: 2_840,
    budget: 1_000,
    balance: 12_000,
    days: [
      { day: '2026-10-28', credits: 640 },
      { day: '2026-11-04', credits: 120 },
      { day: '2026-11-05', credits: 1_000 },
      { day: '2026-11-12', credits: 3 },
      { day: '2026-11-19', credits: 765 },
      { day: '2026-11-20', credits: 312 },
    ],
    byCell: names.map((cell, credits) => ({ cell, credits: credits + 1 })),
    byPerson: names.map((person, credits) => ({ person, credits: credits + 1 })),
    held: names.map((name, since) => ({ token: name, credits: 100, since, job: '', question: name })),
    calls: names.map((name, at) => ({
      at,
      who: name,
      cell: name,
      question: name,
      records: 84,
      fresh: 12,
      credits: 12,
      source: 'delta',
      ms: 840,
    })),
  },
});
