/** Tests what an execution leaves out when little time is left, and how long it waits for other executions. */
import { createApp } from '../../../src/addon/app.js';
import { FormulaExecution } from '../../../src/addon/formula/execution.js';
import { readCellFormula } from '../../../src/addon/formula/parsed-formula.js';
import { CURSOR_HEADER } from '../../../src/contract/changes.js';
import { CHARGED_HEADER } from '../../../src/contract/endpoints.js';
import { type CannedAnswer, createFakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { openWorld } from './world.js';

const DATASET = 'business-expansion';
const QUESTION = ['date', '2026-11-10'];
const RECORD = { id: 'a', announcedDate: '2026-11-10', lastModified: '2026-11-10', title: 'Acme' };

test('a request that is never sent costs nothing, and is sent the next time', () => {
  const platform = createFakePlatform({ respond: () => ({ body: [RECORD] }) });
  const { documentLock } = platform;
  const { run } = documentLock!;
  documentLock!.run = (waitMs, action) => {
    platform.advance(24_500);
    return run(waitMs, action);
  };
  const table = () => createApp(platform).dataset(DATASET, QUESTION);
  expect(table).toThrow(
    '#TIMEOUT: no time was left to ask the service, and nothing was charged; recalculate',
  );
  expect(platform.requests).toHaveLength(0);
  expect(ledgerOf(platform)).toMatchObject({ today: 0, open: [] });
  documentLock!.run = run;
  platform.advance(61_000);
  expect(table()).toHaveLength(2);
  expect(ledgerOf(platform)).toMatchObject({ today: 1, open: [] });
});

test.each([10_000, 15_000])(
  'no second request outlasts the lease of its purchase, however long the execution may take; the first one takes %d ms',
  (takesMs) => {
    const turnedAway: CannedAnswer = { status: 429, headers: { 'retry-after': '3' }, takesMs };
    const platform = createFakePlatform({
      respond: (_request, index) => (index === 0 ? turnedAway : { body: [RECORD], takesMs: 19_000 }),
    });
    const started = platform.clock.now();
    const execution = new FormulaExecution(platform, 60_000);
    const { question } = readCellFormula(DATASET, QUESTION, execution);
    expect(() => execution.answer(question, '')).toThrow(/^#(TIMEOUT|BUSY)/);
    expect(platform.clock.now() - started).toBeLessThan(21_000);
  },
);

test('a cursor stays valid after the service has throttled its request', () => {
  let isBusy = false;
  const platform = createFakePlatform({
    respond: ({ url }) => {
      if (isBusy) return { status: 429 };
      if (url.endsWith('/changes'))
        return { body: { records: [], removed: [], cursor: 'second', more: false } };
      return { body: [RECORD], headers: { [CHARGED_HEADER]: '1', [CURSOR_HEADER]: 'first' } };
    },
  });
  const table = () => createApp(platform).dataset(DATASET, ['from', '-30d']);
  table();
  platform.advance(24 * 3_600_000);
  isBusy = true;
  table();
  isBusy = false;
  platform.advance(61_000);
  platform.forgetCalls();
  table();
  expect(platform.bodies()).toEqual([expect.objectContaining({ cursor: 'first' })]);
});

test('a formula that waits for the purchase of another sees its end in the log, not only in the cache', () => {
  const platform = createFakePlatform({ respond: () => ({ body: [RECORD] }) });
  const { documentProperties, clock } = platform;
  const { setAll } = documentProperties!;
  let ended: Parameters<typeof setAll>[0] = {};
  documentProperties!.setAll = (values) => {
    if (Object.keys(values).some((name) => name.includes('.came.'))) ended = values;
    else setAll(values);
  };
  const table = createApp(platform).dataset(DATASET, [...QUESTION]);
  platform.emptyCache();
  const begun = clock.now();
  const sleep = (ms: number) => {
    clock.sleep(ms);
    setAll(ended);
  };
  expect(createApp({ ...platform, clock: { ...clock, sleep } }).dataset(DATASET, [...QUESTION])).toEqual(
    table,
  );
  expect(platform.requests).toHaveLength(1);
  expect(clock.now() - begun).toBeLessThan(1_000);
});

/** @param days that are known before; the answer to the next question takes all of the time to write */
function askWithoutTimeLeft(days: readonly (readonly unknown[])[]) {
  const { platform, table } = openWorld('2026-11-01', '2026-11-15', 2);
  platform.setNow('2026-11-20T10:15:00Z');
  for (const question of days) table(...question);
  const { documentProperties } = platform;
  const { setAll } = documentProperties!;
  documentProperties!.setAll = (values) => {
    if (Object.keys(values).some((name) => name.includes('.came.'))) platform.advance(26_000);
    setAll(values);
  };
  const question = ['from', '2026-11-01', 'to', '2026-11-15'];
  const late = table(...question);
  documentProperties!.setAll = setAll;
  return { late, again: () => table(...question), requests: () => platform.requests.length };
}

test('a table whose last answer leaves no time is complete', () => {
  const { late, again, requests } = askWithoutTimeLeft([]);
  expect([late.length, late[0]![0]]).toEqual([31, 'Announced']);
  expect(again()).toEqual(late);
  expect(requests()).toBe(1);
});

test('a table for which no time was left is completed the next time, not tomorrow', () => {
  const { late, again, requests } = askWithoutTimeLeft([['from', '2026-11-05', 'to', '2026-11-08']]);
  expect([late.length, late[0]![0]]).toEqual([23, 'Announced (first 22)']);
  const next = again();
  expect([next.length, next[0]![0]]).toEqual([31, 'Announced']);
  expect(requests()).toBe(3);
});
