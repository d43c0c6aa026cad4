/** Functions of Google Sheets that the engine lacks. */
import { useOneHost } from '../../support/host.js';

const host = useOneHost({ code: 'function nothing() {}' });
beforeAll(() => {
  ['2', '3', '2', 'x', ''].forEach((text, i) => host.workbook.type(`A${i + 1}`, text));
});

const shown = async (formula: string, a1: string): Promise<unknown[][]> => {
  host.workbook.type('C1', formula);
  await host.settled();
  return host.workbook.read(a1).map((row) => row.map(({ value }) => value));
};

test('ARRAYFORMULA spills what it is given', async () => {
  expect(await shown('=ARRAYFORMULA(A1:A3*2)', 'C1:C3')).toEqual([[4], [6], [4]]);
});

test('COUNTUNIQUE counts different values, blanks apart', async () => {
  expect(await shown('=COUNTUNIQUE(A1:A5, 3, 7)', 'C1')).toEqual([[4]]);
});

test('SPLIT gives numbers and texts, at each letter of the delimiter or at the whole of it', async () => {
  expect(await shown('=SPLIT("1, a,2", ", ")', 'C1:E1')).toEqual([[1, 'a', 2]]);
  expect(await shown('=SPLIT("a--b", "--", FALSE)', 'C1:D1')).toEqual([['a', 'b']]);
  expect(await shown('=SPLIT("a,,b", ",", TRUE, FALSE)', 'C1:E1')).toEqual([['a', '', 'b']]);
});
