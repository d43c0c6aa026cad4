/** SpreadsheetApp, and the spreadsheet to which the script belongs: the file and the list of its tabs. */

import type { Mode } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import { parseA1 } from '../grid/a1-notation.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { SpreadsheetParts } from './cell-writer.js';
import { CHART_TABLES } from './charts.js';
import {
  type Call,
  type Caller,
  dataOf,
  local,
  Remote,
  recorded,
  serviceOf,
  type Table,
  tableOf,
} from './define.js';
import { WHOLE_TAB } from './protections.js';
import { RANGE_CONSTANTS, type RangeData, rangeTables } from './range.js';
import { sheetTable } from './sheet.js';
import { checkGrowth, infosOf, openTab, type Tab, type TabData } from './tabs.js';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

const TOAST_SECONDS = 5;
const MAX_TOAST_LENGTH = 10_000;
const MAX_NAME_LENGTH = 100;
const NEW_SIZE = { rowCount: 1000, columnCount: 26 };
const PROPERTIES = 'Spreadsheet.getProperties';
const SELECTION = 'Spreadsheet.getSelection';
/** Executions that a click has started or that build a menu. */
const WITH_SCREEN: readonly Mode[] = ['menu', 'sidebar', 'simple-trigger'];

/** @param ui the table of the person's screen */
export function spreadsheetTables(parts: SpreadsheetParts, ui: Table): readonly Table[] {
  const { range, tables } = rangeTables(parts);
  const sheet = sheetTable(parts, range);
  const spreadsheet = spreadsheetTable(parts, sheet, range);
  return [...tables, ...CHART_TABLES, sheet, spreadsheet, appTable(parts, spreadsheet, ui)];
}

function createOpeners({ workbook: host }: SpreadsheetParts, sheet: Table, range: Table) {
  const openSheet = (tab: Tab) => new Remote(sheet, { tab: { ...tab } } satisfies TabData);
  const sheetOf = ({ sheetId: id }: CellArea) => {
    const name = openTab(host, { id }).getSheetName();
    return openSheet({ id, name });
  };
  const openRange = (area: CellArea) => new Remote(range, { area, sheet: sheetOf(area) } satisfies RangeData);
  return { openSheet, sheetOf, openRange };
}

function spreadsheetTable(parts: SpreadsheetParts, sheet: Table, range: Table): Table {
  const { workbook: host, spreadsheet: properties } = parts;
  const { openSheet, sheetOf, openRange } = createOpeners(parts, sheet, range);
  const selection = (caller: Caller) => selectionOf(host, caller);
  return tableOf<Spreadsheet & NamedSheet>('Spreadsheet', {
    getId: recorded(PROPERTIES, () => properties.id),
    getSpreadsheetLocale: recorded(PROPERTIES, () => properties.locale),
    getSpreadsheetTimeZone: recorded(PROPERTIES, () => properties.timeZone),
    getSheets: () => infosOf(host).map(openSheet),
    getSheetByName: recorded('Spreadsheet.getSheets', (_call, name) => {
      const tab = infosOf(host).find((one) => one.name === String(name));
      return tab ? openSheet(tab) : null;
    }),
    getActiveSheet: recorded(SELECTION, (call) => sheetOf(selection(call))),
    getActiveRange: recorded(SELECTION, (call) => openRange(selection(call))),
    getCurrentCell: recorded(SELECTION, (call) =>
      openRange({ ...selection(call), numRows: 1, numColumns: 1 }),
    ),
    getRange: local((call, a1) => rangeNamed(call, String(a1))),
    getRangeByName: recorded('Spreadsheet.getNamedRange', (call, name) => {
      const reference = host.workbook.getDefinedName(String(name))?.getFormulaOrRefString();
      if (reference !== undefined) return rangeNamed(call, reference.replace(/^=/, ''));
      // public scripts read cells such as A30:A165 of the open tab by it, too
      try {
        return rangeNamed(call, String(name));
      } catch {
        return null;
      }
    }),
    insertSheet: { writes: true, handle: (call, ...given) => openSheet(insertTab(host, call, given)) },
    deleteSheet: { writes: true, handle: (call, given) => deleteTab(parts, call, given) },
    toast: {
      writes: true,
      required: ['msg'],
      handle: ({ ui }, message, title, seconds) =>
        ui.toast(String(message).slice(0, MAX_TOAST_LENGTH), String(title ?? ''), seconds ?? TOAST_SECONDS),
    },
  });
}

function insertTab(host: HostWorkbook, { ui }: Caller, [name, ...rest]: readonly unknown[]): Tab {
  if (typeof name !== 'string' || rest.length > 0)
    throw new Error('Spreadsheet.insertSheet is only emulated with a name');
  checkName(infosOf(host), name);
  checkGrowth(host, NEW_SIZE.rowCount * NEW_SIZE.columnCount);
  const index = infosOf(host).length;
  const id = host.workbook.insertSheet(name, { index, sheet: NEW_SIZE }).getSheetId();
  ui.select(firstCell(id));
  return { id, name };
}

function deleteTab(parts: SpreadsheetParts, caller: Caller, given: unknown): void {
  const { workbook: host, charts, protections } = parts;
  const sheetId = dataOf<TabData>('Sheet', given)?.tab.id ?? '';
  if (infosOf(host).length === 1) throw new Error("You can't remove all the sheets in a document.");
  openTab(host, { id: sheetId });
  protections.check(caller, { ...WHOLE_TAB, sheetId });
  host.workbook.deleteSheet(sheetId);
  charts.set(sheetId, []);
}

/** Returns the selected cells, or the first cell of the first tab. */
function selectionOf(host: HostWorkbook, { cell, ui }: Caller): CellArea {
  const start = firstCell(infosOf(host)[0]?.id ?? '');
  const selected = cell ?? ui.selection() ?? start;
  return host.workbook.getSheetBySheetId(selected.sheetId) ? selected : start;
}

/** The emulated overload. */
interface NamedSheet {
  insertSheet(name: string): GoogleAppsScript.Spreadsheet.Sheet;
}

function appTable({ workbook, spreadsheet: { id } }: SpreadsheetParts, spreadsheet: Table, ui: Table): Table {
  const active = ({ inDocument }: Call) => (inDocument ? new Remote(spreadsheet, { id }) : null);
  const ofActive = (method: string) => {
    const handle = (call: Call) => {
      const file = active(call);
      if (!file) throw new Error('There is no active spreadsheet');
      return call.invoke(file, method);
    };
    return local(handle, { needs: 'spreadsheet' });
  };
  return serviceOf<GoogleAppsScript.Spreadsheet.SpreadsheetApp>('SpreadsheetApp', {
    ...RANGE_CONSTANTS,
    getActiveSpreadsheet: local(active, { needs: 'spreadsheet' }),
    getActiveSheet: ofActive('getActiveSheet'),
    getActiveRange: ofActive('getActiveRange'),
    getCurrentCell: ofActive('getCurrentCell'),
    flush: {
      needs: 'spreadsheet',
      records: 'Spreadsheet.flush',
      async handle() {
        await workbook.calculation.settled();
        workbook.custom.invalidateRemoved();
      },
    },
    getUi: local(({ mode }) => {
      if (WITH_SCREEN.includes(mode)) return new Remote(ui, {});
      throw new Error('Cannot call SpreadsheetApp.getUi() from this context.');
    }),
  });
}

async function rangeNamed({ invoke, self }: Call, a1: string): Promise<unknown> {
  const reference = parseA1(a1);
  const { sheetName } = reference ?? {};
  const sheet =
    reference &&
    (await (sheetName === undefined
      ? invoke(self, 'getActiveSheet')
      : invoke(self, 'getSheetByName', sheetName)));
  if (!sheet) throw new Error('Range not found');
  return invoke(sheet, 'getRange', a1.slice(a1.lastIndexOf('!') + 1));
}

function checkName(tabs: readonly Tab[], name: string): void {
  if (name === '') throw new Error('The sheet name must not be empty.');
  if (name.length > MAX_NAME_LENGTH)
    throw new Error(`The sheet name cannot be greater than ${MAX_NAME_LENGTH} characters.`);
  if (tabs.some((tab) => tab.name.toLowerCase() === name.toLowerCase()))
    throw new Error(`A sheet with the name "${name}" already exists. Please enter another name.`);
}

function firstCell(sheetId: string): CellArea {
  return { sheetId, row: 1, column: 1, numRows: 1, numColumns: 1 };
}
