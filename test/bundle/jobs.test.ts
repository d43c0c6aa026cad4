/** Scheduled syncs of the built add-on, in the host with a real service. */
import { createGate } from '../support/gate.js';
import { useRecorder } from '../support/recorder.js';
import {
  DAY_MS,
  syncOf,
  useJobsSpreadsheet,
  useJobsSpreadsheets,
  useRecordsService,
} from './jobs-spreadsheet.js';

const jobs = useRecordsService();
const recorder = useRecorder(jobs.service);
const openSpreadsheet = useJobsSpreadsheets();
const sheet = useJobsSpreadsheet(() => recorder.connection);

/** The paid queries; estimates, which a sync requests before it pays, are free. */
const paid = () => recorder.requests.filter(({ path }) => !path.endsWith('/estimate'));
const bodies = () => paid().map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test('a first run fills a new tab with every record that changed since the chosen day, each paid once', async () => {
  const run = await sheet.runNow(await sheet.makeJob(syncOf(sheet)));
  const wanted = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  expect(wanted.size).toBeGreaterThan(20);
  expect(run).toMatchObject({ over: true, added: wanted.size, changed: 0, credits: wanted.size });
  const rows = sheet.rowsById('Synced');
  expect(new Set(rows.keys())).toEqual(new Set(wanted.keys()));
  for (const [id, record] of wanted) {
    expect(rows.get(id)).toMatchObject({
      Company: record.company?.name,
      Investment: record.investment ?? '',
      Currency: record.currency ?? '',
      Jobs: record.jobs ?? '',
    });
  }
  const { activity, jobs: states } = await sheet.call('sidebarState');
  expect(activity.today).toBe(wanted.size);
  expect(states[0]).toMatchObject({ through: sheet.dayAgo(1), error: '', credits: wanted.size });
});

test('the next day’s run queries only the next day, with another idempotency key', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet));
  recorder.clear();
  expect(await sheet.runNow(id)).toMatchObject({ added: 0, credits: 0 });
  expect(recorder.requests).toHaveLength(0);
  await sheet.nextDay();
  const day = sheet.dayAgo(1);
  expect(bodies()).toMatchObject([{ dateType: 'LAST-MODIFIED', startDate: day, endDate: day }]);
  expect(paid()[0]?.headers['idempotency-key']).toBeTruthy();
});

test('the last twenty runs are listed with their records and failures', async () => {
  const id = await sheet.makeJob(syncOf(sheet));
  const first = await sheet.runNow(id);
  const runs = async () => (await sheet.job()).runs;
  const { added, changed, credits } = first;
  expect(await runs()).toEqual([{ at: expect.any(Number), added, changed, credits }]);
  sheet.host.clock.advance(DAY_MS);
  recorder.fault = () => ({ kind: 'status', status: 401, body: '{}' });
  await expect(sheet.runNow(id)).rejects.toThrow();
  recorder.fault = () => undefined;
  expect((await runs())?.map(({ failed }) => failed)).toEqual([true, undefined]);
  for (let run = 0; run < 20; run++) {
    sheet.host.clock.advance(1_000);
    await sheet.runNow(id);
  }
  const all = (await runs()) ?? [];
  expect(all).toHaveLength(20);
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((a, b) => b - a));
  expect(all.some(({ failed }) => failed)).toBe(false);
});

test('changed cells are updated and noted; the person’s columns, notes, formulas and order stay', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet));
  const { workbook } = sheet.host;
  // the person inserts a column, replaces one of our cells by a formula, and swaps two rows
  workbook.workbook.getSheetByName('Synced')?.insertColumnAfter(1);
  workbook.type("'Synced'!C1", 'Owner');
  workbook.type("'Synced'!C2:C5", 'Ann');
  await sheet.host.enter("'Synced'!D3", '="by hand"');
  const before = sheet.rowsById('Synced');
  const [first, second, third] = [...before.keys()];
  const records = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  const change = { jobs: 4321, lastModified: sheet.dayAgo(0) };
  await jobs.put([first, third].map((name) => ({ ...records.get(name!), ...change })));
  sheet.host.clock.advance(DAY_MS);
  const run = await sheet.runNow(id);
  expect(run.changed).toBe(2);
  const after = sheet.rowsById('Synced');
  expect([...after.keys()].filter((name) => before.has(name))).toEqual([...before.keys()]);
  expect(after.get(first!)).toMatchObject({ Jobs: 4321, Owner: 'Ann' });
  expect(after.get(second!)).toEqual(before.get(second!));
  const cells = workbook.read("'Synced'!A1:J600");
  expect(cells.flat().filter(({ formula }) => formula === '="by hand"')).toHaveLength(1);
});

test('a tab without its ids stops the job before any request and says how to continue', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet));
  sheet.host.workbook.type("'Synced'!I1", 'Number');
  sheet.host.clock.advance(DAY_MS);
  recorder.clear();
  await expect(sheet.runNow(id)).rejects.toThrow('has no column "Id"');
  expect(recorder.requests).toHaveLength(0);
  sheet.host.workbook.type("'Synced'!I1", 'Id');
  expect(await sheet.runNow(id)).toMatchObject({ over: true });
  expect(await sheet.job()).toMatchObject({ error: '', through: sheet.dayAgo(1) });
});

test('after five failures in a row a job waits until a person resumes it, then catches up in order', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet));
  recorder.fault = () => ({ kind: 'status', status: 500, body: '{}' });
  recorder.clear();
  sheet.host.clock.advance(2 * DAY_MS);
  for (let hour = 0; hour < 8; hour++) {
    await sheet.host.runDueTriggers();
    sheet.host.clock.advance(DAY_MS / 24);
  }
  expect(paid()).toHaveLength(5);
  expect(await sheet.job()).toMatchObject({ givenUp: true, nextRun: 0 });
  recorder.fault = () => undefined;
  await sheet.call('resumeJob', id);
  recorder.clear();
  await sheet.host.runDueTriggers();
  expect(bodies()).toMatchObject([{ startDate: sheet.dayAgo(2), endDate: sheet.dayAgo(1) }]);
});

test('if two people run a job in the same second, one runs it and the other gets an error', async () => {
  const id = await sheet.makeJob(syncOf(sheet));
  const { host } = sheet;
  const people = ['owner', 'editor'] as const;
  await host.run('saveConnection', [recorder.connection], { mode: 'sidebar', as: 'editor' });
  const refusal = createGate();
  recorder.fault = () => ({ kind: 'held', until: refusal.opened });
  const runs = people.map((as) => host.run('runJob', [id, ''], { mode: 'sidebar', as }));
  for (const run of runs) run.catch(refusal.open);
  const both = await Promise.allSettled(runs);
  const refusals = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refusals).toEqual([expect.stringContaining('is running this job')]);
  expect(sheet.rowsById('Synced').size).toBeGreaterThan(20);
});

test('a long run stops with its progress stored and resumes there', async () => {
  const id = await sheet.makeJob(syncOf(sheet, { from: sheet.dayAgo(250), budget: 10_000 }));
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily' } });
  // each answer takes six seconds by the clock
  recorder.fault = () => void sheet.host.clock.advance(6_000);
  const { outcome } = await sheet.call('runJob', id, '');
  recorder.fault = () => undefined;
  const first = outcome?.kind === 'job-run' ? outcome.run : undefined;
  expect(first).toMatchObject({ over: false });
  expect(first?.through).not.toBe(sheet.dayAgo(1));
  let run = await sheet.call('runJob', id, first?.token ?? '');
  // on a busy machine the rest can take more than one execution
  for (let more = 0; more < 5 && run.outcome?.kind === 'job-run' && !run.outcome.run.over; more++)
    run = await sheet.call('runJob', id, run.outcome.run.token);
  expect(run.outcome).toMatchObject({ run: { over: true, through: sheet.dayAgo(1) } });
  const days = bodies().map(({ startDate, endDate }) => [startDate, endDate]);
  expect(new Set(days.map(String)).size).toBe(days.length);
});

test('a spreadsheet without space reports it before any request', async () => {
  const sheetId = 'large';
  const workbook = {
    sheetOrder: [sheetId],
    sheets: { [sheetId]: { id: sheetId, name: 'Large', rowCount: 999_000, columnCount: 10, cellData: {} } },
  };
  const full = await openSpreadsheet({ connection: recorder.connection, workbook });
  const id = await full.makeJob(syncOf(full));
  await expect(full.runNow(id)).rejects.toThrow('has space for only 0 more rows');
  expect(recorder.requests).toHaveLength(0);
  await full.close();
});

test('a formula cannot run the owner’s jobs', async () => {
  await sheet.makeJob(syncOf(sheet));
  for (const args of [[], ['x'], [[['triggerUid']]]]) {
    await expect(sheet.host.run('runJobs', args, { mode: 'custom-function' })).rejects.toThrow('#BAD_INPUT');
  }
  expect(recorder.requests).toHaveLength(0);
});
