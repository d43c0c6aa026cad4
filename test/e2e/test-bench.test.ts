/** What can be done in the page and not in Google's Sheets: see what is spent, move the clock, trouble the service. */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage, type SpreadsheetPage } from '../support/spreadsheet-page.js';

describeInBrowser('the test bench', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let page: Page;
  let sheet: SpreadsheetPage;

  beforeAll(async () => {
    ({ page } = await openSpreadsheet(browser, sandbox.url));
    sheet = createSpreadsheetPage(page);
    await sheet.until('A6', /^\d{4}/);
    await sheet.openTab('Try it');
  });

  const meter = async (): Promise<{ all: number; sinceOpened: number }> => {
    const text = await page.locator('#meter').textContent();
    const [all = Number.NaN, sinceOpened = Number.NaN] = (text?.match(/\d+/g) ?? []).map(Number);
    return { all, sinceOpened };
  };
  const requests = async (): Promise<number> =>
    Number(/(\d+) requests/.exec((await page.locator('#service-status').textContent()) ?? '')?.[1]);
  /** The status is told every half second. */
  const statusTold = () => page.waitForTimeout(1200);
  const bench = () => page.getByRole('button', { name: 'Test bench' }).click();

  test('the same formula in forty cells is one request, and its records are paid once', async () => {
    await statusTold();
    const before = { requests: await requests(), credits: (await meter()).all };
    await page.evaluate(() => {
      const formula = '=EXPANSIONS("expansionType", "Mine", "limit", 7, "columns", "company")';
      const open = window.univerAPI?.getActiveWorkbook()?.getActiveSheet();
      for (let column = 0; column < 20; column += 1) {
        for (const row of [0, 20]) open?.getRange(row, column).setValue({ f: formula });
      }
    });
    for (const a1 of ['A1', 'T1', 'A21', 'T21']) await sheet.until(a1, /^Company/);
    for (const a1 of ['A2', 'T28']) await sheet.until(a1, /./);
    await statusTold();
    expect({ requests: await requests(), credits: (await meter()).all }).toEqual({
      requests: before.requests + 1,
      credits: before.credits + 7,
    });
  });

  test('opened again, every formula runs and nothing is spent', async () => {
    const { all } = await meter();
    const seen = await sheet.watch('A1');
    await page.getByRole('button', { name: 'Reopen' }).click();
    await statusTold();
    await sheet.until('A1', /^Company/);
    expect(await seen()).toEqual(['Company (first 7)', 'Loading...', 'Company (first 7)']);
    await sheet.until('T28', /./);
    await statusTold();
    expect(await meter()).toEqual({ all, sinceOpened: 0 });
  });

  test('a service that is down shows an error with its code, and the table when it is well again', async () => {
    await bench();
    await page.getByLabel('The service is').selectOption('down');
    await page.keyboard.press('Escape');
    await sheet.openTab('Companies');
    await sheet.type('F6', '=HIRINGS(, "startDate", "-400d", "countries", "Japan", "limit", 3)');
    await sheet.until('F6', '#ERROR!');
    await page.keyboard.press('ArrowUp');
    await page.locator('#cell-message', { hasText: /#(SERVICE|TIMEOUT)/ }).waitFor();
    await bench();
    await page.getByLabel('The service is').selectOption('none');
    // failures are remembered for a minute
    await page.getByRole('button', { name: '+1 hour' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reopen' }).click();
    await sheet.until('F6', /^Announced/);
  });

  test('the clock says how far it is ahead', async () => {
    await bench();
    await page.getByRole('button', { name: '+7 days' }).click();
    await page.getByText('7 d 1 h ahead').waitFor();
    await page.keyboard.press('Escape');
  });
});
