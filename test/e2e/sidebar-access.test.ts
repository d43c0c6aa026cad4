/** The page for everybody: axe finds nothing in light and dark, narrow and enlarged; hostile names stay text; small and quick. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';

jest.setTimeout(60_000);

const ROOT = path.resolve(__dirname, '../..');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'];
const MAX_BYTES = 60 * 1024;
const NOW = Date.UTC(2026, 10, 20, 10);

/** Markup, quotes, a script's address, a mark that turns the direction, and far too long. */
const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'">',
  '"\'><script>document.title="owned"</script>',
  'javascript:document.title="owned"',
  '\u202egnp.exe\u2066 \u0000',
  `${'W'.repeat(10_000)}`,
];

const EMPTY: SidebarState = {
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
  activity: { today: 0, month: 0, budget: 1_000, byCell: [], byPerson: [], calls: [] },
  rules: { dailyBudget: 1_000, freshness: { mode: 'daily', minutes: 60 } },
  jobs: [],
};

const full = (names: readonly string[]): SidebarState => ({
  ...EMPTY,
  baseUrl: 'https://signals.example',
  hasKey: true,
  keyEnding: '4f2a',
  formulaKey: 'shared',
  health: ['copied-spreadsheet', 'missing-scope', 'view-only', 'key-out-of-sight'],
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
  jobs: names.map((name, index) => ({
    id: String(index),
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

interface Opened {
  readonly page: Page;
  /** Names of the calls that the page has made. */
  calls(): Promise<string[]>;
}

interface OpenOptions {
  readonly state: SidebarState;
  readonly section?: string;
  readonly dark?: boolean;
  /** What calls return beside the state. */
  readonly outcome?: SidebarState['outcome'];
  /** The message that opening fails with. */
  readonly fails?: string;
}

describeInBrowser('the page of the sidebar', () => {
  let browser: Browser;
  let html: string;

  beforeAll(async () => {
    html = readFileSync(path.join(ROOT, 'dist/sidebar.html'), 'utf8');
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the built page at 300 px with a google.script.run that answers from the state. */
  async function open({ state, section = '', dark = false, outcome, fails }: OpenOptions): Promise<Opened> {
    const context = await browser.newContext({
      viewport: { width: 300, height: 700 },
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    await page.addInitScript(
      (given) => {
        const calls: string[] = [];
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
                    if (given.fails) fail(new Error(given.fails));
                    else succeed({ ...given.state, ...(given.outcome && { outcome: given.outcome }) });
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
          google: {
            script: {
              get run() {
                return runner();
              },
            },
          },
        });
      },
      { state, outcome, fails },
    );
    await page.route('http://page.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: html.replace('data-section=""', `data-section="${section}"`),
      }),
    );
    await page.goto('http://page.test/');
    await page
      .locator(fails ? '#retry' : '[role=tab]')
      .first()
      .waitFor();
    return { page, calls: () => page.evaluate(() => (window as unknown as { calls: string[] }).calls) };
  }

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const result = await axe.run();
      return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    });
  }

  /** How far the page is wider than its frame. */
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  describe.each(SECTIONS)('%s', (section) => {
    test.each([
      ['light', false, 100],
      ['dark', true, 100],
      ['light at 200 %', false, 200],
      ['dark at 200 %', true, 200],
    ])('axe finds nothing in %s', async (_name, dark, percent) => {
      for (const state of [EMPTY, full(['Key accounts', 'Prospects'])]) {
        const { page } = await open({ state, section, dark });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
          for (const details of document.querySelectorAll('details')) details.open = true;
        }, percent);
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        await page.context().close();
      }
    });

    test('hostile names are shown as text, and break neither the page nor its width', async () => {
      const { page } = await open({ state: full(HOSTILE), section });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect(await page.title()).toBe('Signals');
      expect(await page.locator('main img, main script, main a').count()).toBe(0);
      expect(await overflow(page)).toBe(0);
      const shown = await page.locator('main').evaluate((main) => {
        const values = [...main.querySelectorAll('input, textarea, select')].map(
          (one) => (one as HTMLInputElement).value,
        );
        return [main.textContent, ...values].join('\n');
      });
      expect(shown).toContain(section === 'connect' ? HOSTILE[0] : HOSTILE[4]);
      await page.context().close();
    });
  });

  test('a filter of every kind, with axe watching', async () => {
    const { page } = await open({ state: full(['Key accounts']), section: 'build' });
    for (const name of [
      'Date type',
      'Company industry',
      'Investment',
      'Expansion location',
      'Company ticker',
      'Jobs',
      'Refresh',
    ]) {
      await page.getByLabel('Add a filter').selectOption({ label: name });
      await page.locator('#filter-add-button').click();
    }
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test('answers, questions and previews are text too', async () => {
    const [markup = ''] = HOSTILE;
    const outcomes: readonly [string, string, NonNullable<SidebarState['outcome']>][] = [
      [
        'groups',
        'Companies',
        { kind: 'companies', group: 'G', companies: [{ id: '1', name: markup, domain: markup }] },
      ],
      ['news', 'Push news', { kind: 'pushed', group: markup, days: 1, response: HOSTILE.join('\n') }],
      [
        'build',
        'Insert into the active cell',
        { kind: 'occupied', cell: { sheet: markup, a1: 'A1', formula: '', text: markup } },
      ],
    ];
    for (const [section, label, outcome] of outcomes) {
      const { page } = await open({ state: full(['G']), section, outcome });
      await page.getByRole('button', { name: label, exact: true }).first().click();
      await page.getByText(markup.slice(0, 20)).first().waitFor();
      expect(await page.title()).toBe('Signals');
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.context().close();
    }
  });

  test('opening makes one call', async () => {
    const { calls } = await open({ state: full(['Key accounts']) });
    expect(await calls()).toEqual(['sidebarState']);
  });

  test('the page is under 60 KB and asks no other address', async () => {
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(html);
    expect(asked).toEqual([]);
    await context.close();
  });

  test('German people read German, and codes stay', async () => {
    const { page } = await open({
      state: { ...full(['Kunden']), userLocale: 'de', spreadsheetLocale: 'de_DE' },
      section: 'build',
    });
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Formel',
      'Gruppen',
      'News',
      'Aufträge',
      'Verlauf',
      'Zugang',
    ]);
    expect(await page.locator('#formula').textContent()).toBe(
      '=EXPANSIONS(; "group"; "Kunden"; "startDate"; "-30d")',
    );
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test('Google’s mix-up of several accounts is explained, and can be tried again', async () => {
    const { page, calls } = await open({ state: EMPTY, fails: 'PERMISSION_DENIED' });
    expect(await page.getByRole('alert').textContent()).toContain(
      'You are signed in to several Google accounts',
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('#retry').waitFor();
    expect(await calls()).toEqual(['sidebarState', 'sidebarState']);
    await page.context().close();
  });
});
