/** The number format of a cell: a result's format goes with the result, a person's format stays. */
import { useHost } from '../../support/host.js';

const CODE = `
  function noteAtA1() { SpreadsheetApp.getActiveSheet().getRange('A1').setNotes([['mine']]); }
  /** @customfunction */ function DAY_OF(n) { return new Date(Date.UTC(2026, 0, n)); }
  /** @customfunction */ function DAYS_OF() { return [5, 6].map((n) => [new Date(Date.UTC(2026, 0, n)), n]); }`;

const host = useHost({ code: CODE });

async function typed(a1: string, text: string): Promise<string> {
  host.workbook.type(a1, text);
  await host.settled();
  return host.workbook.read(a1)[0]![0]!.display;
}

test.each(['=TODAY()', '=DATE(2026,1,5)', '=DAY_OF(5)', '=DAYS_OF()'])(
  'D50 a number after %s is displayed as a number',
  async (formula) => {
    for (const number of ['=3+4', '=SUM(3,4)', '=COUNTA(C1:C9,1,2,3,4,5,6,7)', '7']) {
      expect(await typed('A1', formula)).toMatch(/^20\d\d[-/]\d\d[-/]\d\d$/);
      expect([number, await typed('A1', number)]).toEqual([number, '7']);
    }
    await typed('A1', formula);
    await typed('A1', '');
    expect(await typed('A1', '7')).toBe('7');
  },
);

test('D50 a recalculated result that becomes a number is displayed as one, and its note stays', async () => {
  await typed('B1', 'TRUE');
  await typed('A1', '=IF(B1, DATE(2026,1,5), 7)');
  await host.run('noteAtA1');
  await host.settled();
  expect(host.workbook.read('A1')[0]![0]).toMatchObject({ display: '2026/01/05', note: 'mine' });
  await typed('B1', 'FALSE');
  expect(host.workbook.read('A1')[0]![0]).toMatchObject({ display: '7', note: 'mine', pattern: '' });
});

test('a format that a person has set stays', async () => {
  host.workbook.cells.write(host.workbook.area('A1'), () => ({ style: { numberFormat: 'yyyy-mm-dd' } }));
  expect(await typed('A1', '=DATE(2026,1,5)')).toBe('2026-01-05');
  expect(await typed('A1', '=3+4')).toMatch(/^1900-01/);
});
