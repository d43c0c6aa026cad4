/** Tabs and blocks of cells of the open spreadsheet; see platform.ts. */
import type { Area, Grid, Tab } from '../platform.js';
import { readLinks, writeLinks } from './links.js';
import { formatTable } from './table-look.js';

export const googleGrid: Grid = {
  selection() {
    const range = SpreadsheetApp.getActiveRange();
    return range ? placeOf(range) : undefined;
  },
  range(name) {
    const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
    try {
      return placeOf(spreadsheet.getRangeByName(name) ?? spreadsheet.getRange(name));
    } catch {
      return undefined;
    }
  },
  tabs: () => SpreadsheetApp.getActiveSpreadsheet().getSheets().map(tabOf),
  insert(name) {
    return tabOf(SpreadsheetApp.getActiveSpreadsheet().insertSheet(name));
  },
  flush: () => SpreadsheetApp.flush(),
};

function placeOf(range: GoogleAppsScript.Spreadsheet.Range): { readonly tab: Tab; readonly area: Area } {
  return {
    tab: tabOf(range.getSheet()),
    area: {
      row: range.getRow(),
      column: range.getColumn(),
      numRows: range.getNumRows(),
      numColumns: range.getNumColumns(),
    },
  };
}

const CHART_TYPES = {
  stacked: () => Charts.ChartType.COLUMN,
  bar: () => Charts.ChartType.BAR,
  pie: () => Charts.ChartType.PIE,
  map: () => Charts.ChartType.GEO,
} as const;

function tabOf(sheet: GoogleAppsScript.Spreadsheet.Sheet): Tab {
  const rangeOf = ({ row, column, numRows, numColumns }: Area) =>
    sheet.getRange(row, column, numRows, numColumns);
  return {
    id: sheet.getSheetId(),
    name: () => sheet.getName(),
    size: () => ({ rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() }),
    used() {
      const range = sheet.getDataRange();
      const [rows, columns] = [range.getLastRow(), range.getLastColumn()];
      // of an empty tab it is the first cell
      const isEmpty = rows === 1 && columns === 1 && range.isBlank();
      return isEmpty ? { rows: 0, columns: 0 } : { rows, columns };
    },
    values: (area) => rangeOf(area).getValues(),
    formulas: (area) => rangeOf(area).getFormulas(),
    notes: (area) => rangeOf(area).getNotes(),
    canEdit(area) {
      try {
        return rangeOf(area).canEdit();
      } catch {
        return true;
      }
    },
    write: (area, values) => void rangeOf(area).setValues(values.map((row) => [...row])),
    writeFormulas: (area, formulas) => void rangeOf(area).setFormulas(formulas.map((row) => [...row])),
    writeNotes: (area, notes) => void rangeOf(area).setNotes(notes.map((row) => [...row])),
    links: (area) => readLinks(rangeOf(area)),
    link: (area, to) => writeLinks(rangeOf(area), to),
    clear: (area) => void rangeOf(area).clearContent(),
    insertRows: (before, count) => void sheet.insertRowsBefore(before, count),
    formatLike(row, first, count) {
      const columns = sheet.getMaxColumns();
      const to = sheet.getRange(first, 1, count, columns);
      sheet.getRange(row, 1, 1, columns).copyTo(to, SpreadsheetApp.CopyPasteType.PASTE_FORMAT, false);
    },
    deleteRows: (first, count) => void sheet.deleteRows(first, count),
    addRows: (count) => void sheet.insertRowsAfter(sheet.getMaxRows(), count),
    addColumns: (count) => void sheet.insertColumnsAfter(sheet.getMaxColumns(), count),
    format: (look) => formatTable(sheet, 1, 1, look),
    freezeHeader: () => void sheet.setFrozenRows(1),
    addChart({ type, title, area, row, column, region }) {
      const chart = sheet
        .newChart()
        .setChartType(CHART_TYPES[type]())
        .addRange(rangeOf(area))
        .setNumHeaders(1)
        .setOption('title', title)
        .setOption('isStacked', type === 'stacked')
        .setPosition(row, column, 0, 0);
      if (region) chart.setOption('region', region).setOption('resolution', 'provinces');
      sheet.insertChart(chart.build());
    },
    removeCharts() {
      for (const chart of sheet.getCharts()) sheet.removeChart(chart);
    },
  };
}
