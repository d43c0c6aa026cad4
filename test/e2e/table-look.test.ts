/** A table that Build has inserted, as a person sees it: its header whole, its days and amounts in one format each. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage } from '../support/spreadsheet-page.js';
import { closeSidebar, openSidebar } from './sidebar-page.js';

describeInBrowser('a table from Build', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openSpreadsheet(browser, sandbox.url, { viewport: { width: 1280, height: 800 } }));
  });
  afterAll(() => page?.context().close());

  test('is formatted before the person does anything', async () => {
    const sheet = createSpreadsheetPage(page);
    await sheet.openTab('Try it');
    await sheet.select('A20');
    const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
    await sidebar.choose(sidebar.field('Which companies'), 'All');
    await sidebar.press(sidebar.frame.locator('#build-table-summary'));
    await sidebar.fill(sidebar.field('Maximum records'), '7');
    await sidebar.press(sidebar.field('Alternating row colours in new tables'));
    await sidebar.press(sidebar.frame.locator('#build-insert'));
    await sheet.until('A20', 'Announced (first 7)');
    const [first = [], second = []] = await sheet.shown('A21:L22');
    expect(first[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const amount of [first[7], second[7]]) expect(amount).toMatch(/^(\d{1,3}(,\d{3})*)?$/);
    await closeSidebar(page);
    const picture = process.env['PICTURE'];
    if (picture) await page.screenshot({ path: picture });
  });
});
