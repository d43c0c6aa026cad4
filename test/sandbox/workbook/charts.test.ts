/** The position and the ranges of charts after insertions and deletions of rows and columns. */
import { useOneHost } from '../../support/host.js';

const CODE = `
const sheet = () => SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1');
function draw() {
  const tab = sheet();
  for (const chart of tab.getCharts()) tab.removeChart(chart);
  tab.insertChart(tab.newChart().addRange(tab.getRange('H10:I14')).setPosition(3, 1, 0, 0).build());
}
function addRows(before, count) { sheet().insertRowsBefore(before, count); }
function dropRows(first, count) { sheet().deleteRows(first, count); }
function addColumns(before, count) { sheet().insertColumnsAfter(before - 1, count); }
function addTab() { return SpreadsheetApp.getActiveSpreadsheet().insertSheet('Other').insertRowsBefore(1, 9).getName(); }
`;

const host = useOneHost({ code: CODE });

/** Returns the chart's cell and its only range. */
const place = () => {
  const [chart] = Object.values(host.charts()).flat();
  const [range] = chart?.ranges ?? [];
  return [chart?.row, chart?.column, range?.row, range?.column, range?.numRows, range?.numColumns];
};

beforeEach(() => host.run('draw'));

test.each<[string, string, number[], number[]]>([
  ['rows above the chart', 'addRows', [1, 2], [5, 1, 12, 8, 5, 2]],
  ['rows at the chart', 'addRows', [3, 1], [4, 1, 11, 8, 5, 2]],
  ['rows right above the table', 'addRows', [10, 2], [3, 1, 12, 8, 5, 2]],
  ['rows within the table', 'addRows', [11, 2], [3, 1, 10, 8, 7, 2]],
  ['rows below the table', 'addRows', [15, 2], [3, 1, 10, 8, 5, 2]],
  ['columns between chart and table', 'addColumns', [4, 3], [3, 1, 10, 11, 5, 2]],
])('after an insertion: %s', async (_, name, args, expected) => {
  await host.run(name, args);
  expect(place()).toEqual(expected);
});

test.each<[string, number[], (number | undefined)[]]>([
  ['rows above the chart', [1, 2], [1, 1, 8, 8, 5, 2]],
  ['the row of the chart', [3, 1], [3, 1, 9, 8, 5, 2]],
  ['the row of the chart and some around it', [2, 4], [2, 1, 6, 8, 5, 2]],
  ['the first rows of the table and some above', [9, 3], [3, 1, 9, 8, 3, 2]],
  ['the last rows of the table and some below', [13, 9], [3, 1, 10, 8, 3, 2]],
  ['the whole table', [5, 30], [3, 1, undefined, undefined, undefined, undefined]],
])('after a deletion: %s', async (_, args, expected) => {
  await host.run('dropRows', args);
  expect(place()).toEqual(expected);
});

test('after a deletion: columns before chart and table', async () => {
  const sheet = host.workbook.facade.getSheetByName('Sheet1');
  sheet?.insertColumnsBefore(0, 2);
  expect(place()).toEqual([3, 3, 10, 10, 5, 2]);
  sheet?.deleteColumns(1, 3);
  expect(place()).toEqual([3, 2, 10, 7, 5, 2]);
});

test('changes of another tab, or below chart and table, do not affect the chart', async () => {
  const before = host.charts();
  await host.run('addTab');
  await host.run('addRows', [40, 1]);
  await host.run('dropRows', [40, 1]);
  expect(host.charts()).toEqual(before);
});
