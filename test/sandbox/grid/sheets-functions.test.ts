/** ARRAYFORMULA, which the engine lacks. */
import { useOneHost } from '../../support/host.js';

const host = useOneHost({ code: 'function nothing() {}' });
beforeAll(() => {
  ['2', '3', '2'].forEach((text, i) => host.workbook.type(`A${i + 1}`, text));
});

const shown = async (formula: string, a1: string): Promise<unknown[][]> => {
  host.workbook.type('C1', formula);
  await host.settled();
  return host.workbook.read(a1).map((row) => row.map(({ value }) => value));
};

test('ARRAYFORMULA spills its argument', async () => {
  expect(await shown('=ARRAYFORMULA(A1:A3*2)', 'C1:C3')).toEqual([[4], [6], [4]]);
});
