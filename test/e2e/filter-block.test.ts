/** A block of options in the sheet drives a formula: change a cell, and the table changes. */
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage, type SpreadsheetPage } from '../support/spreadsheet-page.js';

describeInBrowser('a filter block', () => {
  const sandbox = useSandbox();
  const browser = useBrowser();
  let sheet: SpreadsheetPage;

  beforeAll(async () => {
    const { page } = await openSpreadsheet(browser, sandbox.url);
    sheet = createSpreadsheetPage(page);
    await sheet.openTab('Try it');
    for (const [cell, text] of [
      ['A1', 'type'],
      ['B1', 'HQ'],
      ['A2', 'from'],
      ['B2', '-90d'],
      ['A3', 'limit'],
      ['B3', '5'],
    ] as const) {
      await sheet.type(cell, text);
    }
    await sheet.type('D1', '=EXPANSIONS(A1:B6, "columns", "type|company")');
    await sheet.until('D1', /^Type/);
  });

  const types = async () => (await sheet.shown('D2:D9')).map(([type]) => type).filter((type) => type !== '');

  test('its options make the table', async () => {
    expect(await types()).toEqual(['HQ', 'HQ', 'HQ', 'HQ', 'HQ']);
    expect((await sheet.shown('D1'))[0]).toEqual(['Type (first 5)']);
  });

  test('a changed cell changes the table', async () => {
    await sheet.type('B1', 'Store');
    await sheet.until('D2', 'Store');
    await sheet.type('B3', '3');
    await sheet.until('D1', 'Type (first 3)');
    expect(await types()).toEqual(['Store', 'Store', 'Store']);
  });

  test('a blank row that is filled in is one more option', async () => {
    await sheet.type('A4', 'headers');
    await sheet.type('B4', 'FALSE');
    await sheet.until('D1', 'Store');
    expect(await types()).toEqual(['Store', 'Store']);
  });

  test('a value that is not allowed is named', async () => {
    await sheet.type('B1', 'Stroe');
    await sheet.until('D1', '#ERROR!');
    await sheet.select('D1');
    expect(await sheet.message()).toMatch(/expansionType.*Stroe.*did you mean Store/);
  });
});
