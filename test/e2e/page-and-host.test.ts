/**
 * Page and host stay equal: the test compares both copies of the workbook after each kind of edit. Also tests
 * what Google Sheets cannot do: open the spreadsheet again, and show what is spent; and several spreadsheets.
 */
import type { Page } from 'playwright-core';
import { describeInBrowser, openSpreadsheet, untilReady, useBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { readHostSnapshot } from '../support/page-socket.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage, useSpreadsheet } from '../support/spreadsheet-page.js';
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

  describe('and its grid', () => {
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
        // the message is a button, also for the keyboard
        if (!hasFormula) await page.locator('.toast').press('Enter');
        expect(await page.locator('.toast').count()).toBe(0);
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
  });

  describe('has a test bench', () => {
    beforeAll(() => sheet.addTab('Opened again'));

    test('after Reopen every formula runs and nothing is spent', async () => {
      await sheet.type('A1', '=EXPANSIONS("expansionType", "Mine", "limit", 7, "columns", "company")');
      await sheet.until('A1', /^Company/);
      const before = await sheet.spent();
      const seen = await sheet.watch('A1');
      await page.getByRole('button', { name: 'Reopen' }).click();
      // gives the formulas time to run
      await sheet.spent();
      await sheet.until('A1', /^Company/);
      // a fast answer may replace "Loading..." before the page draws it
      const states = new Set(await seen());
      states.delete('Loading...');
      expect(states).toEqual(new Set(['Company (first 7)']));
      expect(await sheet.spent()).toBe(before);
    });
  });

  describe('and other spreadsheets', () => {
    const browser = useBrowser();
    let second: Page;
    beforeAll(async () => {
      // another window, because Chromium draws a background tab only once a second
      ({ page: second } = await openSpreadsheet(browser, sandbox.url));
    });
    afterAll(() => second?.context().close());

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
      expect(await sheet.shown('A1')).not.toEqual([['only here']]);

      await chooseToOpen(page, 'Prospects');
      expect(page.url()).toBe(second.url());
      await sheet.until('A1', 'only here');
      await chooseToOpen(page, 'Signals demo');
      await showsName(page, 'Signals demo');
    });
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
