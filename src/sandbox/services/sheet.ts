/** Sheet: the rows, columns and charts of one tab of the spreadsheet. */
import { parseA1 } from '../bridge/a1-notation.js';
import type { ChartInfo } from '../bridge/operations.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller } from './caller.js';
import { createCellWriter, type SpreadsheetParts } from './cell-writer.js';
import { infoOf, openBuilder, openChart } from './charts.js';
import { type Call, dataOf, type Method, Remote, type Table, tableOf } from './define.js';
import { WHOLE_TAB } from './protections.js';
import type { RangeData } from './range.js';
import { checkGrowth, checkPlace, infosOf, openTab, type Tab } from './tabs.js';
import { contentOf } from './written-values.js';

/** Google's default width of a column in pixels. */
const DEFAULT_WIDTH = 100;

type Sheet = GoogleAppsScript.Spreadsheet.Sheet & Ranges;
type MethodOf<Member> = Member extends (...args: infer Args) => unknown ? Method<Tab, Args> : never;
type Methods = { readonly [Name in keyof Sheet]?: MethodOf<Sheet[Name]> };

/** All overloads in one. */
interface Ranges {
  getRange(
    row: string | number,
    column?: number,
    numRows?: number,
    numColumns?: number,
  ): GoogleAppsScript.Spreadsheet.Range;
}

/** A method that changes the tab and returns the sheet. */
const change = { writes: true, chains: true } as const;

export function sheetTable(parts: SpreadsheetParts, range: Table): Table {
  return tableOf<Sheet, Tab>(
    { kind: 'Sheet' },
    {
      ...content(parts.workbook, range),
      ...sizes(parts),
      ...rows(parts),
      ...columns(parts),
      ...charts(parts),
    },
  );
}

function content(host: HostWorkbook, range: Table) {
  const lastUsed = async (tab: Tab) => {
    await host.calculation.settled();
    openTab(host, tab);
    return host.cells.lastUsed(tab.id);
  };
  return {
    getName: {
      records: 'Spreadsheet.getSheets',
      handle: (_call, { id, name }) => infosOf(host).find((one) => one.id === id)?.name ?? name,
    },
    getType: { local: true, handle: (_call, { type = 'GRID' }) => type },
    // Google's ids of tabs are numbers
    getSheetId: { local: true, handle: (_call, { id }) => numericId(id) },
    getRange: {
      local: true,
      handle(call, tab, row, column = Number.NaN, numRows = 1, numColumns = 1) {
        const sheet = openTab(host, tab);
        const bounds = { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
        if (typeof row === 'string') return rangeNamed(call, range, row, bounds);
        return rangeAt(call.self, range, [row, column, numRows, numColumns], bounds);
      },
    },
    getDataRange: {
      records: 'Sheet.getLastUsed',
      async handle(call, tab) {
        const { row, column } = await lastUsed(tab);
        return rangeAt(call.self, range, [1, 1, Math.max(1, row), Math.max(1, column)]);
      },
    },
    clear: {
      ...change,
      local: true,
      handle: async (call) => call.invoke(await call.invoke(call.self, 'getDataRange'), 'clear'),
    },
    clearNotes: {
      ...change,
      local: true,
      async handle(call) {
        const cells = await call.invoke(call.self, 'getDataRange');
        const notes = (await call.invoke(cells, 'getNotes')) as string[][];
        await call.invoke(
          cells,
          'setNotes',
          notes.map((row) => row.map(() => '')),
        );
      },
    },
    activate: {
      ...change,
      records: 'Spreadsheet.setActiveSheet',
      handle({ ui }, tab) {
        openTab(host, tab);
        ui.select({ sheetId: tab.id, row: 1, column: 1, numRows: 1, numColumns: 1 });
      },
    },
  } satisfies Methods;
}

/** A tab's object remembers the size until the object changes the tab. */
function sizes({ workbook: host }: SpreadsheetParts) {
  const sizeOf = (tab: Tab) => {
    const sheet = openTab(host, tab);
    tab.size ??= { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
    return tab.size;
  };
  const read = (side: 'rows' | 'columns') =>
    ({
      local: (_caller: Caller, { size }: Tab) => size !== undefined,
      records: 'Sheet.getMaxSize',
      handle: (_call: Call, tab: Tab) => sizeOf(tab)[side],
    }) as const;
  return { getMaxRows: read('rows'), getMaxColumns: read('columns') } satisfies Methods;
}

function rows(parts: SpreadsheetParts) {
  const { workbook: host, protections } = parts;
  const { setValues } = createCellWriter(parts);
  const insert = (caller: Caller, tab: Tab, before: number, howMany: number): void => {
    const sheet = openTab(host, tab);
    const last = sheet.getMaxRows();
    checkPlace(before, howMany, last + 1);
    // no source says when Google refuses new rows beside protected ones; here, the next row decides
    protections.check(caller, { ...WHOLE_TAB, sheetId: tab.id, row: Math.min(before, last), numRows: 1 });
    checkGrowth(host, howMany * sheet.getMaxColumns());
    if (before > last) sheet.insertRowsAfter(last - 1, howMany);
    else sheet.insertRowsBefore(before - 1, howMany);
    if (tab.size) tab.size = { ...tab.size, rows: tab.size.rows + howMany };
  };
  return {
    insertRowsBefore: {
      ...change,
      records: 'Sheet.insertRows',
      handle: (call, tab, before, howMany) => insert(call, tab, before, howMany),
    },
    insertRowsAfter: {
      ...change,
      records: 'Sheet.insertRows',
      handle: (call, tab, after, howMany) => insert(call, tab, after + 1, howMany),
    },
    deleteRows: {
      ...change,
      handle(call, tab, from, howMany) {
        const sheet = openTab(host, tab);
        const last = sheet.getMaxRows();
        checkPlace(from, howMany, last);
        if (howMany >= last) throw new Error("You can't delete all the rows on the sheet.");
        checkPlace(from + howMany - 1, howMany, last);
        protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, row: from, numRows: howMany });
        sheet.deleteRows(from - 1, howMany);
        tab.size = undefined;
      },
    },
    // in one step: of rows that are appended at the same moment, none takes the place of another
    appendRow: {
      ...change,
      required: ['rowContents'],
      async handle(call, tab, given) {
        const contents = given.map(contentOf);
        await host.calculation.settled();
        const sheet = openTab(host, tab);
        const row = host.cells.lastUsed(tab.id).row + 1;
        if (contents.length > sheet.getMaxColumns())
          throw new Error('Sheet.appendRow of more cells than the sheet has columns is not emulated');
        if (row > sheet.getMaxRows()) {
          checkGrowth(host, sheet.getMaxColumns());
          sheet.insertRowsAfter(row - 2, 1);
        }
        const area = { sheetId: tab.id, row, column: 1, numRows: 1, numColumns: contents.length };
        setValues(call, area, (_r, c) => contents[c] ?? '');
        tab.size = undefined;
      },
    },
    getFrozenRows: { handle: (_call, tab) => Math.max(0, openTab(host, tab).getFrozenRows()) },
    setFrozenRows: {
      ...change,
      handle(_call, tab, count) {
        const sheet = openTab(host, tab);
        if (count >= sheet.getMaxRows()) throw new Error("You can't freeze all visible rows on the sheet.");
        sheet.setFrozenRows(count);
      },
    },
  } satisfies Methods;
}

function columns({ workbook: host, protections }: SpreadsheetParts) {
  const openWithColumn = (tab: Tab, column: number) => {
    const sheet = openTab(host, tab);
    if (column < 1 || column > sheet.getMaxColumns()) throw new Error('Those columns are out of bounds.');
    return sheet;
  };
  return {
    insertColumnsAfter: {
      ...change,
      records: 'Sheet.insertColumns',
      handle(call, tab, after, howMany) {
        const sheet = openTab(host, tab);
        const [before, last] = [after + 1, sheet.getMaxColumns()];
        checkPlace(before, howMany, last + 1);
        const column = Math.min(before, last);
        protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, column, numColumns: 1 });
        checkGrowth(host, howMany * sheet.getMaxRows());
        if (before > last) sheet.insertColumnsAfter(last - 1, howMany);
        else sheet.insertColumnsBefore(before - 1, howMany);
        tab.size = undefined;
      },
    },
    getColumnWidth: {
      handle: (_call, tab, column) =>
        openWithColumn(tab, column).getSheet().getConfig().columnData[column - 1]?.w ?? DEFAULT_WIDTH,
    },
    setColumnWidth: {
      ...change,
      handle: (_call, tab, column, pixels) =>
        void openWithColumn(tab, column).setColumnWidth(column - 1, pixels),
    },
  } satisfies Methods;
}

function charts({ workbook, charts: stored, protections }: SpreadsheetParts) {
  // no source says if people may change a chart over protected cells; here, the chart's anchor cell decides
  const checkChart = (caller: Caller, sheetId: string, { row, column }: ChartInfo) =>
    protections.check(caller, { sheetId, row, column, numRows: 1, numColumns: 1 });
  return {
    newChart: { local: true, handle: openBuilder },
    getCharts: { handle: (_call, { id }) => stored.of(id).map(openChart) },
    insertChart: {
      ...change,
      handle(call, tab, given) {
        const chart = infoOf(given);
        openTab(workbook, tab);
        checkChart(call, tab.id, chart);
        stored.set(tab.id, [...stored.of(tab.id), chart]);
      },
    },
    removeChart: {
      ...change,
      handle(call, { id }, given) {
        const gone = infoOf(given).id;
        const all = stored.of(id);
        for (const chart of all) if (chart.id === gone) checkChart(call, id, chart);
        const others = all.filter((chart) => chart.id !== gone);
        stored.set(id, others);
      },
    },
  } satisfies Methods;
}

interface Bounds {
  readonly rows: number;
  readonly columns: number;
}

async function rangeNamed({ invoke, self }: Call, table: Table, a1: string, bounds: Bounds) {
  const reference = parseA1(a1);
  if (!reference) throw new Error('Range not found');
  const { sheetName, row, column, lastRow = bounds.rows, lastColumn = bounds.columns } = reference;
  if (sheetName !== undefined && sheetName !== (await invoke(self, 'getName')))
    throw new Error('Range not found');
  return rangeAt(self, table, [row, column, lastRow - row + 1, lastColumn - column + 1], bounds);
}

/** @throws Google's error for a range that is invalid or outside the bounds */
function rangeAt(
  sheet: Remote,
  table: Table,
  numbers: readonly [row: number, column: number, numRows: number, numColumns: number],
  { rows, columns }: Bounds = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY },
): Remote {
  const [row, column, numRows, numColumns] = numbers;
  if (!numbers.every(Number.isInteger)) throw new Error('Range not found');
  if (row < 1) throw new Error('The starting row of the range is too small.');
  if (column < 1) throw new Error('The starting column of the range is too small.');
  if (numRows < 1) throw new Error('The number of rows in the range must be at least 1.');
  if (numColumns < 1) throw new Error('The number of columns in the range must be at least 1.');
  if (row + numRows - 1 > rows || column + numColumns - 1 > columns)
    throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
  const { id: sheetId } = dataOf<Tab>('Sheet', sheet) as Tab;
  return new Remote(table, {
    sheet,
    area: { sheetId, row, column, numRows, numColumns },
  } satisfies RangeData);
}

function numericId(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
