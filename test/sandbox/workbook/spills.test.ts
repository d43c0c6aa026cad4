/** Tables of formulas: ARRAYFORMULA, which the engine lacks, and a formula that a person removes or replaces. */
import { useOneHost } from '../../support/host.js';

const host = useOneHost({ code: 'function nothing() {}' });

test('ARRAYFORMULA spills its argument', async () => {
  ['2', '3', '2'].forEach((text, i) => host.workbook.type(`A${i + 1}`, text));
  host.workbook.type('C1', '=ARRAYFORMULA(A1:A3*2)');
  await host.settled();
  expect(host.workbook.read('C1:C3').map(([cell]) => cell?.value)).toEqual([4, 6, 4]);
});

test.each(['', 'mine'])('dependants of a table are recalculated after its cell gets “%s”', async (text) => {
  const shown = (a1: string) => host.workbook.read(a1)[0]?.[0]?.value;
  host.workbook.type('E1', '=SEQUENCE(3, 2)');
  host.workbook.type('H1', '=SUM(F:F)');
  host.workbook.type('I1', '=F3');
  await host.settled();
  expect([shown('H1'), shown('I1')]).toEqual([12, 6]);
  host.workbook.type('E1', text);
  await host.settled();
  expect([shown('H1'), shown('I1')]).toEqual([0, 0]);
});
