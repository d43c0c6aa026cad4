/** The built page of the sidebar alone, 300 px wide, under its frame's content policy, with a google.script.run that answers from a given state. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Disposable, Page } from 'playwright-core';
import type { LookUpKind } from '../../src/contract/lookups.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { DEFAULT_SWITCHES } from '../../src/sandbox/bridge/switches.js';
import { contentPolicy } from '../../src/sandbox/google/content-policy.js';

const FILE = path.resolve(__dirname, '../../dist/sidebar.html');
const NOW = Date.UTC(2026, 10, 20, 10);

/** The built page. */
export function readPage(): string {
  return readFileSync(FILE, 'utf8');
}

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
  activity: { today: 0, month: 0, budget: 1_000, byCell: [], byPerson: [], held: [], calls: [] },
  rules: { dailyBudget: 1_000, freshness: { mode: 'daily', minutes: 60 } },
  budgetPayer: { name: '', mine: true },
  jobs: [],
  hasWebApp: false,
  appearance: 'light',
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

export interface Opened {
  readonly page: Page;
  /** Names of the calls that the page has made. */
  calls(): Promise<string[]>;
  /** Lets what the service says arrive, where it waits. */
  answer(): Promise<void>;
}

export interface OpenOptions {
  readonly state: SidebarState;
  readonly section?: string;
  /** What calls return beside the state. */
  readonly outcome?: SidebarState['outcome'];
  /** What the service says beside answers; nothing by default. */
  readonly said?: Partial<Readonly<Record<LookUpKind, unknown>>>;
  /** Whether what it says waits for `answer`. */
  readonly waits?: boolean;
  /** The message that opening fails with. */
  readonly fails?: string;
}

interface FakeWindow {
  readonly calls: string[];
  answer(): void;
}

export interface FakeSidebar {
  /** Opens the page again, whatever was open before. */
  open(options: OpenOptions): Promise<Opened>;
  close(): Promise<void>;
}

/** A window of 300 px for the built page, with a google.script.run that answers from the state. */
export async function createFakeSidebar(browser: Browser): Promise<FakeSidebar> {
  const context = await browser.newContext({ viewport: { width: 300, height: 700 } });
  const page = await context.newPage();
  const html = readPage();
  let openSection = '';
  let script: Disposable | undefined;
  await page.route('http://page.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': contentPolicy(DEFAULT_SWITCHES) },
      body: html.replace('data-section=""', `data-section="${openSection}"`),
    }),
  );
  return {
    async open(options) {
      const { section = '', fails } = options;
      openSection = section;
      await script?.dispose();
      script = await page.addInitScript(fakeGoogle, options);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('http://page.test/');
      await page
        .locator(fails ? '#retry' : '[role=tab]')
        .first()
        .waitFor();
      return {
        page,
        calls: () => page.evaluate(() => (window as unknown as FakeWindow).calls),
        answer: () => page.evaluate(() => (window as unknown as FakeWindow).answer()),
      };
    },
    close: () => context.close(),
  };
}

/** Runs in the page. */
function fakeGoogle(given: OpenOptions): void {
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  const runner = () => {
    let succeed = (_value: unknown) => {};
    let fail = (_error: Error) => {};
    const run: object = new Proxy(
      {},
      {
        get: (_target, name: string) => (value: never) => {
          if (name === 'withSuccessHandler') succeed = value;
          else if (name === 'withFailureHandler') fail = value;
          else {
            calls.push(name);
            setTimeout(() => {
              const said = given.said?.[value as LookUpKind];
              if (given.fails) fail(new Error(given.fails));
              else if (name === 'lookUp') {
                const reply = () => succeed(said === undefined ? '' : JSON.stringify([said]));
                if (given.waits) waiting.push(reply);
                else reply();
              } else succeed({ ...given.state, ...(given.outcome && { outcome: given.outcome }) });
            });
          }
          return run;
        },
      },
    );
    return run;
  };
  Object.assign(window, {
    calls,
    answer: () => {
      for (const reply of waiting.splice(0)) reply();
    },
    google: {
      script: {
        get run() {
          return runner();
        },
      },
    },
  });
}
