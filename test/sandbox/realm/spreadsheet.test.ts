/** SpreadsheetApp: what a script reads and writes is what the workbook holds. */
import { useOneHost } from '../../support/host.js';

const CODE = `
const sheet = (name) => SpreadsheetApp.getActiveSpreadsheet().getSheetByName(name || 'Sheet1');
function write(a1, values) { sheet().getRange(a1).setValues(values); }
function read(a1) { return sheet().getRange(a1).getValues(); }
function display(a1) { return sheet().getRange(a1).getDisplayValues(); }
function formulas(a1) { return sheet().getRange(a1).getFormulas(); }
function place(row, column, rows, columns) { return sheet().getRange(row, column, rows, columns).getA1Notation(); }
function places() { const r = sheet().getRange('B2:D5'); return [r.getRow(), r.getColumn(), r.getNumRows(), r.getNumColumns(), r.getLastRow(), r.getLastColumn(), r.offset(1, 1).getA1Notation(), r.getCell(1, 2).getA1Notation()]; }
function last() { return [sheet().getLastRow(), sheet().getLastColumn(), sheet().getDataRange().getA1Notation(), sheet().getMaxRows()]; }
function notes() { const r = sheet().getRange('K1'); r.setNote('look'); const a = r.getNote(); r.clearNote(); return [a, r.getNote()]; }
function formats() { const r = sheet().getRange('L1:L2'); r.setValues([['007'], [1234.5]]); r.setNumberFormats([['@'], ['#,##0.00']]); return [r.getNumberFormats(), r.getDisplayValues(), r.getValues()]; }
function plainText() { const r = sheet().getRange('M1:M3'); r.setNumberFormat('@'); r.setValues([['=1+1'], ['0012'], ['2024-01-01']]); return [r.getValues(), r.getFormulas()]; }
function sheets() { const s = SpreadsheetApp.getActiveSpreadsheet(); const made = s.insertSheet('Made'); made.getRange('A1').setValue('x'); const names = s.getSheets().map((x) => x.getName()); s.deleteSheet(made); return [names, s.getSheets().length]; }
function duplicate() { SpreadsheetApp.getActiveSpreadsheet().insertSheet('Sheet1'); }
function rows() { sheet().insertRowsBefore(1, 2); const a = sheet().getRange('A3').getValue(); sheet().deleteRows(1, 2); return [a, sheet().getRange('A1').getValue()]; }
function zone(name) { const s = SpreadsheetApp.getActiveSpreadsheet(); s.setSpreadsheetTimeZone(name); return s.getSpreadsheetTimeZone(); }
function clear() { const r = sheet().getRange('A1:Z100'); r.clearContent(); return r.getValues().flat().join(''); }
function chart() { const s = sheet(); const c = s.newChart().setChartType(Charts.ChartType.LINE).addRange(s.getRange('A1:B3')).setPosition(2, 5, 0, 0).setOption('title', 'T').build(); s.insertChart(c); const n = s.getCharts().length; s.removeChart(s.getCharts()[0]); return [n, s.getCharts().length]; }
function slicers() { SpreadsheetApp.getSlicers(); }
function missing() { sheet().getRange('A1').setDataValidation(null); }
`;

const host = useOneHost({ code: CODE });
beforeEach(() => host.run('clear'));

test('values come back as they were written', async () => {
  await host.run('write', [
    'A1:B2',
    [
      [1.5, 'text'],
      [true, ''],
    ],
  ]);
  expect(await host.run('read', ['A1:B2'])).toEqual([
    [1.5, 'text'],
    [true, ''],
  ]);
  expect(await host.run('display', ['A1:B2'])).toEqual([
    ['1.5', 'text'],
    ['TRUE', ''],
  ]);
});

test('text is read as Sheets reads what is typed', async () => {
  await host.run('write', [
    'A1:A6',
    [['12'], ['1,234.5'], ['12%'], ['TRUE'], ['2024-05-06'], ['not a number 1']],
  ]);
  expect(await host.run('read', ['A1:A6'])).toEqual([
    [12],
    [1234.5],
    [0.12],
    [true],
    [new Date('2024-05-06T00:00:00Z')],
    ['not a number 1'],
  ]);
  expect(await host.run('display', ['A3'])).toEqual([['12%']]);
});

test('a leading = makes a formula, a leading apostrophe makes text of anything', async () => {
  await host.run('write', ['A1:A4', [['=1+2'], ["'=1+2"], ["'007"], ["'TRUE"]]]);
  expect(await host.run('formulas', ['A1:A2'])).toEqual([['=1+2'], ['']]);
  // the formula is calculated after the execution that wrote it
  await host.settled();
  expect(await host.run('read', ['A1:A4'])).toEqual([[3], ['=1+2'], ['007'], ['TRUE']]);
});

test('in cells that hold plain text everything stays text', async () => {
  expect(await host.run('plainText')).toEqual([
    [['=1+1'], ['0012'], ['2024-01-01']],
    [[''], [''], ['']],
  ]);
});

test('a number format changes what is shown, not what is there', async () => {
  expect(await host.run('formats')).toEqual([
    [['@'], ['#,##0.00']],
    [['7'], ['1,234.50']],
    [[7], [1234.5]],
  ]);
});

test('dates are wall time of the spreadsheet’s zone', async () => {
  expect(await host.run('zone', ['America/New_York'])).toBe('America/New_York');
  await host.run('write', [
    'A1:A2',
    [[new Date('2024-05-06T04:00:00Z')], [new Date('2024-05-06T17:30:00Z')]],
  ]);
  expect(await host.run('display', ['A1:A2'])).toEqual([['2024-05-06'], ['2024-05-06 13:30:00']]);
  expect(await host.run('read', ['A1'])).toEqual([[new Date('2024-05-06T04:00:00Z')]]);
  await expect(host.run('zone', ['Mars/Olympus'])).rejects.toThrow('Mars/Olympus');
  await host.run('zone', ['Etc/GMT']);
});

test('data of another size than the range are refused', async () => {
  await expect(host.run('write', ['A1:B1', [[1]]])).rejects.toThrow('The data has 1 but the range has 2');
  await expect(host.run('write', ['A1:A2', [[1]]])).rejects.toThrow('The data has 1 but the range has 2');
});

test('a cell holds 50,000 characters and no more', async () => {
  await host.run('write', ['A1', [['x'.repeat(50_000)]]]);
  await expect(host.run('write', ['A1', [['x'.repeat(50_001)]]])).rejects.toThrow('50000 characters');
});

test('ranges know their place', async () => {
  expect(await host.run('place', [2, 25, 3, 2])).toBe('Y2:Z4');
  expect(await host.run('places')).toEqual([2, 2, 4, 3, 5, 4, 'C3:E6', 'C2']);
});

test('a range outside of the sheet is refused', async () => {
  await expect(host.run('place', [1001, 1, 1, 1])).rejects.toThrow('outside the dimensions of the sheet');
  await expect(host.run('place', [0, 1, 1, 1])).rejects.toThrow('too small');
  await expect(host.run('read', ['not a range'])).rejects.toThrow('Range not found');
});

test('the last row and column are those with content', async () => {
  await host.run('write', ['C4', [['x']]]);
  expect(await host.run('last')).toEqual([4, 3, 'A1:C4', 1000]);
});

test('rows come and go', async () => {
  await host.run('write', ['A1', [['first']]]);
  expect(await host.run('rows')).toEqual(['first', 'first']);
});

test('notes, tabs and charts', async () => {
  expect(await host.run('notes')).toEqual(['look', '']);
  expect(await host.run('sheets')).toEqual([['Sheet1', 'Made'], 1]);
  await expect(host.run('duplicate')).rejects.toThrow('already exists');
  expect(await host.run('chart')).toEqual([1, 0]);
});

test('a formula is calculated before it is read', async () => {
  await host.run('write', ['A1:A3', [[2], [3], ['=SUM(A1:A2)']]]);
  expect(await host.run('read', ['A3'])).toEqual([[5]]);
});

test('what is not emulated says so by name', async () => {
  await expect(host.run('slicers')).rejects.toThrow('SpreadsheetApp.getSlicers is not emulated');
  await expect(host.run('missing')).rejects.toThrow('Range.setDataValidation is not emulated');
});
