/** SpreadsheetApp, and the spreadsheet to which the script belongs: the file and the list of its tabs. */
import type { Mode } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import { parseA1 } from '../grid/a1-notation.js';
import { type Call, LATENCY, LOCAL, type OrNull, READ, serviceOf, type Table, tableOf } from './define.js';
import { WHOLE_TAB } from './protections.js';
import { firstOf, RANGE, RANGE_CONSTANTS } from './range.js';
import { SHEET } from './sheet.js';
import { checkGrowth, firstCell, openTab } from './tabs.js';
import { UI } from './ui.js';

const TOAST_SECONDS = 5;
const MAX_NAME_LENGTH = 100;
const [NEW_ROWS, NEW_COLUMNS] = [1000, 26];
/** Executions that a click has started or that build a menu. */
const WITH_SCREEN: readonly Mode[] = ['menu', 'sidebar', 'simple-trigger'];

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const SPREADSHEET = tableOf<Spreadsheet, { readonly id: string }>('Spreadsheet')
  .with(LOCAL, { getRange: (call, a1) => rangeNamed(call, String(a1)) })
  .with(READ, {
    getRangeByName(call, name) {
      // public scripts read cells such as A30:A165 of the open tab by it, too
      const reference = call.workbook.rangeOfName(String(name)) ?? String(name);
      return rangeNamed(call, reference).catch(() => null);
    },
    insertSheet: { writes: true, handle: insertTab },
    deleteSheet: { writes: true, handle: deleteTab },
    toast: {
      writes: true,
      handle: ({ ui }, message, title, seconds) =>
        ui.toast(String(message), String(title ?? ''), seconds ?? TOAST_SECONDS),
    },
  })
  .with(
    { latencyMs: LATENCY.read },
    {
      getId: ({ spreadsheet }) => spreadsheet.id,
      getSpreadsheetLocale: ({ spreadsheet }) => spreadsheet.locale,
      getSpreadsheetTimeZone: ({ spreadsheet }) => spreadsheet.timeZone,
      getSheets: ({ workbook }) => workbook.sheets.list().map((tab) => SHEET.open({ tab })),
      getSheetByName({ workbook }, name) {
        const tab = workbook.sheets.list().find((one) => one.name === String(name));
        return tab ? SHEET.open({ tab }) : null;
      },
    },
  );

type SpreadsheetApp = OrNull<GoogleAppsScript.Spreadsheet.SpreadsheetApp, 'getActiveSpreadsheet'>;
const SPREADSHEET_APP: Table<SpreadsheetApp> = serviceOf<SpreadsheetApp>('SpreadsheetApp', {
  ...RANGE_CONSTANTS,
  flush: {
    ...READ,
    needs: 'spreadsheet',
    handle: ({ workbook }) => workbook.custom.invalidateRemoved(),
  },
  getActiveSpreadsheet: {
    ...LOCAL,
    needs: 'spreadsheet',
    handle: ({ inDocument, spreadsheet: { id } }) => (inDocument ? SPREADSHEET.open({ id }) : null),
  },
  getUi: {
    local: true,
    handle({ mode }) {
      if (WITH_SCREEN.includes(mode)) return UI.open({});
      throw new Error('Cannot call SpreadsheetApp.getUi() from this context.');
    },
  },
}).with(
  { needs: 'spreadsheet', latencyMs: LATENCY.read },
  {
    getActiveSheet: (call) => sheetOf(call, selectionOf(call)),
    getActiveRange: (call) => openRange(call, selectionOf(call)),
    getCurrentCell: (call) => openRange(call, firstOf(selectionOf(call))),
  },
);

export const SPREADSHEET_TABLES = [RANGE, SHEET, SPREADSHEET, SPREADSHEET_APP];

/** Returns the selected cells, or the first cell of the first tab. */
function selectionOf({ cell, inDocument, ui, workbook }: Call): CellArea {
  if (!inDocument) throw new Error('There is no active spreadsheet');
  const start = firstCell(workbook.sheets.list()[0]?.id ?? '');
  const selected = cell ?? ui.selection() ?? start;
  return workbook.sheets.find(selected.sheetId) ? selected : start;
}

function sheetOf({ workbook }: Call, { sheetId: id }: CellArea) {
  return SHEET.open({ tab: { id, name: openTab(workbook, { id }).name } });
}

function openRange(call: Call, area: CellArea) {
  return RANGE.open({ area, sheet: sheetOf(call, area) });
}

async function rangeNamed({ invoke, self }: Call<Spreadsheet>, a1: string) {
  const reference = parseA1(a1);
  const { sheetName } = reference ?? {};
  const sheet =
    reference &&
    (await (sheetName === undefined
      ? invoke(SPREADSHEET_APP.open({}), 'getActiveSheet')
      : invoke(self, 'getSheetByName', sheetName)));
  if (!sheet) throw new Error('Range not found');
  return invoke(sheet, 'getRange', a1.slice(a1.lastIndexOf('!') + 1));
}

function insertTab({ ui, workbook }: Call, name: string) {
  const tabs = workbook.sheets.list();
  if (name.length > MAX_NAME_LENGTH)
    throw new Error(`The sheet name cannot be greater than ${MAX_NAME_LENGTH} characters.`);
  if (tabs.some((tab) => tab.name.toLowerCase() === name.toLowerCase()))
    throw new Error(`A sheet with the name "${name}" already exists. Please enter another name.`);
  checkGrowth(workbook, NEW_ROWS * NEW_COLUMNS);
  const id = workbook.sheets.insert(name, NEW_ROWS, NEW_COLUMNS);
  ui.select(firstCell(id));
  return SHEET.open({ tab: { id, name } });
}

function deleteTab(call: Call, given: unknown): void {
  const { charts, protections, workbook } = call;
  const sheetId = SHEET.dataOf(given)?.tab.id ?? '';
  if (workbook.sheets.list().length === 1) throw new Error("You can't remove all the sheets in a document.");
  openTab(workbook, { id: sheetId });
  protections.check(call, { ...WHOLE_TAB, sheetId });
  workbook.sheets.delete(sheetId);
  charts.set(sheetId, []);
}
