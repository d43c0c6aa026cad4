/** Alternating colours that a script applies: once per cell, and moved with rows and columns. */
import { useHost, useHosts } from '../../support/host.js';

const CODE = `
const sheet = () => SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1');
function stripe(a1) { sheet().getRange(a1).applyRowBanding(SpreadsheetApp.BandingTheme.LIGHT_GREY); return a1; }
function stripeBlue(a1) { sheet().getRange(a1).applyRowBanding(SpreadsheetApp.BandingTheme.BLUE); }
function addRows(before, count) { sheet().insertRowsBefore(before, count); }
function dropRows(first, count) { sheet().deleteRows(first, count); }
function addColumns(before, count) { sheet().insertColumnsAfter(before - 1, count); }
`;

const startHost = useHosts();
const host = useHost({ code: CODE });
type Host = Awaited<ReturnType<typeof startHost>>;

const striped = (host: Host, cells: readonly string[]) =>
  cells.filter((a1) => host.workbook.workbook.getSheetByName('Sheet1')?.getRange(a1).getUsedThemeStyle());

test('a cell can have alternating colours only once', async () => {
  expect(await host.run('stripe', ['B2:C5'])).toBe('B2:C5');
  expect(striped(host, ['A2', 'B1', 'B2', 'C5', 'D5', 'C6'])).toEqual(['B2', 'C5']);
  await expect(host.run('stripe', ['C5:D9'])).rejects.toThrow('already has alternating background colors');
  expect(await host.run('stripe', ['D2:D9'])).toBe('D2:D9');
  await expect(host.run('stripeBlue', ['H1:H9'])).rejects.toThrow('BLUE');
});

test('alternating colours move with rows and columns, grow with insertions among them, and are saved', async () => {
  await host.run('stripe', ['B2:C5']);
  await host.run('addRows', [1, 2]);
  expect(striped(host, ['B3', 'B4', 'C7', 'C8'])).toEqual(['B4', 'C7']);
  // right below the header
  await host.run('addRows', [5, 3]);
  expect(striped(host, ['B4', 'B5', 'C10', 'C11'])).toEqual(['B4', 'B5', 'C10']);
  await host.run('addColumns', [1, 1]);
  expect(striped(host, ['B4', 'C4', 'D10', 'E10'])).toEqual(['C4', 'D10']);
  await host.run('dropRows', [3, 4]);
  expect(striped(host, ['C2', 'C3', 'D6', 'D7'])).toEqual(['C3', 'D6']);

  const again = await startHost({ code: CODE, workbook: host.workbook.snapshot() });
  expect(striped(again, ['C2', 'C3', 'D6', 'D7'])).toEqual(['C3', 'D6']);
});
