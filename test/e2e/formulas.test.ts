/** The main use in a real browser: a formula typed in the page shows a table from the service. */
import { describeInBrowser } from '../support/browser.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';

describeInBrowser('formulas in the page', () => {
  const sandbox = useSandbox();
  const { page, sheet, errors } = useSpreadsheet(sandbox);

  async function theServiceIs(fault: string): Promise<void> {
    await page.getByRole('button', { name: 'Test bench' }).click();
    await page.getByLabel('The service is').selectOption(fault);
    await page.keyboard.press('Escape');
  }

  test('the demo shows all four functions', async () => {
    for (const [tab, column, header] of [
      ['Expansions', 'B5', 'Company'],
      ['Hirings', 'D5', 'Jobs'],
      ['Executives', 'D5', 'Executive'],
      ['Companies', 'A5', 'Company'],
    ] as const) {
      await sheet.openTab(tab);
      await sheet.until(column, header);
      await sheet.until(column.replace('5', '6'), /./);
    }
  });

  test.each([
    ['Hirings', 'J'],
    ['Executives', 'K'],
  ])('D50 the demo’s tab %s shows the date that its formula filters by', async (tab, column) => {
    await sheet.openTab(tab);
    await sheet.until(`${column}5`, 'Last modified');
    await sheet.until(`${column}6`, /\d/);
    expect(await sheet.shown('A1')).toEqual([[expect.stringContaining('changed in the last 30 days')]]);
    const dates = (await sheet.shown(`${column}6:${column}25`)).flat().filter((text) => text !== '');
    const oldest = Math.min(...dates.map((date) => Date.parse(date)));
    expect(oldest).toBeGreaterThan(Date.now() - 32 * 86_400_000);
  });

  test('a typed formula shows Loading..., then a table with dates and numbers', async () => {
    await sheet.openTab('Try it');
    // slow, as a quick service could answer before the page draws; new, as the demo's queries are stored
    await theServiceIs('slow');
    const seen = await sheet.watch('A1');
    await sheet.type('A1', '=EXPANSIONS("expansionType", "Data Centre", "startDate", "-180d", "limit", 200)');
    await sheet.until('A1', /^Announced/);
    expect((await seen()).slice(-2)).toEqual(['Loading...', 'Announced']);
    await theServiceIs('none');
    const [header = [], ...rows] = await sheet.shown('A1:L40');
    expect(header.join()).toBe(
      'Announced,Company,Domain,Type,City,State,Country,Investment,Currency,Jobs,Headline,Source',
    );
    for (const row of rows) {
      expect(row[0]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(row[3]).toBe('Data Centre');
    }
    // the values are real, so arithmetic works on them
    await sheet.type('M1', '=IF(AND(ISNUMBER(A2), A2-A3>=0, COUNT(H2:H40)>5), "numbers", "text")');
    await sheet.until('M1', 'numbers');
  });

  test('a wrong value shows #ERROR! and its message names the value', async () => {
    await sheet.openTab('Companies');
    await sheet.type('G5', '=EXPANSIONS("expansionType", "Data Center")');
    await sheet.until('G5', '#ERROR!');
    // the keyboard, because a second click so soon would be a double click
    await page.keyboard.press('ArrowUp');
    await page.locator('#cell-message', { hasText: 'Data Center' }).waitFor();
    expect(await page.locator('#cell-message').getAttribute('data-error')).toBe('true');
    expect(await page.locator('#cell-message').textContent()).toContain('Data Centre');
    await sheet.point('G8');
    await page.locator('#cell-note').waitFor({ state: 'hidden' });
    await sheet.point('G5');
    await page.locator('#cell-note').waitFor({ state: 'visible' });
    expect(await page.locator('#cell-note').textContent()).toContain('Data Center');
  });

  test('the page has had no error', () => expect(errors).toEqual([]));
});
