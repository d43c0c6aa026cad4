/** Example states of the sidebar, from a new spreadsheet to one with everything. */
import { dataOf, errors, type SignalsError } from '../../src/addon/errors.js';
import type { JobState } from '../../src/contract/jobs.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';

const NOW = Date.UTC(2026, 10, 20, 10);

/** Hostile texts: markup, quotes, a javascript: address, marks that change the direction, a very long one. */
export const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'">',
  '"\'><script>document.title="owned"</script>',
  'javascript:document.title="owned"',
  '\u202egnp.exe\u2066 \u0000',
  `${'W'.repeat(10_000)}`,
];

/** The state of a new spreadsheet. */
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
  callbacks: {},
  activity: {
    today: 0,
    month: 0,
    days: [{ day: '2026-11-20', credits: 0 }],
    held: [],
    calls: [],
  },
  rules: { dailyBudget: 1_000, monthlyBudget: 0, freshness: { mode: 'daily' } },
  budgetPayer: { name: '', mine: true },
  jobs: [],
  hasWebApp: false,
  appearance: 'light',
};

/** The state with a key and nothing else. */
export const CONNECTED: SidebarState = {
  ...EMPTY,
  baseUrl: 'https://signals.example',
  hasKey: true,
  keyEnding: '4f2a',
  health: [],
};

const MORNING = Date.UTC(2026, 10, 20, 6);

/** The state with everything that can exist, under these names. */
export const full = (names: readonly string[]): SidebarState => ({
  ...EMPTY,
  baseUrl: 'https://signals.example',
  hasKey: true,
  keyEnding: '4f2a',
  formulaKey: 'shared',
  health: ['copied-spreadsheet', 'missing-scope', 'view-only', 'key-out-of-sight', 'no-trigger'],
  sharing: {
    owner: names[0]!,
    // more than today's spending
    dailyCap: 1_000,
    baseUrl: 'https://signals.example',
    keyEnding: '4f2a',
    sharedAt: NOW,
    mine: true,
  },
  groups: names,
  defaultGroup: names[0]!,
  callbacks: { [names[0]!]: names.at(-1)! },
  hasWebApp: true,
  jobs: names.map((name, index) => ({
    id: String(index),
    version: String(index),
    name,
    schedule: { every: 'day', hour: 6, weekdays: [] },
    digest: '',
    sync: { formula: '=EXPANSIONS()', tab: name, newRows: 'top', from: '2026-01-01', budget: 100 },
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
    balance: 12_000,
    days: [
      { day: '2026-10-28', credits: 640 },
      { day: '2026-11-04', credits: 120 },
      { day: '2026-11-05', credits: 1_000 },
      { day: '2026-11-12', credits: 3 },
      { day: '2026-11-19', credits: 765 },
      { day: '2026-11-20', credits: 312 },
    ],
    held: names.map((name, since) => ({ token: name, credits: 100, since, job: '', question: name })),
    calls: names.map((name, index) => ({
      at: MORNING + index,
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

const FULL = full(['Key accounts', 'Prospects']);
const PUSHED_TO = 'https://crm.example/hooks/news';

/** A typical state after a few weeks. */
export const IN_USE: SidebarState = {
  ...FULL,
  health: [],
  sharing: { ...FULL.sharing!, owner: 'Ann' },
  callbacks: { 'Key accounts': PUSHED_TO },
  jobs: FULL.jobs.map((job, index) => ({
    ...job,
    name: ['Expansions', 'In my accounts'][index]!,
    sync: { ...job.sync!, tab: ['Expansions', 'Accounts'][index]! },
    owner: ['ann@acme.example', 'bob@acme.example'][index]!,
    givenUp: false,
    lastRun: MORNING,
    nextRun: MORNING + 86_400_000,
    error: '',
    notice: '',
  })),
  activity: {
    ...FULL.activity,
    held: [],
    calls: FULL.activity.calls.map((call, index) => ({
      ...call,
      who: ['Ann', 'Bob'][index]!,
      cell: ['Try it!A4', 'Plants!A1'][index]!,
      credits: [210, 102][index]!,
      question: '=EXPANSIONS(A2:A20, "from", "-30d")',
    })),
  },
};

/** Returns the job's fields after a run that ended with an error. */
export function failed(error: SignalsError): Pick<JobState, 'error' | 'details'> {
  const { message, ...details } = dataOf(error);
  return { error: message, ...details };
}

/** The service refuses the key, jobs have failed, the budget is spent, and a request has had no answer. */
export const IN_TROUBLE: SidebarState = {
  ...IN_USE,
  health: ['key-refused', 'no-trigger'],
  jobs: IN_USE.jobs.map((job, index) => ({
    ...job,
    givenUp: index === 1,
    ...failed(
      [errors.dayTooLarge('2026-11-19', 100, true), errors.noGroup('Key acounts', 'Key accounts')][index]!,
    ),
  })),
  activity: {
    ...IN_USE.activity,
    today: 900,
    held: [{ token: 'x', credits: 100, since: MORNING, job: '', question: '=EXPANSIONS()' }],
  },
};
