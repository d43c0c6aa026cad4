/** Several spreadsheets in the page: new ones, copies and the trash, and a job in each of two. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, untilReady, useBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage } from '../support/spreadsheet-page.js';
import { openSidebar } from './sidebar-page.js';

const RUNS_WITHIN_MS = 60_000;
/** A sidebar is opened for each look, which takes longer than most runs. */
const OPENS_EVERY_MS = 2_000;
/** The status is told every half second. */
const STATUS_TOLD_MS = 1200;

describeInBrowser('several spreadsheets', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    ({ page: first } = await openSpreadsheet(browser, sandbox.url));
    await createSpreadsheetPage(first).until('A6', /^\d{4}/);
    // a window of its own: Chromium draws a tab behind another one once a second
    ({ page: second } = await openSpreadsheet(browser, sandbox.url));
  });
  afterAll(() => Promise.all([first, second].map((page) => page?.context().close())));

  async function chooseFile(page: Page, item: string): Promise<void> {
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  }
  /** Chooses an item that opens another spreadsheet in this page. */
  async function chooseToOpen(page: Page, item: string): Promise<void> {
    const before = page.url();
    await chooseFile(page, item);
    await page.waitForURL((url) => url.href !== before);
    await untilReady(page);
  }
  const showsName = (page: Page, name: string) => page.locator('#file-name', { hasText: name }).waitFor();
  const onBench = async <T>(page: Page, use: () => Promise<T>): Promise<T> => {
    await page.getByRole('button', { name: 'Test bench' }).click();
    const result = await use();
    await page.keyboard.press('Escape');
    return result;
  };
  const nextDay = () => onBench(first, () => first.getByRole('button', { name: '+1 day' }).click());
  /** Resolves when the test bench lists triggers of these spreadsheets and no others. */
  const listsTriggersOf = (page: Page, names: readonly string[]) =>
    onBench(page, async () => {
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.triggers strong')].map((one) => one.textContent).join() === wanted,
        names.join(),
      );
    });
  /** Of the only job. */
  async function lastRun(page: Page): Promise<string> {
    const sidebar = await openSidebar(page, 'mouse', 'Scheduled jobs');
    await sidebar.shows('run by you');
    const text = (await sidebar.frame.locator('#section').textContent()) ?? '';
    return /Last run .*?\d\d:\d\d/.exec(text)?.[0] ?? '';
  }
  const untilRunAfter = (page: Page, before: string): Promise<string> =>
    eventually(
      async () => {
        const last = await lastRun(page);
        expect(last).not.toBe(before);
        return last;
      },
      { withinMs: RUNS_WITHIN_MS, everyMs: OPENS_EVERY_MS },
    );
  async function makeJob(page: Page): Promise<void> {
    const sidebar = await openSidebar(page, 'mouse', 'Scheduled jobs');
    await sidebar.press(sidebar.button('New sync'));
    await sidebar.press(sidebar.frame.locator('#job-advanced-summary'));
    await sidebar.fill(sidebar.field('As a formula'), '=EXPANSIONS("type", "HQ")');
    await sidebar.fill(sidebar.field('Tab'), 'Sites');
    await sidebar.press(sidebar.button('Save job'));
    await sidebar.shows('tab Sites');
  }
  async function spent(
    page: Page,
  ): Promise<readonly [requests: string | undefined, credits: string | undefined]> {
    await page.waitForTimeout(STATUS_TOLD_MS);
    const text = async (id: string) => (await page.locator(id).textContent()) ?? '';
    return [
      /(\d+) requests/.exec(await text('#service-status'))?.[1],
      /(\d+) credits/.exec(await text('#meter'))?.[1],
    ];
  }

  test('a new one has its own address, name and cells; each lists the other', async () => {
    await chooseToOpen(second, 'New spreadsheet');
    await showsName(second, 'Untitled spreadsheet');
    await chooseFile(second, 'Rename…');
    await second.getByLabel('The new name').fill('Prospects');
    await second.getByRole('button', { name: 'OK' }).click();
    await showsName(second, 'Prospects');
    await createSpreadsheetPage(second).type('A1', 'only here');
    expect(await createSpreadsheetPage(first).shown('A1')).not.toEqual([['only here']]);

    await first.waitForTimeout(STATUS_TOLD_MS);
    await chooseToOpen(first, 'Prospects');
    expect(first.url()).toBe(second.url());
    await createSpreadsheetPage(first).until('A1', 'only here');
    await chooseToOpen(first, 'Signals demo');
    await showsName(first, 'Signals demo');
  });

  test('a job in each: both run, and the test bench says whose trigger is whose', async () => {
    await makeJob(first);
    await makeJob(second);
    await listsTriggersOf(second, ['Signals demo', 'Prospects']);
    await nextDay();
    for (const page of [first, second]) {
      const grid = createSpreadsheetPage(page);
      await grid.openTab('Sites');
      await grid.until('A2', /^\d{4}/);
    }
  });

  test('the job of one is removed, with its trigger', async () => {
    const sidebar = await openSidebar(second, 'mouse', 'Scheduled jobs');
    await sidebar.press(sidebar.frame.locator('[id$=-more-summary]'));
    await sidebar.press(sidebar.button(/^Remove/));
    await sidebar.press(sidebar.button(/^Remove/).first());
    await sidebar.shows('No scheduled jobs yet');
    await listsTriggersOf(first, ['Signals demo']);
    await makeJob(second);
    await listsTriggersOf(first, ['Signals demo', 'Prospects']);
  });

  test('what the test bench sets on one page holds for the other spreadsheet, too', async () => {
    const bench = (page: Page, label: string) => page.getByLabel(label, { exact: true });
    await onBench(first, async () => {
      await bench(first, 'Language of the person').selectOption('Deutsch');
      await bench(first, 'script.scriptapp').uncheck();
    });
    await second.reload();
    await untilReady(second);
    await onBench(second, async () => {
      expect(await bench(second, 'script.scriptapp').isChecked()).toBe(false);
      expect(await bench(second, 'script.send_mail').isChecked()).toBe(true);
      await bench(second, 'Language of the person').selectOption('English');
      await second.waitForTimeout(STATUS_TOLD_MS);
      await bench(second, 'script.scriptapp').check();
    });
    // drawn in German, when it was opened
    await second.getByRole('button', { name: 'Signals', exact: true }).click();
    await second.getByRole('menuitem', { name: 'Seitenleiste öffnen' }).waitFor();
    await second.reload();
    await untilReady(second);
  });

  test('one goes into the trash and comes back; deleted, it takes its trigger along, and the other runs', async () => {
    await chooseFile(second, 'Move to trash');
    await second.getByText('“Prospects” is in the trash').waitFor();
    await listsTriggersOf(first, ['Signals demo', 'Prospects']);
    const loaded = second.waitForEvent('load');
    await second.getByRole('button', { name: 'Take out of trash' }).click();
    await loaded;
    await untilReady(second);
    await createSpreadsheetPage(second).until('A1', 'only here');

    await chooseFile(second, 'Move to trash');
    await second.getByRole('button', { name: 'Delete forever' }).click();
    await second.getByText('This spreadsheet does not exist').waitFor();
    await listsTriggersOf(first, ['Signals demo']);
    const before = await lastRun(first);
    expect(before).not.toBe('');
    await nextDay();
    await untilRunAfter(first, before);
  });

  test('a copy has the formulas, and spends nothing', async () => {
    // what is free is asked for
    const credits = async () => (await spent(first))[1];
    const before = await credits();
    await chooseToOpen(first, 'Make a copy');
    await showsName(first, 'Copy of Signals demo');
    const copy = createSpreadsheetPage(first);
    await copy.until('A5', '#ERROR!');
    await copy.select('A5');
    await first.locator('#cell-message', { hasText: '#NO_KEY' }).waitFor();
    await copy.openTab('Sites');
    await copy.until('A2', /^\d{4}/);
    expect(await credits()).toBe(before);
    // what the original has bought is still there
    await chooseToOpen(first, 'Signals demo');
    await createSpreadsheetPage(first).until('A6', /^\d{4}/);
    expect(await credits()).toBe(before);
  });

  test('all of them are there after a restart', async () => {
    await sandbox.restart();
    const { page } = await openSpreadsheet(browser, sandbox.url);
    await showsName(page, 'Signals demo');
    await page.getByRole('button', { name: 'File', exact: true }).click();
    const copy = page.getByRole('menuitem', { name: 'Copy of Signals demo' });
    expect(await copy.getAttribute('href')).toMatch(/^\/d\/[\w-]{44}\/edit$/);
    await page.context().close();
  });
});
