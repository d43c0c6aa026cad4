/** Jobs that meet budgets, time-outs, colleagues, and people's own columns and tabs. */
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { expectEnded } from '../support/host.js';
import {
  DAY_MS,
  HOUR_MS,
  pauseDuringHour,
  pushOf,
  refreshOf,
  syncOf,
  useJobsSpreadsheet,
} from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const FORMULA = '=EXPANSIONS(, "columns", "date|company|jobs")';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const add = (count: number, daysAgo: number, domain = 'acme.example') =>
  service.add(count, sheet.dayAgo(daysAgo), domain);

const rules = (dailyBudget: number) => sheet.call('saveRules', { dailyBudget, freshness: { mode: 'daily' } });
const sync = (settings: object) => syncOf(sheet, { formula: FORMULA, budget: 200, ...settings });

test('a daily budget below the job’s only slows the sync down', async () => {
  for (let day = 1; day <= 4; day++) add(60, day);
  await rules(100);
  await sheet.makeJob(sync({ from: sheet.dayAgo(4) }));
  await sheet.hours(24 * 4);
  expect(sheet.rowsById('Synced').size).toBe(service.records.length);
  expect((await sheet.job()).through).toBe(sheet.dayAgo(1));
});

test('a budget below the largest day so far does not stop days with fewer records', async () => {
  service.hasEstimates = false;
  add(90, 1);
  await rules(1_000);
  await sheet.makeJob(sync({ from: sheet.dayAgo(1), budget: 100 }));
  await sheet.hours(24);
  expect(service.charged).toBe(90);
  await rules(60);
  add(10, 0);
  await sheet.hours(48);
  expect(sheet.rowsById('Synced').size).toBe(service.records.length);
  expect((await sheet.job()).error).toBe('');
});

test.each([true, false])(
  'days with a round number of records together, with estimates: %s',
  async (hasEstimates) => {
    service.hasEstimates = hasEstimates;
    for (let day = 1; day <= 4; day++) add(50, day);
    await rules(1_000);
    await sheet.makeJob(sync({ from: sheet.dayAgo(4), budget: 500 }));
    await sheet.hours(24);
    expect(sheet.rowsById('Synced').size).toBe(200);
    // without an estimate, the last two days can have over 100 records, so the sync queries the last again
    expect(service.charged).toBe(hasEstimates ? 200 : 250);
  },
);

test('a formula that buys while a sync counts its records leaves it only the rest of the daily budget', async () => {
  service.hasEstimates = true;
  add(60, 1);
  add(50, 2, 'beta.example');
  await rules(100);
  const formula = '=EXPANSIONS("acme.example", "columns", "date|company")';
  await sheet.makeJob(sync({ formula, from: sheet.dayAgo(1) }));
  const { opened, open } = createGate();
  service.counted = opened;
  const hour = sheet.hours(1);
  await eventually(() => service.counts === 1);
  await sheet.host.formula('EXPANSIONS', 'beta.example', 'from', '-9d', 'limit', 50);
  expect(service.charged).toBe(50);
  open();
  await hour;
  expect(service.charged).toBe(50);
  const notice: unknown = expect.stringContaining('limit of credits is reached');
  expect(await sheet.job()).toMatchObject({ error: '', notice, runs: [{ waited: 'budgetUsed' }] });
});

test('a day with more records than the daily budget is an error with its date, and free with estimates', async () => {
  service.hasEstimates = true;
  add(130, 1);
  await rules(100);
  const id = await sheet.makeJob(sync({ from: sheet.dayAgo(1) }));
  await expect(sheet.runNow(id)).rejects.toThrow(
    "the spreadsheet's budget of 100 credits; raise the budget or cap",
  );
  expect(service.charged).toBe(0);
});

test.each([
  ['one tab', 'Synced', 'Synced'],
  ['a tab that a person has renamed, and its new name', 'Old', 'Synced'],
])('two jobs with %s never write at the same time', async (_, first, second) => {
  add(10, 1);
  add(10, 1, 'beta.example');
  const of = (domain: string, tab: string) =>
    sync({ from: sheet.dayAgo(1), tab, formula: `=EXPANSIONS("${domain}", "columns", "date|company")` });
  const [acme, beta] = [of('acme.example', first), of('beta.example', second)];
  const one = await sheet.makeJob(acme);
  if (first !== second) {
    await sheet.runNow(one);
    sheet.host.workbook.facade.getSheetByName(first)?.setName(second);
    sheet.host.clock.advance(DAY_MS);
  }
  const two = await sheet.makeJob(beta);
  await sheet.callAs('editor', 'saveConnection', service.connection);
  const refusal = createGate();
  service.until = refusal.opened;
  const both = [sheet.call('runJob', one, ''), sheet.callAs('editor', 'runJob', two, '')];
  for (const run of both) run.catch(refusal.open);
  const runs = await Promise.allSettled(both);
  const refused = runs.flatMap((run) => (run.status === 'rejected' ? [String(run.reason)] : []));
  expect(refused).toEqual([expect.stringMatching(/#BUSY: .* is running a job with the same tab/)]);
  expect(service.charged).toBe(10);
  await sheet.runNow(one);
  await sheet.runNow(two);
  expect(sheet.rowsById('Synced').size).toBe(20);
});

test('two refreshes never write into a new tab of changes at the same time, although they had an older one', async () => {
  await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-30d", "columns", "id")');
  const job = refreshOf({ changes: true });
  const [one, two] = [await sheet.makeAndRun(job), await sheet.makeAndRun({ ...job, name: 'Second' })];
  add(1, 0);
  sheet.host.clock.advance(DAY_MS);
  await sheet.runNow(one);
  await sheet.runNow(two);
  const { facade } = sheet.host.workbook;
  const list = () => facade.getSheetByName('Signals changes');
  facade.deleteSheet(list()!);
  await sheet.host.settled();
  add(1, 0);
  sheet.host.clock.advance(DAY_MS);
  // the first one still has its lease when the second one runs
  sheet.host.faults.killAfterCall = (_caller, _number, operation) =>
    operation === 'SpreadsheetApp.flush' && list() !== null;
  await expect(sheet.runNow(one)).rejects.toThrow('ended');
  delete sheet.host.faults.killAfterCall;
  await expect(sheet.runNow(two)).rejects.toThrow('is running a job with the same tab');
  sheet.host.clock.advance(HOUR_MS);
  await sheet.runNow(one);
  await sheet.runNow(two);
  expect(sheet.rowsById('Signals changes').size).toBe(1);
});

test('charts never replace a person’s own tab or the synced one', async () => {
  add(5, 1);
  const tab = 'T'.repeat(100);
  const own = `${tab.slice(0, 92)} summary`;
  await sheet.call('insertSheet', { name: own, rows: [['My report']] });
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1), tab }));
  const before = sheet.valuesIn(`'${tab}'!A1:D6`);
  const name = `${tab.slice(0, 90)} summary 2`;
  for (let time = 0; time < 2; time++) {
    expect((await sheet.call('makeViews', id)).outcome).toEqual({ kind: 'sheet', name });
  }
  expect(sheet.valuesIn(`'${tab}'!A1:D6`)).toEqual(before);
  expect(sheet.valuesIn(`'${own}'!A1`)).toEqual([['My report']]);
  // a change of the job does not remove its charts
  await sheet.call('saveJob', { ...sync({ from: sheet.dayAgo(1), tab, newRows: 'bottom' }), id });
  expect((await sheet.call('makeViews', id)).outcome).toEqual({ kind: 'sheet', name });
});

test('D60 charts follow the tab: a run that changes it draws them again', async () => {
  add(5, 1);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1) }));
  await sheet.call('makeViews', id);
  const jobs = () => {
    const cells = sheet.valuesIn("'Synced summary'!H1:I60").map(([name, sum]) => [String(name), Number(sum)]);
    const at = cells.findIndex(([name]) => name === 'Top companies by jobs');
    return cells.slice(at + 2).find(([name]) => name !== '')?.[1];
  };
  const sumOf = () =>
    [...sheet.rowsById('Synced').values()].reduce((sum, row) => sum + Number(row['Jobs']), 0);
  const before = sumOf();
  expect(jobs()).toBe(before);
  add(7, 0);
  sheet.host.clock.advance(DAY_MS);
  await sheet.runNow(id);
  expect(sumOf()).toBeGreaterThan(before);
  expect(jobs()).toBe(sumOf());
});

test('charts are drawn by one execution at a time, each once', async () => {
  add(5, 1);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1) }));
  const { clock, faults } = sheet.host;
  await expectEnded(sheet.host, 'Sheet.insertChart', () => sheet.call('makeViews', id));
  // another one waits for the first, which has died
  faults.killAfterCall = (_caller, _number, operation) => {
    if (operation === 'Utilities.sleep') clock.advance(5_000);
    return false;
  };
  await expect(sheet.callAs('editor', 'makeViews', id)).rejects.toThrow('charts of a job drawn');
  delete faults.killAfterCall;
  clock.advance(120_000);
  const { outcome } = await sheet.callAs('editor', 'makeViews', id);
  expect(outcome).toEqual({ kind: 'sheet', name: 'Synced summary' });
  const titles = Object.values(sheet.host.charts()).flatMap((charts) =>
    charts.map(({ options }) => options['title']),
  );
  expect(titles.length).toBeGreaterThan(0);
  expect(new Set(titles).size).toBe(titles.length);
});

test('a time-out waits without failing, and Run now or Resume repeats its request with the same key', async () => {
  // midnight must not pass meanwhile, because reserved credits would then count as spent
  sheet.host.clock.advance(-6 * HOUR_MS);
  add(3, 1);
  const id = await sheet.makeJob(sync({ from: sheet.dayAgo(1) }));
  let timeouts = 1;
  sheet.host.faults.network = ({ url }) => {
    if (url.endsWith('/estimate') || timeouts-- <= 0) return undefined;
    return { kind: 'timeout', reached: true };
  };
  await sheet.hours(9);
  const error = expect.stringContaining('choose Run now to retry');
  expect(await sheet.job()).toMatchObject({ givenUp: false, error });
  const [last] = (await sheet.job()).runs ?? [];
  expect(last).toEqual({ at: expect.any(Number), added: 0, changed: 0, credits: 0, waited: 'jobUnclear' });
  expect(service.bodies).toHaveLength(1);
  await sheet.call('pauseJob', id);
  await sheet.call('resumeJob', id);
  await sheet.hours(1);
  expect(service.bodies).toHaveLength(2);
  expect(service.charged).toBe(3);
  expect(sheet.rowsById('Synced').size).toBe(3);
  expect(await sheet.job()).toMatchObject({ error: '' });
});

test('a job that is paused while its trigger runs it buys nothing more, and continues there when it is resumed', async () => {
  for (let day = 1; day <= 20; day++) add(20, day);
  await rules(10_000);
  const id = await sheet.makeJob(sync({ from: sheet.dayAgo(20), budget: 1_000 }));
  await pauseDuringHour(sheet, service, id);
  await sheet.hours(2);
  expect(service.bodies).toHaveLength(1);
  expect(sheet.rowsById('Synced').size).toBe(140);
  expect(await sheet.job()).toMatchObject({ paused: true, error: '', through: sheet.dayAgo(14) });
  await sheet.call('resumeJob', id);
  await sheet.hours(1);
  expect(sheet.rowsById('Synced').size).toBe(400);
  expect(service.charged).toBe(400);
});

test('a refresh that is paused while its trigger runs it asks no further question and runs no formula again', async () => {
  for (const domain of ['acme.example', 'beta.example']) add(2, 1, domain);
  await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-9d", "columns", "date|company")');
  await sheet.host.enter('D1', '=EXPANSIONS("beta.example", "from", "-9d", "columns", "date|company")');
  const id = await sheet.makeJob(refreshOf());
  sheet.host.clock.advance(DAY_MS);
  for (const domain of ['acme.example', 'beta.example']) add(1, 1, domain);
  const before = service.bodies.length;
  await pauseDuringHour(sheet, service, id);
  expect(service.bodies).toHaveLength(before + 1);
  expect(await sheet.job()).toMatchObject({ paused: true, error: '', unfinished: true, changed: 0 });
});

test.each(['Id', 'Jobs'])(
  'a person’s own column with our header %s stops the job before any request',
  async (own) => {
    add(3, 1);
    const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1) }));
    sheet.host.workbook.facade.getSheetByName('Synced')?.insertColumnBefore(0);
    sheet.host.workbook.type("'Synced'!A1", own);
    await sheet.host.enter("'Synced'!A2:A4", 'mine');
    sheet.host.clock.advance(DAY_MS);
    add(2, 1);
    await expect(sheet.runNow(id)).rejects.toThrow(`has "${own}" twice; rename your own column`);
    expect(service.bodies).toHaveLength(1);
    expect(sheet.valuesIn("'Synced'!A2:A4")).toEqual([['mine'], ['mine'], ['mine']]);
    await sheet.host.enter("'Synced'!A1", 'My column');
    expect(await sheet.runNow(id)).toMatchObject({ added: 2 });
  },
);

test('a job’s push covers the days since the last one, at most five', async () => {
  const id = await sheet.makeJob(pushOf());
  await sheet.hours(48);
  expect(service.pushed).toEqual([{ days: 2 }, { days: 2 }, { days: 2 }]);
  await sheet.call('pauseJob', id);
  sheet.host.clock.advance(2 * DAY_MS);
  await sheet.call('resumeJob', id);
  await sheet.hours(1);
  expect(service.pushed.at(-1)?.days).toBeGreaterThanOrEqual(3);
  await sheet.call('pauseJob', id);
  sheet.host.clock.advance(20 * DAY_MS);
  await sheet.call('resumeJob', id);
  await sheet.hours(1);
  expect(service.pushed.at(-1)).toEqual({ days: 5 });
});

test('another group is pushed although the old group’s news was sent today', async () => {
  const id = await sheet.makeAndRun(pushOf());
  await expect(sheet.runNow(id)).rejects.toThrow('was already pushed');
  await sheet.call('saveJob', { ...pushOf({ group: 'Suppliers' }), id });
  await sheet.runNow(id);
  expect(service.pushed).toEqual([{ days: 2 }, { days: 2 }]);
});

const WRONG_SECRET = '#BAD_KEY: the secret in the address is wrong; copy it again';

test.each([
  ['in its answer', WRONG_SECRET, { pushAnswer: JSON.stringify({ ok: false, message: WRONG_SECRET }) }],
  ['by a status', 'HTTP 503', { pushStatus: 503 }],
])(
  'a push that its receiver refuses %s fails the run, and is sent with the next one',
  async (_, message, answer) => {
    const id = await sheet.makeAndRun(pushOf());
    sheet.host.clock.advance(DAY_MS);
    Object.assign(service, answer);
    await expect(sheet.runNow(id)).rejects.toThrow(message);
    const { jobs } = await sheet.call('sidebarState');
    expect(jobs[0]?.error).toContain(message);
    Object.assign(service, { pushAnswer: '{"ok":true}', pushStatus: 200 });
    sheet.host.clock.advance(DAY_MS);
    await sheet.runNow(id);
    expect(service.pushed.at(-1)).toEqual({ days: 3 });
    expect(await sheet.job()).toMatchObject({ error: '' });
  },
);
