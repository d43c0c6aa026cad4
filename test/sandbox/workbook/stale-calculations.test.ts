/** A change during a calculation, whose results would then belong to outdated positions. */
import { useOneHost } from '../../support/host.js';

const host = useOneHost({ code: 'function nothing() {}' });
/** The engine's stage of a calculation in which it calculates formulas. */
const CALCULATING = 4;

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

// the engine leaves a channel open when it stops a calculation, which would keep this process alive
const channels: MessageChannel[] = [];
const { MessageChannel: Channel } = globalThis;
beforeAll(() => {
  globalThis.MessageChannel = class extends Channel {
    constructor() {
      super();
      channels.push(this);
    }
  };
});
afterAll(() => {
  globalThis.MessageChannel = Channel;
  for (const { port1 } of channels) port1.close();
});

test('a value stays that is typed over a formula while a calculation runs that has replaced another one', async () => {
  const sheet = host.workbook.facade.insertSheet();
  await host.settled();
  const { api } = host.workbook;
  let begun = 0;
  let changes = 0;
  const listener = api.addEvent(api.Event.CommandExecuted, ({ id, params }) => {
    const { stageInfo } = (params ?? {}) as { stageInfo?: { stage: number } };
    if (id === 'formula.mutation.set-formula-calculation-start') begun += 1;
    // each calculation says several times that it calculates; the first change stops the first one
    if (stageInfo?.stage !== CALCULATING || changes >= begun) return;
    changes += 1;
    if (changes === 1) sheet.getRange('C6').setValue(5);
    if (changes === 2) sheet.getRange('D6').setValue('mine');
  });
  // many, because the engine hears of a change only every 500 formulas, and waits 100 ms before it stops
  const row = Array.from({ length: 3 }, () => ({ f: '=SUM(J1:T200)+C6' }));
  sheet.getRange('F1:H1000').setValues(Array.from({ length: 1_000 }, () => row));
  sheet.getRange('D6').setValue({ f: '=C6*3' });
  await host.settled();
  listener.dispose();
  expect([begun > 2, sheet.getRange('D6').getValue()]).toEqual([true, 'mine']);
  expect(sheet.getRange('H1000').getValue()).toBe(5);
});
