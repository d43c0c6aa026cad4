/**
 * Page and host stay equal: the test compares both copies of the workbook after each kind of edit. Also tests
 * what Google Sheets cannot do: open the spreadsheet again, and show what is spent.
 */
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { readHostSnapshot } from '../support/page-socket.js';
import { useSandbox } from '../support/sandbox.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { contentOf } from '../support/workbook-content.js';

describeInBrowser('the page', () => {
  const sandbox = useSandbox();
  const { page, sheet } = useSpreadsheet(sandbox);

  beforeAll(async () => {
    await sheet.until('A5', 'Announced');
    await sheet.until('A6', /^\d{4}/);
  });

  describe('and host', () => {
    beforeAll(() => sheet.openTab('Try it'));

    const pageContent = async (): Promise<Record<string, unknown>> => {
      const saved = await page.evaluate(() => window.univerAPI?.getActiveWorkbook()?.save());
      if (!saved) throw new Error('the page has no workbook');
      return contentOf(saved);
    };
    /** Waits until both are equal; the last comparison reports the difference. */
    const expectEqual = (): Promise<boolean> =>
      eventually(async () => {
        const [host, here] = [contentOf(await readHostSnapshot(sandbox.url)), await pageContent()];
        expect(here).toEqual(host);
        return true;
      });
    const onSheet = (edit: 'insertRows' | 'deleteColumns' | 'mergeAndFreeze' | 'addTab' | 'renameTab') =>
      page.evaluate((what) => {
        const workbook = window.univerAPI?.getActiveWorkbook();
        const open = workbook?.getActiveSheet();
        if (!workbook || !open) throw new Error('no workbook');
        if (what === 'insertRows') open.insertRows(1, 2);
        if (what === 'deleteColumns') open.deleteColumns(2, 1);
        if (what === 'mergeAndFreeze') {
          open.getRange('E10:F11').merge();
          open.setFrozenRows(1);
        }
        if (what === 'addTab')
          workbook.insertSheet('Second').getRange('A1').setValue({ f: "='Try it'!A1+1" });
        if (what === 'renameTab') workbook.getSheetByName('Second')?.setName('Renamed');
      }, edit);
    const press = (key: string) => page.keyboard.press(key);
    const pressIn = async (a1: string, key: string) => {
      await sheet.select(a1);
      await press(key);
    };

    test.each<[what: string, edit: () => Promise<unknown>]>([
      ['typing a number', () => sheet.type('A1', '10')],
      ['typing a formula', () => sheet.type('B1', '=A1*3').then(() => sheet.until('B1', '30'))],
      ['typing a date', () => sheet.type('A3', '2024-05-06')],
      ['typing a percentage', () => sheet.type('A4', '12.5%')],
      ['making a cell bold', () => pressIn('A1', 'Control+b')],
      ['undo', () => press('Control+z')],
      ['redo', () => press('Control+y')],
      ['copy of a formula', () => pressIn('B1', 'Control+c')],
      ['and its paste', () => pressIn('D6', 'Control+v')],
      ['inserting rows', () => onSheet('insertRows')],
      ['deleting a column', () => onSheet('deleteColumns')],
      ['merging cells and freezing a row', () => onSheet('mergeAndFreeze')],
      ['adding a tab', () => onSheet('addTab')],
      ['renaming a tab', () => onSheet('renameTab')],
      ['deleting a tab', deleteTab],
      ['deleting a value', () => sheet.openTab('Try it').then(() => pressIn('A1', 'Delete'))],
    ])('%s', async (_, edit) => {
      await edit();
      await expectEqual();
    });

    async function deleteTab(): Promise<void> {
      await page.getByText('Renamed', { exact: true }).last().click({ button: 'right' });
      await page.getByText('Delete', { exact: true }).last().click();
      await page.getByRole('button', { name: 'OK' }).click();
    }
  });

  describe('has a test bench', () => {
    beforeAll(() => sheet.addTab('Opened again'));

    const meter = async (): Promise<{ all: number; sinceOpened: number }> => {
      const text = await page.locator('#meter').textContent();
      const [all = Number.NaN, sinceOpened = Number.NaN] = (text?.match(/\d+/g) ?? []).map(Number);
      return { all, sinceOpened };
    };
    /** The host sends the status every half second, so a status that stays longer than that is the newest. */
    const statusTold = () => {
      let last = '';
      const isSame = async () => {
        const before = last;
        last = JSON.stringify(await meter());
        return last === before;
      };
      return eventually(isSame, { everyMs: 1_200 });
    };

    const bench = () => page.getByRole('button', { name: 'Test bench' }).click();

    test('after Reopen every formula runs and nothing is spent', async () => {
      await sheet.type('A1', '=EXPANSIONS("expansionType", "Mine", "limit", 7, "columns", "company")');
      await sheet.until('A1', /^Company/);
      await statusTold();
      const { all } = await meter();
      const seen = await sheet.watch('A1');
      await page.getByRole('button', { name: 'Reopen' }).click();
      const states = ['Company (first 7)', 'Loading...', 'Company (first 7)'];
      await eventually(async () => (await seen()).length >= states.length);
      expect(await seen()).toEqual(states);
      await statusTold();
      expect(await meter()).toEqual({ all, sinceOpened: 0 });
    });

    test('while the service is down a formula shows an error with its code, and later the table', async () => {
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
      // the add-on caches failures for a minute
      await page.getByRole('button', { name: '+1 hour' }).click();
      await page.getByText('1 h ahead').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Reopen' }).click();
      await sheet.until('F6', /^Announced/);
    });
  });
});
