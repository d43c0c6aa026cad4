/**
 * The webhook that gets all records of a job, on the built add-on: new, changed and removed records in
 * batches and in order, at least once despite kills and failures, and with event ids by which a receiver can
 * ignore repetitions.
 */

import type { FWorksheet } from '@univerjs/sheets/lib/facade';
import type { AlertInput } from '../../src/contract/alerts.js';
import type { JobInput } from '../../src/contract/jobs.js';
import { alertTo, useAlertDestinations } from '../support/alert-destinations.js';
import { expectEnded } from '../support/host.js';
import { scaledPoints } from '../support/scale.js';
import { signatureOf } from '../support/signature.js';
import {
  DAY_MS,
  type JobsSpreadsheet,
  refreshOf,
  syncOf,
  useJobsSpreadsheet,
  useJobsSpreadsheets,
} from './jobs-spreadsheet.js';
import { type SmallRecord, useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);
const openSpreadsheet = useJobsSpreadsheets();
const destination = useAlertDestinations();

interface ReceivedEvent {
  readonly event: string;
  readonly kind: 'new' | 'changed' | 'removed';
  readonly dataset: string;
  readonly id: string;
  readonly version?: string;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly previous?: Readonly<Record<string, unknown>>;
}

const webhook = (settings: Partial<AlertInput> = {}): AlertInput =>
  alertTo(`${destination.url}/all`, { kind: 'webhook', whole: true, ...settings });
const jobOf = (sheet: JobsSpreadsheet, alerts: readonly AlertInput[] = [webhook()]): JobInput => ({
  ...syncOf(sheet, { from: sheet.dayAgo(3), formula: '=EXPANSIONS(, "columns", "date|company|jobs")' }),
  alerts,
});
const batches = () =>
  destination.messages
    .filter(({ path }) => path === '/all')
    .map(({ body }) => JSON.parse(body) as { type: string; data: { events: ReceivedEvent[]; left: number } });
const received = () => batches().flatMap(({ data }) => data.events);
/** The events of a receiver that ignores repeated event ids. */
const distinct = () => [...new Map(received().map((one) => [one.event, one])).values()];
/** Changes a record of the service. */
function change(id: string, day: string, changed: Partial<SmallRecord>): void {
  Object.assign(service.records.find((record) => record.id === id)!, { lastModified: day, ...changed });
}
/** The tab in which events wait. */
const outbox = () =>
  sheet.host.workbook.facade.getSheets().find((tab) => tab.getSheetName().startsWith('Signals outbox'))!;
const refreshJob = () => ({ ...refreshOf(), alerts: [webhook()] });

test('all new records are sent in signed batches in the order of their changes; people still get five lines', async () => {
  service.add(70, sheet.dayAgo(2));
  service.add(50, sheet.dayAgo(1), 'beta.example');
  const slack = alertTo(`${destination.url}/slack`);
  const { outcome } = await sheet.call('saveJob', jobOf(sheet, [webhook(), slack]));
  if (outcome?.kind !== 'job') throw new Error('not saved');
  await sheet.runNow(outcome.id);
  expect(batches().map(({ type, data }) => [type, data.events.length, data.left])).toEqual([
    ['records.changed', 100, 20],
    ['records.changed', 20, 0],
  ]);
  const events = received();
  expect(new Set(events.map(({ id }) => id)).size).toBe(120);
  expect(new Set(events.map(({ event }) => event)).size).toBe(120);
  expect(events.map(({ version }) => version)).toEqual([...events.map(({ version }) => version)].sort());
  expect(events[0]).toMatchObject({
    kind: 'new',
    dataset: 'business-expansion',
    version: sheet.dayAgo(2),
    record: { 'company.name': 'acme.example', jobs: 5, announcedDate: sheet.dayAgo(2) },
  });
  const { headers, body } = destination.messages.find(({ path }) => path === '/all')!;
  expect(headers['webhook-signature']).toBe(signatureOf(outcome.secrets![0]!.secret, headers, body));
  const told = destination.messages.filter(({ path }) => path === '/slack');
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0]!.body)).toMatchObject({ text: 'All expansions: 120 new records' });
  expect(await sheet.job()).toMatchObject({ alerts: [{ whole: true, waiting: 0, failure: '' }, {}] });
});

test('a changed record includes its old values, and a change back is another event', async () => {
  service.add(2, sheet.dayAgo(1));
  const [first] = service.records;
  await sheet.makeAndRun(jobOf(sheet));
  for (const jobs of [9, 5]) {
    change(first!.id, sheet.dayAgo(0), { jobs });
    await sheet.nextDay();
  }
  const events = received().filter((one) => one.id === first!.id);
  expect(events.map(({ kind, record }) => [kind, record?.['jobs']])).toEqual([
    ['new', 5],
    ['changed', 9],
    ['changed', 5],
  ]);
  expect(events[1]?.previous).toMatchObject({ jobs: 5 });
  expect(events[2]?.previous).toMatchObject({ jobs: 9 });
  expect(new Set(events.map(({ event }) => event)).size).toBe(3);
  expect(received()).toHaveLength(4);
});

test('events that a failing receiver refuses wait, are reported, and are sent in order when it is back', async () => {
  service.add(60, sheet.dayAgo(1));
  destination.status = 500;
  await sheet.makeAndRun(jobOf(sheet));
  expect(batches()).toHaveLength(1);
  expect(sheet.rowsById('Synced').size).toBe(60);
  const alerts = [{ waiting: 60, failure: '500 no_service' }];
  expect(await sheet.job()).toMatchObject({ error: '', notice: '', alerts });
  service.add(5, sheet.dayAgo(0), 'beta.example');
  await sheet.nextDay();
  const refused = received();
  const { charged } = service;
  destination.status = 200;
  destination.messages.length = 0;
  await sheet.hours(1);
  const eventsOf = (all: readonly ReceivedEvent[]) => all.slice(0, 60).map(({ event }) => event);
  expect(eventsOf(received())).toEqual(eventsOf(refused));
  const later = received().slice(60);
  expect(later.map(({ id: one }) => one.split(' ')[0])).toEqual(Array(5).fill('beta.example'));
  expect(await sheet.job()).toMatchObject({ alerts: [{ waiting: 0, failure: '' }], unfinished: false });
  expect(service.charged).toBe(charged);
});

test('a colleague’s run sends no event and keeps the reason why events wait', async () => {
  service.add(3, sheet.dayAgo(1));
  destination.status = 500;
  const id = await sheet.makeAndRun(jobOf(sheet));
  await sheet.callAs('editor', 'saveConnection', service.connection);
  const { outcome } = await sheet.callAs('editor', 'runJob', id, '');
  expect(outcome).toMatchObject({ kind: 'job-run', run: { over: true } });
  expect(batches()).toHaveLength(1);
  const alerts = [{ waiting: 3, failure: '500 no_service' }];
  expect(await sheet.job()).toMatchObject({ error: '', notice: '', alerts });
});

test('a refresh reports new, changed and removed records of its tables, but no earlier ones', async () => {
  service.add(4, sheet.dayAgo(2));
  await sheet.host.enter('A1', '=EXPANSIONS(, "from", "-30d", "columns", "date|company|jobs")');
  await sheet.makeAndRun(refreshJob());
  expect(received()).toHaveLength(0);
  const [changed, removed] = service.records;
  change(changed!.id, sheet.dayAgo(0), { jobs: 70 });
  service.add(1, sheet.dayAgo(0), 'beta.example');
  await sheet.nextDay();
  const seen = received().map(({ kind, id }) => [kind, id]);
  expect(seen.sort()).toEqual([
    ['changed', changed!.id],
    ['new', `beta.example ${service.records[4]!.lastModified} 0`],
  ]);
  expect(received().find(({ kind }) => kind === 'changed')?.previous).toMatchObject({ jobs: 5 });
  destination.messages.length = 0;
  service.records.splice(1, 1);
  // without change reports, a removed record shows only after a complete new query
  const again = '=EXPANSIONS(, "from", "-30d", "refresh", "whole 2", "columns", "date|company|jobs")';
  await sheet.host.enter('A1', again);
  await sheet.nextDay();
  expect(received().map(({ kind, id, record }) => [kind, id, record])).toEqual([
    ['removed', removed!.id, undefined],
  ]);
});

describe('a record that only leaves the window of its question is not removed', () => {
  const runAgain = async (id: string) => {
    await sheet.host.settled();
    await sheet.runNow(id);
    return received().filter(({ kind }) => kind === 'removed');
  };

  test('because its first day moves on while a run passes midnight', async () => {
    service.add(1, sheet.dayAgo(30));
    await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-30d", "columns", "id")');
    const id = await sheet.makeAndRun(refreshJob());
    sheet.host.clock.advance(DAY_MS / 2 - 10_000);
    let hasPassed = false;
    sheet.host.faults.killAfterCall = ({ functionName }, _number, operation) => {
      // the run has seen its day, and asks next
      const isBetween = functionName === 'runJob' && operation === 'Range.getFormulas';
      if (isBetween && !hasPassed) sheet.host.clock.advance(12_000);
      hasPassed ||= isBetween;
      return false;
    };
    expect(await runAgain(id)).toEqual([]);
    delete sheet.host.faults.killAfterCall;
    expect(hasPassed).toBe(true);
  });

  test('because a person sets an earlier end', async () => {
    service.add(1, sheet.dayAgo(5));
    sheet.host.workbook.type('H1', sheet.dayAgo(0));
    await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-30d", "to", H1, "columns", "id")');
    const id = await sheet.makeAndRun(refreshJob());
    sheet.host.workbook.type('H1', sheet.dayAgo(10));
    expect(await runAgain(id)).toEqual([]);
  });
});

test('a run killed after any call loses no event, and a repeated event keeps its id', async () => {
  const begin = async (): Promise<[JobsSpreadsheet, string]> => {
    destination.messages.length = 0;
    service.clear();
    const sheet = await openSpreadsheet({ connection: service.connection });
    service.add(120, sheet.dayAgo(1));
    const id = await sheet.makeJob(jobOf(sheet));
    sheet.host.executions.records.splice(0);
    return [sheet, id];
  };
  const [whole, first] = await begin();
  await whole.runNow(first);
  const calls = whole.host.executions.records[0]?.calls.length ?? 0;
  const expected = received().map(({ event }) => event);
  expect(expected).toHaveLength(120);
  await whole.close();
  for (const killAfterCalls of scaledPoints(calls - 1, 5, [calls - 1])) {
    const [sheet, id] = await begin();
    const run = sheet.host.run('runJob', [id, ''], { mode: 'sidebar', killAfterCalls });
    await expect(run).rejects.toThrow('ended');
    sheet.host.clock.advance(3 * 60_000);
    await sheet.runNow(id);
    await sheet.hours(1);
    expect([killAfterCalls, distinct().map(({ event }) => event)]).toEqual([killAfterCalls, expected]);
    const { alerts } = await sheet.job();
    const after = [sheet.rowsById('Synced').size, service.charged, alerts?.[0]?.waiting];
    expect([killAfterCalls, after]).toEqual([killAfterCalls, [120, 120, 0]]);
    await sheet.close();
  }
});

test.each([
  ['removes', (tab: FWorksheet) => tab.deleteRow(1)],
  ['adds', (tab: FWorksheet) => tab.insertRowBefore(1)],
])(
  'while a person %s a row of the outbox, no event is lost or gets another event’s content',
  async (_what, act) => {
    service.add(250, sheet.dayAgo(1));
    const id = await sheet.makeJob(jobOf(sheet));
    destination.status = 500;
    await sheet.runNow(id);
    destination.status = 200;
    destination.messages.length = 0;
    sheet.host.faults.killAfterCall = (_caller, _number, operation) => {
      if (operation !== 'UrlFetchApp.fetch' || batches().length !== 1) return false;
      act(outbox());
      // the next batch must wait, too
      destination.status = 500;
      return false;
    };
    await sheet.hours(1);
    delete sheet.host.faults.killAfterCall;
    destination.status = 200;
    await sheet.hours(3);
    expect(new Set(received().map((one) => one.id)).size).toBe(250);
    expect(received().filter(({ id: one, record }) => record?.['id'] !== one)).toEqual([]);
    expect(await sheet.job()).toMatchObject({ alerts: [{ waiting: 0, failure: '' }] });
  },
);

test('with an additional column in the outbox the job reports it, and events are sent once it is removed', async () => {
  service.add(3, sheet.dayAgo(1));
  const id = await sheet.makeJob(jobOf(sheet));
  destination.status = 500;
  await sheet.runNow(id);
  const { lastRun, nextRun, runs } = await sheet.job();
  outbox().insertColumnBefore(0);
  destination.status = 200;
  destination.messages.length = 0;
  await sheet.hours(1);
  expect((await sheet.job()).error).toContain('has no column "Event"');
  outbox().deleteColumn(0);
  await sheet.hours(1);
  expect(received()).toHaveLength(3);
  // neither hour has run the job, which is not due
  expect(await sheet.job()).toMatchObject({ lastRun, nextRun, runs, error: '', unfinished: false });
});

test.each([
  ['cannot be read', () => sheet.host.workbook.type('H1', '=NA()')],
  [
    'is out of its cell',
    () => expectEnded(sheet.host, 'SpreadsheetApp.flush', () => sheet.host.run('refreshAll')),
  ],
])('a refresh in which a formula %s keeps its memory of seen records', async (_what, disturb) => {
  service.add(4, sheet.dayAgo(2));
  sheet.host.workbook.type('H1', 'acme.example');
  await sheet.host.enter('A1', '=EXPANSIONS(H1, "from", "-30d", "columns", "date|company|jobs")');
  await sheet.makeAndRun(refreshJob());
  sheet.host.clock.advance(DAY_MS);
  await disturb();
  await sheet.host.settled();
  await sheet.host.runDueTriggers();
  await sheet.host.enter('H1', 'acme.example');
  service.add(3, sheet.dayAgo(0));
  await sheet.nextDay();
  expect(received().map(({ kind }) => kind)).toEqual(['new', 'new', 'new']);
});

test('with a full outbox nothing is added or lost, and the job says what to do', async () => {
  service.add(1_010, sheet.dayAgo(2));
  service.add(1_010, sheet.dayAgo(1));
  destination.status = 503;
  const job = jobOf(sheet);
  const id = await sheet.makeJob({ ...job, sync: { ...job.sync!, budget: 10_000 } });
  await sheet.call('saveRules', { dailyBudget: 10_000, freshness: { mode: 'daily' } });
  await sheet.runNow(id);
  service.add(20, sheet.dayAgo(0), 'beta.example');
  await sheet.nextDay();
  const full = await sheet.job();
  expect(full.notice).toContain('nothing is added until they are sent');
  expect(full.alerts?.[0]?.waiting).toBe(2_000);
  expect(sheet.rowsById('Synced').size).toBe(2_000);
  // the hours before it is due only send
  await sheet.hours(2);
  expect(await sheet.job()).toMatchObject({ lastRun: full.lastRun, runs: full.runs });
  destination.status = 200;
  destination.messages.length = 0;
  await sheet.hours(1);
  expect(distinct()).toHaveLength(2_040);
  expect((await sheet.job()).alerts?.[0]).toMatchObject({ waiting: 0, failure: '' });
});

test('a refresh still refreshes its tables while its outbox is full', async () => {
  service.add(2, sheet.dayAgo(2));
  await sheet.host.enter('A1', '=EXPANSIONS(, "from", "-30d", "columns", "date|company|jobs")');
  await sheet.makeAndRun(refreshJob());
  const tab = outbox();
  tab.insertRows(1, 2_000);
  tab.getRange(1, 0, 2_000, 1).setValues(Array.from({ length: 2_000 }, (_, index) => [`event${index}`]));
  destination.status = 503;
  service.add(1, sheet.dayAgo(0), 'beta.example');
  await sheet.nextDay();
  expect(JSON.stringify(sheet.host.workbook.read('A1:C5'))).toContain('beta');
  expect(await sheet.job()).toMatchObject({ error: '', alerts: [{ waiting: 2_000 }] });
  expect((await sheet.job()).notice).toContain('nothing is added until they are sent');
});

test('a run that fills the outbox goes on once the receiver has taken the events', async () => {
  service.add(1_010, sheet.dayAgo(2));
  service.add(1_010, sheet.dayAgo(1));
  const job = jobOf(sheet);
  await sheet.call('saveRules', { dailyBudget: 10_000, freshness: { mode: 'daily' } });
  await sheet.makeAndRun({ ...job, sync: { ...job.sync!, budget: 10_000 } });
  expect(sheet.rowsById('Synced').size).toBe(2_020);
  expect(distinct()).toHaveLength(2_020);
  const notice: unknown = expect.not.stringContaining('nothing is added');
  expect(await sheet.job()).toMatchObject({ unfinished: false, notice, alerts: [{ waiting: 0 }] });
});

test('while events wait, the hours before a weekly job is due only send them, and leave the result of its last run', async () => {
  service.add(5, sheet.dayAgo(1));
  destination.status = 500;
  const today = new Date(sheet.host.clock.now()).getUTCDay();
  await sheet.makeAndRun({ ...jobOf(sheet), schedule: { every: 'week', hour: 6, weekdays: [today] } });
  const { lastRun, nextRun, runs } = await sheet.job();
  service.add(2, sheet.dayAgo(0), 'beta.example');
  const ofLastRun = { lastRun, nextRun, runs, added: 5, credits: 5, error: '', unfinished: false };
  await sheet.nextDay();
  const alerts = [{ waiting: 5, failure: '500 no_service' }];
  expect(await sheet.job()).toMatchObject({ ...ofLastRun, notice: '', alerts });
  // an execution that dies while it sends leaves no run to repeat
  sheet.host.faults.killAfterCall = (_caller, _number, operation) => operation.startsWith('UrlFetchApp');
  await sheet.hours(1);
  delete sheet.host.faults.killAfterCall;
  destination.status = 200;
  destination.messages.length = 0;
  await sheet.hours(1);
  expect(received()).toHaveLength(5);
  expect(await sheet.job()).toMatchObject({
    ...ofLastRun,
    notice: '',
    alerts: [{ waiting: 0, failure: '' }],
  });
  expect(service.charged).toBe(5);
  sheet.host.clock.advance(6 * DAY_MS);
  await sheet.hours(1);
  expect(service.charged).toBe(7);
  expect(received()).toHaveLength(7);
});

test('events that wait for an address after a takeover do not run a weekly job each hour', async () => {
  service.add(5, sheet.dayAgo(1));
  destination.status = 500;
  const weekly = { every: 'week' as const, hour: 6, weekdays: [1] };
  const id = await sheet.makeAndRun({ ...jobOf(sheet), schedule: weekly });
  await sheet.callAs('editor', 'saveConnection', service.connection);
  await sheet.callAs('editor', 'takeOverJob', id);
  await sheet.hours(1);
  const before = (await sheet.job()).lastRun;
  await sheet.hours(5);
  expect((await sheet.job()).lastRun).toEqual(before);
});
