/** Sheet: the rows, columns and charts of a tab. */
import type { HandlersOf } from '../services/define.js';
import { SHEET } from '../services/sheet.js';
import type { HostCharts } from '../workbook/charts.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller } from './caller.js';
import { type Service, serviceOf } from './dispatch.js';

/** Pixels of a column as Google makes it. */
const DEFAULT_WIDTH = 100;
const MAX_CELLS = 10_000_000;

type SheetHandlers = HandlersOf<Caller, typeof SHEET>;

export interface SheetOptions {
  readonly workbook: HostWorkbook;
  readonly charts: HostCharts;
}

export function sheetService(options: SheetOptions): Service {
  return serviceOf(SHEET, {
    ...rowsAndColumns(options.workbook),
    ...look(options.workbook),
    ...chartHandlers(options),
  });
}

/** @throws if there is no such tab */
export function openTab({ workbook }: HostWorkbook, sheetId: string) {
  const sheet = workbook.getSheetBySheetId(sheetId);
  if (!sheet) throw new Error('The sheet does not exist');
  return sheet;
}

type Sizes = 'bounds' | 'getLastUsed' | 'getMaxSize' | 'deleteRows' | 'insertColumns' | 'insertRows';

function rowsAndColumns(host: HostWorkbook): Pick<SheetHandlers, Sizes> {
  const open = (sheetId: string) => openTab(host, sheetId);
  const sizeOf = (_caller: Caller, sheetId: string) => ({
    rows: open(sheetId).getMaxRows(),
    columns: open(sheetId).getMaxColumns(),
  });
  return {
    getMaxSize: sizeOf,
    bounds: sizeOf,
    getLastUsed: async (_caller, sheetId) => {
      await host.calculation.settled();
      open(sheetId);
      return host.cells.lastUsed(sheetId);
    },
    insertRows: (_caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      checkPlace(before, howMany, sheet.getMaxRows() + 1);
      checkGrowth(host, sheetId, howMany, 0);
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
      checkGrowth(host, sheetId, 0, howMany);
      if (before > sheet.getMaxColumns()) sheet.insertColumnsAfter(sheet.getMaxColumns() - 1, howMany);
      else sheet.insertColumnsBefore(before - 1, howMany);
    },
  };
}

type Looks = 'getColumnWidth' | 'getFrozenRows' | 'setColumnWidth' | 'setFrozenRows';

function look(host: HostWorkbook): Pick<SheetHandlers, Looks> {
  const open = (sheetId: string) => openTab(host, sheetId);
  return {
    getFrozenRows: (_caller, sheetId) => Math.max(0, open(sheetId).getFrozenRows()),
    getColumnWidth: (_caller, sheetId, column) => {
      if (column < 1 || column > open(sheetId).getMaxColumns())
        throw new Error('Those columns are out of bounds.');
      return open(sheetId).getSheet().getConfig().columnData[column - 1]?.w ?? DEFAULT_WIDTH;
    },
    setFrozenRows: (_caller, sheetId, rows) => void open(sheetId).setFrozenRows(rows),
    setColumnWidth: (_caller, sheetId, column, pixels) =>
      void open(sheetId).setColumnWidth(column - 1, pixels),
  };
}

function chartHandlers({
  workbook,
  charts,
}: SheetOptions): Pick<SheetHandlers, 'getCharts' | 'insertChart' | 'removeChart'> {
  return {
    getCharts: (_caller, sheetId) => charts.of(sheetId),
    insertChart(_caller, sheetId, chart) {
      openTab(workbook, sheetId);
      charts.set(sheetId, [...charts.of(sheetId), chart]);
    },
    removeChart: (_caller, sheetId, chartId) =>
      charts.set(
        sheetId,
        charts.of(sheetId).filter(({ id }) => id !== chartId),
      ),
  };
}

function checkPlace(from: number, howMany: number, last: number): void {
  if (!Number.isInteger(from) || from < 1 || from > last)
    throw new Error('Those rows or columns are out of bounds.');
  if (!Number.isInteger(howMany) || howMany < 1)
    throw new Error('The number of rows or columns must be at least 1.');
}

/** @throws Google's error where a tab of the workbook would become too large */
function checkGrowth({ workbook }: HostWorkbook, sheetId: string, rows: number, columns: number): void {
  const sizes = workbook.getSheets().map((sheet) => {
    const grows = sheet.getSheetId() === sheetId;
    return (sheet.getMaxRows() + (grows ? rows : 0)) * (sheet.getMaxColumns() + (grows ? columns : 0));
  });
  if (sizes.reduce((sum, size) => sum + size, 0) <= MAX_CELLS) return;
  throw new Error(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
  );
}
