/** SpreadsheetApp: the file and its tabs. */
import { a1Of } from '../bridge/a1-notation.js';
import type { CellArea, ChartInfo, SheetInfo } from '../bridge/operations.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller, Handlers, OperationsOf } from './handlers.js';
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

type SpreadsheetOperations =
  | OperationsOf<'internal'>
  | OperationsOf<'Spreadsheet'>
  | Exclude<OperationsOf<'Sheet'>, 'Sheet.appendRow'>;

export function createSpreadsheet(options: SpreadsheetOptions): Handlers<SpreadsheetOperations> {
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

  return {
    'Spreadsheet.getProperties': () => ({ ...properties, name: workbook.getName() }),
    'Spreadsheet.setTimeZone': (_caller, timeZone) => {
      openTimeZone(timeZone);
      properties.timeZone = timeZone;
      onChange();
    },
    'Spreadsheet.setName': (_caller, name) => void workbook.setName(name),
    'Spreadsheet.getSheets': infos,
    'Spreadsheet.insertSheet': ({ ui }, name, index) => {
      const names = infos().map((info) => info.name);
      const free = Array.from({ length: names.length + 1 }, (_, i) => `Sheet${names.length + 1 + i}`);
      const chosen = name ?? free.find((one) => !names.includes(one)) ?? '';
      checkName(chosen);
      const sheet = workbook.insertSheet(chosen, {
        index: Math.min(index ?? names.length, names.length),
        sheet: NEW_SIZE,
      });
      const info = { id: sheet.getSheetId(), name: chosen };
      ui.select({ sheetId: info.id, row: 1, column: 1, numRows: 1, numColumns: 1 });
      return info;
    },
    'Spreadsheet.deleteSheet': (_caller, sheetId) => {
      if (infos().length === 1) throw new Error("You can't remove all the sheets in a document.");
      open(sheetId);
      workbook.deleteSheet(sheetId);
      charts.delete(sheetId);
      onCharts();
    },
    'Spreadsheet.setActiveSheet': ({ ui }, sheetId) =>
      ui.select({ sheetId: open(sheetId).getSheetId(), row: 1, column: 1, numRows: 1, numColumns: 1 }),
    'Spreadsheet.getSelection': (caller) => {
      const area = selection(caller);
      return { ...area, sheetName: open(area.sheetId).getSheetName() };
    },
    'Spreadsheet.getNamedRange': (_caller, name) =>
      workbook.getDefinedName(name)?.getFormulaOrRefString().replace(/^=|\$/g, '') ?? null,
    'Spreadsheet.setNamedRange': (_caller, name, { sheetId, row, column, numRows, numColumns }) => {
      workbook.getDefinedName(name)?.delete();
      const sheet = open(sheetId).getSheetName().replace(/'/g, "''");
      workbook.insertDefinedName(name, `'${sheet}'!${a1Of(row, column, numRows, numColumns)}`);
    },
    'Spreadsheet.toast': ({ ui }, message, title, seconds) =>
      ui.toast(message.slice(0, MAX_TOAST_LENGTH), title, seconds),
    'Spreadsheet.flush': async () => {
      await host.calculation.settled();
      host.custom.forgetRemoved();
    },

    'Sheet.getMaxSize': sizeOf,
    'internal.sheetBounds': sizeOf,
    'Sheet.getLastUsed': async (_caller, sheetId) => {
      await host.calculation.settled();
      open(sheetId);
      return cells.lastUsed(sheetId);
    },
    'Sheet.setName': (_caller, sheetId, name) => {
      const sheet = open(sheetId);
      if (sheet.getSheetName() === name) return;
      checkName(name);
      sheet.setName(name);
    },
    'Sheet.insertRows': (_caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      checkPlace(before, howMany, sheet.getMaxRows() + 1);
      checkGrowth(sheetId, howMany, 0);
      if (before > sheet.getMaxRows()) sheet.insertRowsAfter(sheet.getMaxRows() - 1, howMany);
      else sheet.insertRowsBefore(before - 1, howMany);
    },
    'Sheet.deleteRows': (_caller, sheetId, from, howMany) => {
      const sheet = open(sheetId);
      checkPlace(from, howMany, sheet.getMaxRows());
      if (howMany >= sheet.getMaxRows()) throw new Error("You can't delete all the rows on the sheet.");
      sheet.deleteRows(from - 1, Math.min(howMany, sheet.getMaxRows() - from + 1));
    },
    'Sheet.insertColumns': (_caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      checkPlace(before, howMany, sheet.getMaxColumns() + 1);
      checkGrowth(sheetId, 0, howMany);
      if (before > sheet.getMaxColumns()) sheet.insertColumnsAfter(sheet.getMaxColumns() - 1, howMany);
      else sheet.insertColumnsBefore(before - 1, howMany);
    },
    'Sheet.deleteColumns': (_caller, sheetId, from, howMany) => {
      const sheet = open(sheetId);
      checkPlace(from, howMany, sheet.getMaxColumns());
      if (howMany >= sheet.getMaxColumns()) throw new Error("You can't delete all the columns on the sheet.");
      sheet.deleteColumns(from - 1, Math.min(howMany, sheet.getMaxColumns() - from + 1));
    },
    'Sheet.getFrozenRows': (_caller, sheetId) => Math.max(0, open(sheetId).getFrozenRows()),
    'Sheet.getColumnWidth': (_caller, sheetId, column) => {
      if (column < 1 || column > open(sheetId).getMaxColumns())
        throw new Error('Those columns are out of bounds.');
      return open(sheetId).getSheet().getConfig().columnData[column - 1]?.w ?? DEFAULT_WIDTH;
    },
    'Sheet.setFrozenRows': (_caller, sheetId, rows) => void open(sheetId).setFrozenRows(rows),
    'Sheet.setColumnWidth': (_caller, sheetId, column, pixels) =>
      void open(sheetId).setColumnWidth(column - 1, pixels),
    'Sheet.insertChart': (_caller, sheetId, chart) => {
      open(sheetId);
      charts.set(sheetId, [...(charts.get(sheetId) ?? []), chart]);
      onCharts();
    },
    'Sheet.getCharts': (_caller, sheetId) => [...(charts.get(sheetId) ?? [])],
    'Sheet.removeChart': (_caller, sheetId, chartId) => {
      charts.set(
        sheetId,
        (charts.get(sheetId) ?? []).filter(({ id }) => id !== chartId),
      );
      onCharts();
    },
  };
}

function checkPlace(from: number, howMany: number, last: number): void {
  if (!Number.isInteger(from) || from < 1 || from > last)
    throw new Error('Those rows or columns are out of bounds.');
  if (!Number.isInteger(howMany) || howMany < 1)
    throw new Error('The number of rows or columns must be at least 1.');
}
