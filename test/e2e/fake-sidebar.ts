/** The built sidebar page alone, 300 px wide, with its content policy and a fake google.script.run. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Disposable, Page } from 'playwright-core';
import type { ErrorData } from '../../src/contract/error-texts.js';
import type { LookUpKind } from '../../src/contract/lookups.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { CONTENT_POLICY } from '../../src/sandbox/bridge/modes.js';
import { useBrowser } from '../support/browser.js';
import { standInFor } from '../support/stand-in.js';

const FILE = path.resolve(__dirname, '../../dist/sidebar.html');

export function readPage(): string {
  return readFileSync(FILE, 'utf8');
}

export interface OpenOptions {
  readonly state: SidebarState;
  readonly section?: string;
  /** The outcome that calls return beside the state. */
  readonly outcome?: SidebarState['outcome'];
  /** Changes of the state after calls, by name; the last one repeats. They replace `outcome`. */
  readonly after?: Readonly<Record<string, readonly Partial<SidebarState>[]>>;
  /** The service's answers to look-ups; default: none. */
  readonly said?: Partial<Readonly<Record<LookUpKind, unknown>>>;
  /** Other estimates, for formulas that contain a text; the first match counts. */
  readonly saidOf?: readonly (readonly [text: string, estimate: unknown])[];
  /** Errors of calls, by name; `sidebarState(cell)` also reads a cell. Google's errors have no details. */
  readonly refuses?: Readonly<Record<string, ErrorData>>;
  /** True if a person's calls never return. */
  readonly hangs?: boolean;
  /** True if look-ups wait for `answer`. */
  readonly waits?: boolean;
  /** The message with which opening fails. */
  readonly fails?: string;
}

interface FakeWindow {
  readonly calls: string[];
  readonly made: readonly { readonly name: string; readonly args: unknown[] }[];
  answer(): void;
}

export type FakeSidebar = Awaited<ReturnType<typeof createFakeSidebar>>;

/** Adds an empty filter in Build. */
export async function addFilter(page: Page, name: string): Promise<void> {
  await page.locator('#filter-add').click();
  await page.locator(`#filter-add-${name}`).click();
}

/** One sidebar for all tests of the block. @param makeHtml creates another page than the built one */
export function useFakeSidebar(makeHtml?: () => Promise<string>): FakeSidebar {
  const browser = useBrowser();
  let sidebar: FakeSidebar | undefined;
  beforeAll(async () => {
    sidebar = await createFakeSidebar(browser, await makeHtml?.());
  });
  afterAll(() => sidebar?.close());
  return standInFor('sidebar', () => sidebar);
}

/** Opens a window of 300 px whose google.script.run answers from the state. */
async function createFakeSidebar(browser: Browser, html = readPage()) {
  const context = await browser.newContext({ viewport: { width: 300, height: 700 } });
  const page = await context.newPage();
  let openSection = '';
  let script: Disposable | undefined;
  await page.route('http://page.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': CONTENT_POLICY },
      body: html.replace('data-section=""', `data-section="${openSection}"`),
    }),
  );
  return {
    /** Opens the page again, with a new state. */
    async open(options: OpenOptions) {
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
        /** Returns the names of the page's calls. */
        calls: () => page.evaluate(() => (window as unknown as FakeWindow).calls),
        /** Returns the arguments of each call with this name, in order. */
        argumentsOf: (name: string) =>
          page.evaluate(
            (wanted) =>
              (window as unknown as FakeWindow).made.flatMap((one) =>
                one.name === wanted ? [one.args] : [],
              ),
            name,
          ),
        /** Delivers the look-ups' answers, if `waits` holds them back. */
        answer: () => page.evaluate(() => (window as unknown as FakeWindow).answer()),
      };
    },
    close: () => context.close(),
  };
}

/** Runs in the page. */
function fakeGoogle(given: OpenOptions): void {
  const calls: string[] = [];
  const made: { name: string; args: unknown[] }[] = [];
  let { state } = given;
  const waiting: (() => void)[] = [];

  const lookUp = (kind: LookUpKind, text = ''): string => {
    const nearby = given.saidOf?.find(([part]) => kind === 'estimate' && text.includes(part));
    const said = nearby ? nearby[1] : given.said?.[kind];
    return said === undefined ? '' : JSON.stringify([said].flat());
  };
  const stateAfter = (name: string, nth: number, cell: object | undefined): SidebarState => {
    const changes = given.after?.[name] ?? [];
    // a cell that is read shows its table
    const read = { kind: 'cell', cell: { ...cell, formula: '=', text: 'Announced' } } as never;
    const { outcome = cell ? read : given.outcome, ...change } =
      changes[Math.min(nth, changes.length - 1)] ?? {};
    state = { ...state, ...change };
    return { ...state, ...(outcome && { outcome }) };
  };
  const runner = (succeed = (_value: unknown) => {}, fail = (_error: Error) => {}): object =>
    new Proxy(
      {},
      {
        get:
          (_target, name: string) =>
          (...args: never[]) => {
            const [first, text] = args;
            if (name === 'withSuccessHandler') return runner(first, fail);
            if (name === 'withFailureHandler') return runner(succeed, first);
            const nth = calls.filter((one) => one === name).length;
            calls.push(name);
            made.push({ name, args });
            if (given.hangs && name !== 'sidebarState' && name !== 'lookUp') return undefined;
            const cell = name === 'sidebarState' ? first : undefined;
            const refusal = given.fails
              ? { message: given.fails, details: undefined }
              : given.refuses?.[cell ? 'sidebarState(cell)' : name];
            const reply = () => {
              if (refusal?.details) succeed({ error: refusal });
              else if (refusal) fail(new Error(refusal.message));
              else succeed(name === 'lookUp' ? lookUp(first!, text) : stateAfter(name, nth, cell));
            };
            if (given.waits && name === 'lookUp') waiting.push(reply);
            else setTimeout(reply);
            return undefined;
          },
      },
    );
  Object.assign(window, {
    calls,
    made,
    answer: () => {
      for (const reply of waiting.splice(0)) reply();
    },
    google: { script: { run: runner() } },
  });
}
