/** SpreadsheetApp: the file and its tabs. */
import type { CellArea, ChartInfo, SheetInfo } from '../bridge/operations.js';
import type { HandlersOf } from '../services/define.js';
import type { SHEET } from '../services/sheet.js';
import type { SPREADSHEET, SPREADSHEET_APP } from '../services/spreadsheet.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller } from './handlers.js';
import { openTimeZone } from './time-zone.js';

/** Pixels of a column as Google makes it. */
const DEFAULT_WIDTH = 100;
const MAX_CELLS = 10_000_000;
const MAX_TOAST_LENGTH = 10_000;
/** Of a new tab. */
const NEW_SIZE = { rowCount: 1000, columnCount: 26 };

/** The properties of a spreadsheet, except its cells. */
export interface SpreadsheetProperties {
  readonly id: string;
  readonly url: string;
  readonly locale: string;
  timeZone: string;
}

export interface SpreadsheetOptions {
  readonly workbook: HostWorkbook;
  readonly properties: SpreadsheetProperties;
  readonly charts: Map<string, readonly ChartInfo[]>;
  /** Called when a chart came or went. */
  readonly onCharts: () => void;
  readonly onChange: () => void;
}

export interface SpreadsheetHandlers {
  readonly app: HandlersOf<Caller, typeof SPREADSHEET_APP>;
  readonly spreadsheet: HandlersOf<Caller, typeof SPREADSHEET>;
  readonly sheet: HandlersOf<Caller, typeof SHEET>;
}

export function createSpreadsheet(options: SpreadsheetOptions): SpreadsheetHandlers {
  const { workbook: host, properties, charts, onChange, onCharts } = options;
  const { workbook, cells } = host;
  const open = (sheetId: string) => {
    const sheet = workbook.getSheetBySheetId(sheetId);
    if (!sheet) throw new Error('The sheet does not exist');
    return sheet;
  };
  const infos = (): SheetInfo[] =>
    workbook.getSheets().map((sheet) => ({ id: sheet.getSheetId(), name: sheet.getSheetName() }));
  const checkName = (name: string): void => {
    if (name === '') throw new Error('The sheet name must not be empty.');
    if (infos().some((info) => info.name === name)) {
      throw new Error(`A sheet with the name "${name}" already exists. Please enter another name.`);
    }
  };
  const checkGrowth = (sheetId: string, rows: number, columns: number): void => {
    const total = workbook.getSheets().reduce((sum, sheet) => {
      const grows = sheet.getSheetId() === sheetId;
      return (
        sum + (sheet.getMaxRows() + (grows ? rows : 0)) * (sheet.getMaxColumns() + (grows ? columns : 0))
      );
    }, 0);
    if (total > MAX_CELLS) {
      throw new Error(
        `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
      );
    }
  };
  const selection = ({ cell, ui }: Caller): CellArea => {
    const [first] = infos();
    const start = { sheetId: first?.id ?? '', row: 1, column: 1, numRows: 1, numColumns: 1 };
    const selected = cell ?? ui.selection() ?? start;
    return workbook.getSheetBySheetId(selected.sheetId) ? selected : start;
  };

  const sizeOf = (_caller: Caller, sheetId: string) => ({
    rows: open(sheetId).getMaxRows(),
    columns: open(sheetId).getMaxColumns(),
  });

  const app: SpreadsheetHandlers['app'] = {
    async flush() {
      await host.calculation.settled();
      host.custom.forgetRemoved();
    },
  };
  const spreadsheet: SpreadsheetHandlers['spreadsheet'] = {
    getProperties: () => ({ ...properties, name: workbook.getName() }),
    setTimeZone: (_caller, timeZone) => {
      openTimeZone(timeZone);
      properties.timeZone = timeZone;
      onChange();
    },
    getSheets: infos,
    insertSheet: ({ ui }, name) => {
      const names = infos().map((info) => info.name);
      const free = Array.from({ length: names.length + 1 }, (_, i) => `Sheet${names.length + 1 + i}`);
      const chosen = name ?? free.find((one) => !names.includes(one)) ?? '';
      checkName(chosen);
      const sheet = workbook.insertSheet(chosen, { index: names.length, sheet: NEW_SIZE });
      const info = { id: sheet.getSheetId(), name: chosen };
      ui.select({ sheetId: info.id, row: 1, column: 1, numRows: 1, numColumns: 1 });
      return info;
    },
    deleteSheet: (_caller, sheetId) => {
      if (infos().length === 1) throw new Error("You can't remove all the sheets in a document.");
      open(sheetId);
      workbook.deleteSheet(sheetId);
      charts.delete(sheetId);
      onCharts();
    },
    setActiveSheet: ({ ui }, sheetId) =>
      ui.select({ sheetId: open(sheetId).getSheetId(), row: 1, column: 1, numRows: 1, numColumns: 1 }),
    getSelection: (caller) => {
      const area = selection(caller);
      return { ...area, sheetName: open(area.sheetId).getSheetName() };
    },
    getNamedRange: (_caller, name) =>
      workbook.getDefinedName(name)?.getFormulaOrRefString().replace(/^=|\$/g, '') ?? null,
    toast: ({ ui }, message, title, seconds) => ui.toast(message.slice(0, MAX_TOAST_LENGTH), title, seconds),
  };
  const sheet: SpreadsheetHandlers['sheet'] = {
    getMaxSize: sizeOf,
    bounds: sizeOf,
    getLastUsed: async (_caller, sheetId) => {
      await host.calculation.settled();
      open(sheetId);
      return cells.lastUsed(sheetId);
    },
    insertRows: (_caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      checkPlace(before, howMany, sheet.getMaxRows() + 1);
      checkGrowth(sheetId, howMany, 0);
      if (before > sheet.getMaxRows()) sheet.insertRowsAfter(sheet.getMaxRows() - 1, howMany);
      else sheet.insertRowsBefore(before - 1, howMany);
    },
    deleteRows: (_caller, sheetId, from, howMany) => {
      const sheet = open(sheetId);
      checkPlace(from, howMany, sheet.getMaxRows());
      if (howMany >= sheet.getMaxRows()) throw new Error("You can't delete all the rows on the sheet.");
      sheet.deleteRows(from - 1, Math.min(howMany, sheet.getMaxRows() - from + 1));
    },
    insertColumns: (_caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      checkPlace(before, howMany, sheet.getMaxColumns() + 1);
      checkGrowth(sheetId, 0, howMany);
      if (before > sheet.getMaxColumns()) sheet.insertColumnsAfter(sheet.getMaxColumns() - 1, howMany);
      else sheet.insertColumnsBefore(before - 1, howMany);
    },
    getFrozenRows: (_caller, sheetId) => Math.max(0, open(sheetId).getFrozenRows()),
    getColumnWidth: (_caller, sheetId, column) => {
      if (column < 1 || column > open(sheetId).getMaxColumns())
        throw new Error('Those columns are out of bounds.');
      return open(sheetId).getSheet().getConfig().columnData[column - 1]?.w ?? DEFAULT_WIDTH;
    },
    setFrozenRows: (_caller, sheetId, rows) => void open(sheetId).setFrozenRows(rows),
    setColumnWidth: (_caller, sheetId, column, pixels) =>
      void open(sheetId).setColumnWidth(column - 1, pixels),
    insertChart: (_caller, sheetId, chart) => {
      open(sheetId);
      charts.set(sheetId, [...(charts.get(sheetId) ?? []), chart]);
      onCharts();
    },
    getCharts: (_caller, sheetId) => [...(charts.get(sheetId) ?? [])],
    removeChart: (_caller, sheetId, chartId) => {
      charts.set(
        sheetId,
        (charts.get(sheetId) ?? []).filter(({ id }) => id !== chartId),
      );
      onCharts();
    },
  };
  return { app, spreadsheet, sheet };
}

function checkPlace(from: number, howMany: number, last: number): void {
  if (!Number.isInteger(from) || from < 1 || from > last)
    throw new Error('Those rows or columns are out of bounds.');
  if (!Number.isInteger(howMany) || howMany < 1)
    throw new Error('The number of rows or columns must be at least 1.');
}
