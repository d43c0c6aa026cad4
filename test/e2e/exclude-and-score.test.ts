/** From messy names to a table: matched in cells, known companies left out, scored by a sheet of rules that one click makes. */
import type { Page } from 'playwright-core';
import { makeUniverse } from '../../src/service/seed/company-universe.js';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage } from '../support/spreadsheet-page.js';
import { openSidebar } from './sidebar-page.js';

const folder = process.env['CHART_SHOTS'];
const { companies } = makeUniverse();

describeInBrowser('what a person knows, and what counts', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;
  let errors: readonly string[];
  beforeAll(async () => {
    ({ page, errors } = await openSpreadsheet(browser, sandbox.url));
  });
  afterAll(() => page?.context().close());

  test('names are matched beside their column, at no cost', async () => {
    const sheet = createSpreadsheetPage(page);
    await sheet.addTab('Leads');
    const names = companies.slice(20, 60).map(({ name }) => name.toUpperCase());
    await page.evaluate((texts) => {
      const range = window.univerAPI
        ?.getActiveWorkbook()
        ?.getActiveSheet()
        .getRange(`A2:A${texts.length + 1}`);
      range?.setValues(texts.map((text) => [text]));
    }, names);
    await sheet.type('B2', '=MATCH_COMPANIES(A2:A100, "columns", "name|match", "headers", FALSE)');
    await sheet.until('B41', /./);
    const shown = await sheet.shown('B2:C41');
    shown.forEach(([name = '', status], index) => {
      if (status === 'exact') expect(name.toUpperCase()).toBe(names[index]);
    });
    expect(shown.filter(([, status]) => status === 'exact').length).toBeGreaterThan(30);
    expect(shown.every(([, status]) => ['exact', 'several'].includes(status!))).toBe(true);
  });

  test('the builder leaves out a column of companies and scores by a new sheet of rules', async () => {
    const sheet = createSpreadsheetPage(page);
    await sheet.addTab('Plan');
    await sheet.type('A1', '=EXPANSIONS("from", "-90d", "limit", 30, "columns", "company|domain")');
    await sheet.until('B3', /\./);
    const [, [, first] = []] = await sheet.shown('A1:B3');
    await sheet.addTab('CRM');
    await sheet.type('B2', `https://www.${first}/about`);
    await sheet.addTab('Scored');
    await sheet.select('A1');

    const sidebar = await openSidebar(page, 'mouse', 'Build a formula');
    const { frame } = sidebar;
    const to = frame.locator('#build-limit');
    await frame.locator('#build-table-summary').click();
    await sidebar.fill(to, '30');
    await sidebar.choose(frame.locator('#build-days'), 'Last 90 days');
    await sidebar.press(frame.locator('#filter-add'));
    await sidebar.press(frame.locator('#filter-add-exclude'));
    await sidebar.press(frame.locator('#filter-exclude-switch'));
    await sidebar.fill(frame.locator('#filter-exclude-cells'), 'CRM!B2:B100');
    await sidebar.press(frame.locator('#filter-exclude-done'));
    await sidebar.press(frame.locator('#filter-add'));
    await sidebar.press(frame.locator('#filter-add-score'));
    if (folder) await page.screenshot({ path: `${folder}/score-editor.png` });
    await sidebar.press(frame.locator('#score-sheet'));
    await frame.locator('#filter-score-cells').waitFor();
    expect(await frame.locator('#filter-score-cells').inputValue()).toBe("'Weights'!A2:B30");
    expect(await sheet.shown('A1:B2')).toEqual([
      ['Rule', 'Points'],
      ['jobs >=100', '10'],
    ]);
    await sheet.openTab('Scored');
    await sheet.select('A1');
    if (folder) await page.screenshot({ path: `${folder}/score-cells.png` });
    await sidebar.press(frame.locator('#build-insert'));
    await sheet.until('A2', /^\d/);
    const table = await sheet.shown('A1:C40');
    // the records are those that the other formula has bought
    expect(table[0]![0]).toMatch(/^Score \((?:first 30, )?\d+ known left out\)$/);
    const scores = table.slice(1).flatMap(([score = '']) => (score === '' ? [] : [Number(score)]));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(table.some((row) => row.includes(first!))).toBe(false);
    if (folder) await page.screenshot({ path: `${folder}/scored.png` });
    expect(errors).toEqual([]);
  });
});
