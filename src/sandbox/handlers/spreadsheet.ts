/** SpreadsheetApp: the file and the list of its tabs. */
import type { CellArea, SheetInfo } from '../bridge/operations.js';
import { SPREADSHEET, SPREADSHEET_APP } from '../methods/spreadsheet.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller } from './caller.js';
import { type Service, serviceOf } from './dispatch.js';
import { WHOLE_TAB } from './protections.js';
import { checkGrowth, openTab } from './sheet.js';
import type { SpreadsheetParts } from './spreadsheet-parts.js';

const MAX_TOAST_LENGTH = 10_000;
const MAX_NAME_LENGTH = 100;
const NEW_SIZE = { rowCount: 1000, columnCount: 26 };

const firstCell = (sheetId: string): CellArea => ({ sheetId, row: 1, column: 1, numRows: 1, numColumns: 1 });

export function spreadsheetServices(parts: SpreadsheetParts): readonly Service[] {
  const { workbook: host, spreadsheet: properties, charts, protections } = parts;
  const { workbook } = host;
  const open = (sheetId: string) => openTab(host, sheetId);
  const infos = (): SheetInfo[] =>
    workbook.getSheets().map((sheet) => ({
      id: sheet.getSheetId(),
      name: sheet.getSheetName(),
      ...(sheet.getSheet().getConfig().custom?.['type'] === 'OBJECT' && { type: 'OBJECT' as const }),
    }));
  const checkName = (name: string): void => {
    if (name === '') throw new Error('The sheet name must not be empty.');
    if (name.length > MAX_NAME_LENGTH)
      throw new Error(`The sheet name cannot be greater than ${MAX_NAME_LENGTH} characters.`);
    if (infos().some((info) => info.name.toLowerCase() === name.toLowerCase())) {
      throw new Error(`A sheet with the name "${name}" already exists. Please enter another name.`);
    }
  };
  const selection = ({ cell, ui }: Caller): CellArea => {
    const [first] = infos();
    const start = firstCell(first?.id ?? '');
    const selected = cell ?? ui.selection() ?? start;
    return workbook.getSheetBySheetId(selected.sheetId) ? selected : start;
  };

  const spreadsheet = serviceOf(SPREADSHEET, {
    getProperties: () => properties,
    getSheets: infos,
    insertSheet: ({ ui }, name) => {
      checkName(name);
      checkGrowth(host, NEW_SIZE.rowCount * NEW_SIZE.columnCount);
      const id = workbook.insertSheet(name, { index: infos().length, sheet: NEW_SIZE }).getSheetId();
      ui.select(firstCell(id));
      return { id, name };
    },
    deleteSheet: (caller, sheetId) => {
      if (infos().length === 1) throw new Error("You can't remove all the sheets in a document.");
      open(sheetId);
      protections.check(caller, { ...WHOLE_TAB, sheetId });
      workbook.deleteSheet(sheetId);
      charts.set(sheetId, []);
    },
    setActiveSheet: ({ ui }, sheetId) => ui.select(firstCell(open(sheetId).getSheetId())),
    getSelection: (caller) => {
      const area = selection(caller);
      return { ...area, sheetName: open(area.sheetId).getSheetName() };
    },
    getNamedRange: (_caller, name) =>
      workbook.getDefinedName(name)?.getFormulaOrRefString().replace(/^=|\$/g, '') ?? null,
    toast: ({ ui }, message, title, seconds) => ui.toast(message.slice(0, MAX_TOAST_LENGTH), title, seconds),
  });
  return [appService(host), spreadsheet];
}

function appService({ calculation, custom }: HostWorkbook): Service {
  return serviceOf(SPREADSHEET_APP, {
    async flush() {
      await calculation.settled();
      custom.invalidateRemoved();
    },
  });
}
