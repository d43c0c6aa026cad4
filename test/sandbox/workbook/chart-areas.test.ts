/** Where charts are, and what they draw, after rows and columns have come or gone. */
import type { ChartsByTab } from '../../../src/sandbox/bridge/operations.js';
import { type Shift, shiftCharts } from '../../../src/sandbox/workbook/chart-areas.js';

/** A chart at row 3 that draws rows 10 to 14. */
const CHARTS: ChartsByTab = {
  a: [
    {
      id: 'chart',
      type: 'BAR',
      row: 3,
      column: 1,
      options: {},
      ranges: [{ sheetId: 'a', row: 10, column: 8, numRows: 5, numColumns: 2 }],
    },
  ],
};
const shifted = (shift: Partial<Shift>) => {
  const [chart] = shiftCharts(CHARTS, { sheetId: 'a', axis: 'row', first: 1, count: 1, ...shift })['a']!;
  const { row = 0, column = 0, numRows = 0, numColumns = 0 } = chart?.ranges[0] ?? {};
  return [chart?.row, chart?.column, row, column, numRows, numColumns];
};

test.each<[string, Partial<Shift>, number[]]>([
  ['rows above the chart', { count: 2 }, [5, 1, 12, 8, 5, 2]],
  ['rows right above the table', { first: 10, count: 2 }, [3, 1, 12, 8, 5, 2]],
  ['rows within the table', { first: 11, count: 2 }, [3, 1, 10, 8, 7, 2]],
  ['rows below the table', { first: 15, count: 2 }, [3, 1, 10, 8, 5, 2]],
  ['columns between chart and table', { axis: 'column', first: 4, count: 3 }, [3, 1, 10, 11, 5, 2]],
])('%s came', (_, shift, expected) => expect(shifted(shift)).toEqual(expected));

test.each<[string, Partial<Shift>, number[]]>([
  ['rows above the chart', { count: -2 }, [1, 1, 8, 8, 5, 2]],
  ['the row of the chart', { first: 3, count: -1 }, [3, 1, 9, 8, 5, 2]],
  ['the first rows of the table and some above', { first: 9, count: -3 }, [3, 1, 9, 8, 3, 2]],
  ['the last rows of the table and some below', { first: 13, count: -9 }, [3, 1, 10, 8, 3, 2]],
  ['the whole table', { first: 5, count: -30 }, [3, 1, 5, 8, 0, 2]],
])('%s went', (_, shift, expected) => expect(shifted(shift)).toEqual(expected));

test('another tab, or rows below, change nothing at all', () => {
  expect(shiftCharts(CHARTS, { sheetId: 'b', axis: 'row', first: 1, count: 9 })).toBe(CHARTS);
  expect(shiftCharts(CHARTS, { sheetId: 'a', axis: 'row', first: 40, count: -1 })).toBe(CHARTS);
});
