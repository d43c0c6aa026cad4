/** The job that refreshes formulas, in the host against a real service: mornings, errors, protected cells, executions that end. */
import type { AlertInput, AlertState } from '../../src/contract/alerts.js';
import type { JobInput } from '../../src/contract/jobs.js';
import type { BusinessExpansion } from '../../src/contract/records.js';
import { alertTo, timesTold, useAlertDestinations } from '../support/alert-destinations.js';
import { useRecorder } from '../support/recorder.js';
import { scaled } from '../support/scale.js';
import {
  copiesOf,
  DAY_MS,
  HOUR_MS,
  type JobsSpreadsheet,
  useJobsSpreadsheets,
  useRecordsService,
} from './jobs-spreadsheet.js';

const records = useRecordsService();
const recorder = useRecorder(records.service);
const openSpreadsheet = useJobsSpreadsheets();
const destinations = useAlertDestinations();
/** Two webhooks. */
const ALERTS = ['/first', '/second'];

const CELLS: Readonly<Record<string, string>> = {
  A1: '=EXPANSIONS(, "from", "-10d", "dateType", "LAST-MODIFIED", "limit", 800, "columns", "date|company|jobs|modified")',
  // the same question in another form
  F1: '=EXPANSIONS(, "from", "-10d", "dateType", "LAST-MODIFIED", "limit", 800, "columns", "company|jobs", "sort", "company")',
  // within another function, so that no cell shows its table as it is
  I1: '=ROWS(EXPANSIONS(, "from", "-10d", "dateType", "LAST-MODIFIED", "limit", 900))',
  // a window that is over, in which nothing changes any more
  K1: '=HIRINGS(, "from", "2026-01-05", "to", "2026-03-12", "limit", 5, "columns", "company|date")',
  N1: '=HIRINGS(, "from", "-10d", "limit", 5, "columns", "company|jobs|modified")',
  R1: '=TRACKED_COMPANIES("Automotive suppliers", "columns", "name")',
  // what its argument comes to is known only where it runs
  T1: '=HIRINGS(, "from", "-"&3&"d", "limit", 2, "columns", "company|modified")',
};

const DAYS_BETWEEN = 3;
const JOB: JobInput = {
  name: 'Fresh every morning',
  schedule: { every: 'day', hour: 6, weekdays: [] },
  digest: '',
  refresh: { places: [], budget: 500, changes: true },
};

/** Three records that only these tests change, and how many mornings there were. */
let ours: readonly BusinessExpansion[] = [];
let mornings = 0;

interface Morning extends JobsSpreadsheet {
  readonly id: string;
  /** Name and jobs of the records that were changed yesterday. */
  readonly changed: readonly (readonly [string, number])[];
}

/**
 * At noon of a day, with formulas of two days before and a job that has run once. Each morning is some days after the one
 * before it, so that only what it has changed is new.
 */
async function openMorning(): Promise<Morning> {
  const filled = await openFilled();
  return pass(filled, await changeRecords(filled));
}

type Filled = JobsSpreadsheet & Pick<Morning, 'id'>;

/** Two days before the morning. */
async function openFilled(alerts?: readonly AlertInput[]): Promise<Filled> {
  const sheet = await openSpreadsheet({ connection: recorder.connection });
  if (ours.length === 0) {
    ours = [...(await records.recordsOf(sheet.dayAgo(400), sheet.dayAgo(60))).values()].slice(0, 3);
  }
  sheet.host.clock.advance(mornings * DAYS_BETWEEN * DAY_MS);
  mornings += 1;
  for (const [a1, formula] of Object.entries(CELLS)) sheet.host.workbook.type(a1, formula);
  await sheet.host.settled();
  const id = await sheet.makeJob({ ...JOB, ...(alerts && { alerts }) });
  await sheet.runNow(id);
  await sheet.host.settled();
  return { ...sheet, id };
}

/** Changes our records on the day before the morning. */
async function changeRecords(filled: Filled): Promise<Morning['changed']> {
  const changed = ours.map((record, index) => ({
    ...record,
    jobs: 7_000 + 3 * mornings + index,
    lastModified: filled.dayAgo(-1),
  }));
  await records.put(changed);
  return changed.map(({ company, jobs }) => [company?.name ?? '', jobs]);
}

function pass(filled: Filled, changed: Morning['changed']): Morning {
  filled.host.clock.advance(2 * DAY_MS);
  filled.host.executions.clearRecords();
  recorder.clear();
  return { ...filled, changed };
}

/** Opens one morning as often as it is asked: to fill its cells takes far longer than a run of the job. */
async function morningAgain(alerts: readonly AlertInput[]): Promise<() => Promise<Morning>> {
  const filled = await openFilled(alerts);
  const content = filled.valuesIn('A1:D800');
  const openAgain = copiesOf(filled, openSpreadsheet);
  const changed = await changeRecords(filled);
  await filled.close();
  return async () => {
    recorder.clear();
    const sheet = await openAgain({ connection: recorder.connection });
    // what has changed is not there yet
    expect([sheet.valuesIn('A1:D800'), purchases()]).toEqual([content, 0]);
    return pass({ ...sheet, id: filled.id }, changed);
  };
}

const formulaAt = ({ host }: JobsSpreadsheet, a1: string) => host.workbook.read(a1)[0]?.[0]?.formula;
const formulasOf = (sheet: JobsSpreadsheet) =>
  Object.fromEntries(Object.keys(CELLS).map((a1) => [a1, formulaAt(sheet, a1)]));
/** The cells whose functions have run since the records were cleared. */
const ranIn = ({ host }: JobsSpreadsheet) =>
  host.executions
    .records()
    .filter(({ mode }) => mode === 'custom-function')
    .map(({ functionName }) => functionName)
    .sort();
/** Company and jobs of what is listed as new, each once. */
const listed = (sheet: Morning) =>
  [...sheet.rowsById('Signals changes').values()].map((row) => [row['Company'], row['Jobs']]).sort();
const jobOf = async (sheet: JobsSpreadsheet) => (await sheet.call('sidebarState')).jobs[0]!;
const contentOf = (sheet: JobsSpreadsheet) => sheet.valuesIn('A1:U800');
/** What was paid, each purchase once however often it was repeated under its name. */
const purchases = () =>
  new Set(
    recorder.requests.map(({ headers }) => headers['idempotency-key']).filter((name) => name !== undefined),
  ).size;

test('a morning: one update for each different question, and only what has changed runs again', async () => {
  const sheet = await openMorning();
  // Google has not run anything meanwhile
  expect(ranIn(sheet)).toEqual([]);
  expect(sheet.valuesIn('A2:D800').map(([, company, jobs]) => [company, jobs])).not.toContainEqual(
    sheet.changed[0],
  );

  await sheet.host.runDueTriggers();
  await sheet.host.settled();

  const jobs = sheet.valuesIn('A2:D800').map(([, company, count]) => [company, count]);
  for (const one of sheet.changed) expect(jobs).toContainEqual(one);
  expect(formulasOf(sheet)).toEqual(CELLS);
  expect(listed(sheet)).toEqual([...sheet.changed].sort());
  const state = await jobOf(sheet);
  expect(state).toMatchObject({ error: '', notice: '', unfinished: false, added: 3 });
  // the first update begins with the day of the first table, which had not ended
  expect(state.credits).toBe((await records.recordsOf(sheet.dayAgo(2), sheet.dayAgo(0))).size);
  // the two forms and the count; what cannot be read runs each time; all others stay as they are
  const ran = ranIn(sheet);
  expect(ran.filter((name) => name === 'EXPANSIONS')).toHaveLength(3);
  expect(ran.filter((name) => name === 'HIRINGS')).toHaveLength(1);
  expect(ran).not.toContain('TRACKED_COMPANIES');
  expect(state.changed).toBe(ran.length);
  // one request that costs, for three formulas; the closed window is not asked about
  expect(purchases()).toBe(1);

  // what they show when all of them run
  const content = contentOf(sheet);
  sheet.host.runFormulasAgain();
  await sheet.host.settled();
  expect(contentOf(sheet)).toEqual(content);
  expect(purchases()).toBe(1);

  recorder.clear();
  sheet.host.executions.clearRecords();
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(purchases()).toBe(0);
  // the formula whose argument cannot be read
  expect(ranIn(sheet)).toEqual(['HIRINGS']);
  const { credits, added, allCredits, allAdded } = await jobOf(sheet);
  expect({ credits, added }).toEqual({ credits: 0, added: 0 });
  expect({ allCredits, allAdded }).toEqual({ allCredits: state.credits, allAdded: state.added });
});

test('cells that show an error are clean after the next run', async () => {
  const sheet = await openMorning();
  const column = Array.from({ length: 30 }, (_, index) => `W${1 + 3 * index}`);
  recorder.fault = () => ({ kind: 'status', status: 503, body: '{}' });
  for (const [index, a1] of column.entries()) {
    const formula = `=EXEC_CHANGES(, "from", "-${20 + (index % 10)}d", "limit", 1, "columns", "company|date")`;
    sheet.host.workbook.type(a1, formula);
  }
  await sheet.host.settled();
  const errorsOf = () => column.filter((a1) => String(sheet.valuesIn(a1)[0]?.[0]).startsWith('#'));
  expect(errorsOf()).toHaveLength(30);
  recorder.fault = () => undefined;
  sheet.host.clock.advance(HOUR_MS);
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(errorsOf()).toEqual([]);
});

test('while the service is silent nothing is lost, the job says so, and the next run makes it good', async () => {
  const sheet = await openMorning();
  const before = contentOf(sheet);
  recorder.fault = () => ({ kind: 'status', status: 503, body: '{}' });
  await sheet.host.runDueTriggers();
  await sheet.host.settled();
  const failed = await jobOf(sheet);
  expect(failed.error).toContain('#SERVICE');
  expect(formulasOf(sheet)).toEqual(CELLS);
  // the table says how old it is, and shows all that it had
  const shown = sheet.valuesIn('A2:D800').filter(([, company]) => company !== '');
  expect(before.map((row) => row.slice(0, 4))).toEqual(expect.arrayContaining(shown));
  expect(shown).not.toEqual([]);
  expect(String(sheet.valuesIn('A1')[0]?.[0])).toContain('as of');
  recorder.fault = () => undefined;
  sheet.host.clock.advance(HOUR_MS);
  await sheet.host.runDueTriggers();
  await sheet.host.settled();
  expect(sheet.valuesIn('C2:C800').flat()).toContain(sheet.changed[0]?.[1]);
  expect(await jobOf(sheet)).toMatchObject({ error: '', added: failed.added + (await jobOf(sheet)).added });
});

test('a run spends no more than it may', async () => {
  const sheet = await openMorning();
  await sheet.makeJob({ ...JOB, id: sheet.id, refresh: { places: [], budget: 2, changes: true } });
  await sheet.host.runDueTriggers();
  await sheet.host.settled();
  const state = await jobOf(sheet);
  expect(state.credits).toBe(2);
  expect(state.notice).toContain('budget');
  expect(formulasOf(sheet)).toEqual(CELLS);
});

test('only the formulas of the named tabs and ranges are asked about', async () => {
  const sheet = await openMorning();
  const tab = sheet.host.workbook.workbook.getSheets()[0]?.getSheet().getName();
  sheet.host.workbook.workbook.insertDefinedName('Suppliers', `'${tab}'!$R$1:$S$5`);
  await sheet.makeJob({
    ...JOB,
    id: sheet.id,
    refresh: { places: ['Suppliers', `'${tab}'!T1:U5`, 'no such name'], budget: 500, changes: true },
  });
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(recorder.requests.map(({ path }) => path)).toEqual([
    '/api/v1/tracked-companies/Automotive%20suppliers',
    // of the formula that ran again
    '/api/v1/dataset/major-hiring',
  ]);
  expect(ranIn(sheet)).toEqual(['HIRINGS']);
});

test('the formulas of another payer are left alone', async () => {
  const sheet = await openMorning();
  await sheet.host.run(
    'saveConnection',
    [{ ...recorder.connection, apiKey: await records.service.createKey(50) }],
    {
      mode: 'sidebar',
      as: 'editor',
    },
  );
  await expect(sheet.host.run('runJob', [sheet.id, ''], { mode: 'sidebar', as: 'editor' })).rejects.toThrow(
    'another key pays',
  );
  expect(recorder.requests.filter(({ path }) => path.includes('dataset'))).toEqual([]);
});

/** Each destination has got what is new once, or the job says that it may not have. @returns how many may not */
function checkTold(point: number, states: readonly AlertState[]): number {
  const left = ALERTS.map((path, index) => {
    const times = timesTold(destinations.messages.filter((one) => one.path === path));
    expect([point, path, [...times.values()].filter((count) => count > 1)]).toEqual([point, path, []]);
    const { waiting, failure, unclear = 0 } = states[index] ?? {};
    expect([point, path, waiting, failure]).toEqual([point, path, 0, '']);
    const missing = 3 - times.size;
    expect([point, path, missing === 0 || missing === unclear]).toEqual([point, path, true]);
    return missing > 0 ? 1 : 0;
  });
  return left.filter(Boolean).length;
}

test('ended after any call, no formula is lost, nothing is paid or told twice, and the next run completes', async () => {
  const alerts = ALERTS.map((path) => alertTo(destinations.url + path, { kind: 'webhook' }));
  const reopen = await morningAgain(alerts);
  let calls = 1;
  let unclear = 0;
  for (let point = 0; point < calls; point += scaled(9, 1)) {
    const sheet = await reopen();
    let made = 0;
    sheet.host.faults.killAfterCall = ({ functionName }, number) => {
      if (functionName === 'runJobs') made = number;
      return functionName === 'runJobs' && number === point;
    };
    await sheet.host.runDueTriggers();
    delete sheet.host.faults.killAfterCall;
    if (point === 0) calls = made;
    await sheet.host.settled();
    sheet.host.clock.advance(HOUR_MS);
    await sheet.host.runDueTriggers();
    await sheet.host.settled();
    const { jobs, activity } = await sheet.call('sidebarState');
    unclear += checkTold(point, jobs[0]?.alerts ?? []);
    const content = contentOf(sheet);
    const shown = content.slice(1).map(([, company, count]) => [company, count]);
    for (const one of sheet.changed) expect([point, shown]).toEqual([point, expect.arrayContaining([one])]);
    expect([point, formulasOf(sheet)]).toEqual([point, CELLS]);
    expect([point, purchases()]).toEqual([point, 1]);
    expect([point, listed(sheet)]).toEqual([point, [...sheet.changed].sort()]);
    expect([point, jobs[0]?.error]).toEqual([point, '']);
    // what all formulas show when they run again, which costs nothing
    sheet.host.runFormulasAgain();
    await sheet.host.settled();
    expect([point, contentOf(sheet)]).toEqual([point, content]);
    expect([point, purchases()]).toEqual([point, 1]);
    expect([point, (await sheet.call('sidebarState')).activity?.today]).toEqual([point, activity?.today]);
    await sheet.close();
    destinations.messages.length = 0;
  }
  expect(calls).toBeGreaterThan(30);
  // only what was in transit when the execution ended
  expect(unclear).toBeLessThan(calls / 3);
});
