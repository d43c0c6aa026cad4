/** A change during a calculation, whose results would then belong to outdated positions. */
import { useOneHost } from '../../support/host.js';

const host = useOneHost({ code: 'function nothing() {}' });

/** Returns the cells of a new tab after a change during the calculation of `=C6*3` in D6. */
const cellsAfter = async (change: (sheet: Sheet) => void): Promise<Record<string, unknown>> => {
  const sheet = host.workbook.facade.insertSheet();
  sheet.getRange('C6').setValue(2);
  await host.settled();
  const begun = new Promise<void>((resolve) => {
    const listener = host.workbook.api.addEvent(host.workbook.api.Event.CommandExecuted, ({ id }) => {
      if (id !== 'formula.mutation.set-formula-calculation-start') return;
      listener.dispose();
      queueMicrotask(() => {
        change(sheet);
        resolve();
      });
    });
  });
  sheet.getRange('D6').setValue({ f: '=C6*3' });
  await begun;
  await host.settled();
  const { cellData } = host.workbook.snapshot().sheets[sheet.getSheetId()] ?? {};
  return Object.fromEntries(
    Object.entries(cellData ?? {}).flatMap(([row, columns]) =>
      Object.entries(columns ?? {}).map(([column, cell]) => [
        `${row},${column}`,
        (cell as { v?: unknown } | null)?.v,
      ]),
    ),
  );
};

type Sheet = ReturnType<typeof host.workbook.facade.insertSheet>;

test('a formula that moves leaves no value behind', async () => {
  expect(await cellsAfter((sheet) => sheet.deleteColumns(1, 1))).toEqual({ '5,1': 2, '5,2': 6 });
  expect(await cellsAfter((sheet) => sheet.insertRows(0, 2))).toEqual({ '7,2': 2, '7,3': 6 });
});

test('a value typed over a formula stays', async () => {
  expect(await cellsAfter((sheet) => sheet.getRange('D6').setValue('mine'))).toEqual({
    '5,2': 2,
    '5,3': 'mine',
  });
});

test('the formula uses a new argument', async () => {
  expect(await cellsAfter((sheet) => sheet.getRange('C6').setValue(5))).toEqual({ '5,2': 5, '5,3': 15 });
});
