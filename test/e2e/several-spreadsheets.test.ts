/** New, copied and deleted spreadsheets in the page; jobs-two-spreadsheets.test.ts tests their jobs. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, untilReady, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage } from '../support/spreadsheet-page.js';

describeInBrowser('several spreadsheets', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    ({ page: first } = await openSpreadsheet(browser, sandbox.url));
    await createSpreadsheetPage(first).until('A6', /^\d{4}/);
    // another window, because Chromium draws a background tab only once a second
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

  test('a new spreadsheet has its own address, name and cells; each lists the other', async () => {
    await chooseToOpen(second, 'New spreadsheet');
    await showsName(second, 'Untitled spreadsheet');
    second.once('dialog', (dialog) => dialog.accept('Prospects'));
    await chooseFile(second, 'Rename…');
    await showsName(second, 'Prospects');
    await createSpreadsheetPage(second).type('A1', 'only here');
    expect(await createSpreadsheetPage(first).shown('A1')).not.toEqual([['only here']]);

    await chooseToOpen(first, 'Prospects');
    expect(first.url()).toBe(second.url());
    await createSpreadsheetPage(first).until('A1', 'only here');
    await chooseToOpen(first, 'Signals demo');
    await showsName(first, 'Signals demo');
  });

  test('deleting a spreadsheet asks first, and its page then says that it does not exist', async () => {
    second.once('dialog', (dialog) => dialog.dismiss());
    await chooseFile(second, 'Delete…');
    await createSpreadsheetPage(second).until('A1', 'only here');
    second.once('dialog', (dialog) => dialog.accept());
    await chooseFile(second, 'Delete…');
    await second.getByText('This spreadsheet does not exist').waitFor();
  });
});
