/** Defects of the sandbox's page in the browser: the focus, and messages at a resting pointer. */
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';

describeInBrowser('defects of the sandbox', () => {
  const sandbox = useSandbox();
  const { page, sheet } = useSpreadsheet(sandbox);
  beforeAll(() => sheet.openTab('Try it'));

  test('D39 a cell’s message disappears when its formula is fixed under a resting pointer', async () => {
    await sheet.type('C3', '=EXPANSIONS(, "from", "foo")');
    await sheet.until('C3', '#ERROR!');
    await sheet.point('C4');
    await sheet.point('C3');
    const note = page.locator('#cell-note');
    await note.waitFor();
    // typed without moving the pointer
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('=');
    await page.keyboard.insertText('1+1');
    await page.keyboard.press('Enter');
    await sheet.until('C3', '2');
    await note.waitFor({ state: 'hidden' });
  });

  test('D55 spilled cells are copied as they are displayed', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sheet.openTab('Expansions');
    await sheet.until('A5', /^Announced/);
    const [day = '', company = ''] = (await sheet.shown('A6:B6'))[0] ?? [];
    await sheet.select('A6');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    await page.waitForFunction(
      async (wanted) => (await navigator.clipboard.readText()).trim() === wanted,
      `${day}\t${company}`,
    );
    await sheet.addTab('Copied');
    await sheet.select('A1');
    await page.keyboard.press('Control+v');
    await sheet.until('B1', company);
    expect(await sheet.shown('A1')).toEqual([[day]]);
  });

  test('D55 undo does not overwrite a table that was frozen and thawed', async () => {
    await sheet.addTab('Frozen');
    await sheet.type('A1', '=HIRINGS(, "from", "-90d", "limit", 3, "columns", "company|jobs")');
    await sheet.until('A1', /^Company/);
    const before = await sheet.shown('A1:B4');
    await sheet.select('A1');
    const entries = { 'Freeze selection to values': false, 'Thaw selection': true };
    for (const [entry, hasFormula] of Object.entries(entries)) {
      await page.getByRole('button', { name: 'Signals', exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.waitForFunction((wanted) => {
        const cell = window.univerAPI?.getActiveWorkbook()?.getActiveSheet().getRange('A1');
        return Boolean(cell?.getFormula()) === wanted;
      }, hasFormula);
      await sheet.until('A1', /^Company/);
    }
    // the grid has the focus
    await sheet.select('D9');
    for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
    // the effect of undo is calculated by then, or later on a busy machine
    await page.waitForTimeout(2_000);
    await eventually(async () => {
      await sheet.until('A1', /^Company/);
      expect(await sheet.shown('A1:B4')).toEqual(before);
      return true;
    });
  });

  test('D62 a sidebar that a menu opens gets the focus', async () => {
    await page.getByRole('button', { name: 'Signals', exact: true }).focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitem', { name: 'Build a formula' });
    await entry.waitFor();
    await entry.focus();
    await page.keyboard.press('Enter');
    const frame = page.frameLocator('#sidebar iframe');
    await frame.getByRole('tab', { selected: true }).waitFor();
    await page.keyboard.press('Tab');
    const isInside = await frame
      .locator('body')
      .evaluate(
        (body) =>
          document.hasFocus() && body.contains(document.activeElement) && document.activeElement !== body,
      );
    expect(isInside).toBe(true);
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

  test('D63 moving the clock creates the records of the passed days', async () => {
    await sheet.addTab('Later');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole('button', { name: 'Test bench' }).click();
    await page.getByRole('button', { name: '+7 days' }).click();
    await page.getByText('7 d 0 h ahead').waitFor();
    await page.keyboard.press('Escape');
    await sheet.type('A1', '=EXPANSIONS(, "from", "-4d", "columns", "date", "limit", 3)');
    await sheet.until('A1', /^Announced/);
    const days = (await sheet.shown('A2:A4')).flat();
    expect(days.filter((day) => day > today)).toEqual(days);
  });
});
