/** Tabs within Google's limits, and the protection of cells against other people. */
import { useHost } from '../../support/host.js';

const CODE = `
const tab = () => SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1');
function insertSheet(name) { return SpreadsheetApp.getActiveSpreadsheet().insertSheet(name).getName(); }
function deleteSheet(name) { const file = SpreadsheetApp.getActiveSpreadsheet(); file.deleteSheet(file.getSheetByName(name)); }
function call(name, args) { tab()[name](...args); }
function edit(a1) { tab().getRange(a1).setValue('x'); }
`;

const host = useHost({ code: CODE });

test('a tab has a name of at most 100 characters', async () => {
  expect(await host.run('insertSheet', ['x'.repeat(100)])).toHaveLength(100);
  await expect(host.run('insertSheet', ['x'.repeat(101)])).rejects.toThrow('greater than 100 characters');
});

test('a new tab must fit into the limit of ten million cells', async () => {
  // with 26 columns: 10,000,000 cells minus 2,000
  await host.run('call', ['insertRowsAfter', [1000, 383_538]]);
  await expect(host.run('insertSheet', ['more'])).rejects.toThrow('above the limit of 10000000 cells');
});

test.each([
  ['setColumnWidth', [0, 50]],
  ['setColumnWidth', [27, 50]],
  ['insertRowsBefore', [1001, 1]],
  ['insertRowsAfter', [0, 1]],
  ['insertColumnsAfter', [0, 1]],
  ['deleteRows', [1000, 2]],
  ['deleteRows', [990, 20]],
])('%s of %j is out of bounds', async (name, args) => {
  await expect(host.run('call', [name, args])).rejects.toThrow('out of bounds');
});

test.each([
  ['deleteRows', ['call', ['deleteRows', [4, 2]]], ['call', ['deleteRows', [6, 2]]]],
  ['rows', ['call', ['insertRowsBefore', [5, 1]]], ['call', ['insertRowsBefore', [6, 1]]]],
  ['columns', ['call', ['insertColumnsAfter', [1, 1]]], ['call', ['insertColumnsAfter', [2, 1]]]],
  ['a tab', ['deleteSheet', ['Sheet1']], ['deleteSheet', ['Other']]],
] as const)('only the owner can change protected cells: %s', async (_, [refused, args], [free, more]) => {
  await host.run('insertSheet', ['Other']);
  host.protections.protect(host.workbook.area("'Sheet1'!A5:B5"));
  await expect(host.run(refused, [...args], { as: 'editor' })).rejects.toThrow('edit a protected cell');
  await host.run(free, [...more], { as: 'editor' });
  // a spreadsheet must keep one tab
  await host.run('insertSheet', ['Third']);
  await host.run(refused, [...args]);
});

test('a protection moves with its cells, and ends with them', async () => {
  host.protections.protect(host.workbook.area('A5:B6'));
  const edit = (a1: string) => host.run('edit', [a1], { as: 'editor' });
  await host.run('call', ['insertRowsBefore', [1, 2]]);
  await host.run('call', ['insertColumnsAfter', [1, 3]]);
  await edit('A5');
  await expect(edit('E7')).rejects.toThrow('edit a protected cell');
  await host.run('call', ['deleteRows', [6, 2]]);
  await expect(edit('E6')).rejects.toThrow('edit a protected cell');
  await host.run('call', ['deleteRows', [6, 1]]);
  await edit('E6');
});
