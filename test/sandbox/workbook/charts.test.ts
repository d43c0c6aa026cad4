/** The ranges of charts after insertions and deletions of rows and columns. */
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

/** Returns the chart's only range. */
const place = () => {
  const [chart] = Object.values(host.charts()).flat();
  const [range] = chart?.ranges ?? [];
  return [range?.row, range?.column, range?.numRows, range?.numColumns];
};

beforeEach(() => host.run('draw'));

test.each<[string, string, number[], number[]]>([
  ['rows above', 'addRows', [1, 2], [12, 8, 5, 2]],
  ['rows right above', 'addRows', [10, 2], [12, 8, 5, 2]],
  ['rows within', 'addRows', [11, 2], [10, 8, 7, 2]],
  ['rows below', 'addRows', [15, 2], [10, 8, 5, 2]],
  ['columns beside', 'addColumns', [4, 3], [10, 11, 5, 2]],
])('after an insertion: %s', async (_, name, args, expected) => {
  await host.run(name, args);
  expect(place()).toEqual(expected);
});

test.each<[string, number[], (number | undefined)[]]>([
  ['rows above', [1, 2], [8, 8, 5, 2]],
  ['the first rows and some above', [9, 3], [9, 8, 3, 2]],
  ['the last rows and some below', [13, 9], [10, 8, 3, 2]],
  ['the whole range', [5, 30], [undefined, undefined, undefined, undefined]],
])('after a deletion: %s', async (_, args, expected) => {
  await host.run('dropRows', args);
  expect(place()).toEqual(expected);
});

test('after a deletion: columns before', async () => {
  const sheet = host.workbook.facade.getSheetByName('Sheet1');
  sheet?.insertColumnsBefore(0, 2);
  expect(place()).toEqual([10, 10, 5, 2]);
  sheet?.deleteColumns(1, 3);
  expect(place()).toEqual([10, 7, 5, 2]);
});

test('changes of another tab, or below, do not affect the chart', async () => {
  const before = host.charts();
  await host.run('addTab');
  await host.run('addRows', [40, 1]);
  await host.run('dropRows', [40, 1]);
  expect(host.charts()).toEqual(before);
});
