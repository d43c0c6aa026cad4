/**
 * Scheduled syncs of the built add-on, in the host with a real service. Formulas and syncs share one record
 * cache: neither buys records that the other has bought.
 */
import { createGate } from '../support/gate.js';
import { useRecorder } from '../support/recorder.js';
import { DAY_MS, syncOf, useJobsSpreadsheet, useRecordsService } from './jobs-spreadsheet.js';

const jobs = useRecordsService();
const recorder = useRecorder(jobs.service);
const sheet = useJobsSpreadsheet(() => recorder.connection);

/** The paid queries; estimates, which a sync requests before it pays, are free. */
const paid = () => recorder.requests.filter(({ path }) => !path.endsWith('/estimate'));
const bodies = () => paid().map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const days = () => bodies().map(({ startDate, endDate }) => [startDate, endDate]);

const MODIFIED = '"dateType", "LAST-MODIFIED"';

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
  await sheet.callAs('editor', 'saveConnection', recorder.connection);
  const refusal = createGate();
  recorder.fault = () => ({ kind: 'held', until: refusal.opened });
  const runs = (['owner', 'editor'] as const).map((as) => sheet.callAs(as, 'runJob', id, ''));
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
  const { outcome, jobs } = await sheet.call('runJob', id, '');
  recorder.fault = () => undefined;
  const first = outcome?.kind === 'job-run' ? outcome.run : undefined;
  expect(first).toMatchObject({ over: false });
  expect(jobs[0]?.through).not.toBe(sheet.dayAgo(1));
  let run = await sheet.call('runJob', id, first?.token ?? '');
  // on a busy machine the rest can take more than one execution
  for (let more = 0; more < 5 && run.outcome?.kind === 'job-run' && !run.outcome.run.over; more++)
    run = await sheet.call('runJob', id, run.outcome.run.token);
  expect(run).toMatchObject({ outcome: { run: { over: true } }, jobs: [{ through: sheet.dayAgo(1) }] });
  expect(new Set(days().map(String)).size).toBe(days().length);
});

test('a formula cannot run the owner’s jobs', async () => {
  await sheet.makeJob(syncOf(sheet));
  for (const args of [[], ['x'], [[['triggerUid']]]])
    await expect(sheet.host.formula('runJobs', ...args)).rejects.toThrow('#BAD_INPUT');
  expect(recorder.requests).toHaveLength(0);
});

test('a formula shows records that a sync has bought, without a request', async () => {
  await sheet.makeAndRun(syncOf(sheet));
  const wanted = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  recorder.clear();
  const { workbook } = sheet.host;
  workbook.type('A1', `=EXPANSIONS(${MODIFIED}, "from", "-7d", "to", "-1d", "columns", "id")`);
  await sheet.host.enter('C1', '=EXPANSIONS("from", "-7d", "columns", "id|announced")');
  expect(recorder.requests).toHaveLength(0);
  const idsIn = (a1: string) => sheet.valuesIn(a1).flat().filter(Boolean);
  const changed = [...wanted.values()].filter(({ lastModified = '' }) => lastModified >= sheet.dayAgo(7));
  expect(new Set(idsIn('A2:A400'))).toEqual(new Set(changed.map(({ id }) => id)));
  const announced = [...wanted.values()].filter(
    ({ announcedDate = '' }) => announcedDate >= sheet.dayAgo(7) && announcedDate <= sheet.dayAgo(1),
  );
  expect(new Set(idsIn('C2:C400'))).toEqual(new Set(announced.map(({ id }) => id)));
});

test('a sync writes records that formulas have bought and queries only the other days', async () => {
  const bought = `=EXPANSIONS(${MODIFIED}, "from", "-5d", "to", "-3d", "limit", 1000, "columns", "id")`;
  await sheet.host.enter('A1', bought);
  recorder.clear();
  const wanted = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  const known = [...wanted.values()].filter(
    ({ lastModified = '' }) => lastModified >= sheet.dayAgo(5) && lastModified <= sheet.dayAgo(3),
  );
  expect(known.length).toBeGreaterThan(0);
  const run = await sheet.runNow(await sheet.makeJob(syncOf(sheet)));
  expect(days()).toEqual([
    [sheet.dayAgo(8), sheet.dayAgo(6)],
    [sheet.dayAgo(2), sheet.dayAgo(2)],
    [sheet.dayAgo(1), sheet.dayAgo(1)],
  ]);
  expect(run).toMatchObject({ added: wanted.size, credits: wanted.size - known.length });
  expect(new Set(sheet.rowsById('Synced').keys())).toEqual(new Set(wanted.keys()));
});

test('a daily formula and a daily sync of the same records pay for each day once', async () => {
  await sheet.makeAndRun(syncOf(sheet));
  await sheet.host.enter('A1', '=EXPANSIONS("from", "-7d", "limit", 1000, "columns", "id")');
  sheet.host.clock.advance(DAY_MS);
  recorder.clear();
  await sheet.host.runDueTriggers();
  expect(days()).toEqual([[sheet.dayAgo(1), sheet.dayAgo(1)]]);
  sheet.host.workbook.custom.invalidateAll();
  await sheet.host.settled();
  expect(bodies()).toHaveLength(1);
});
