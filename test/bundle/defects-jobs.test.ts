/** Scheduled jobs: each gets its runs, its cap and its mails, even if another needs many hourly runs. */
import { USERS } from '../../src/sandbox/bridge/modes.js';
import type { NetworkFault } from '../../src/sandbox/services/faults.js';
import { createRandom, type Random } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { DAY_MS, HOUR_MS, refreshOf, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const FORMULA = '=EXPANSIONS("acme.example", "columns", "date|company|jobs")';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const add = (count: number, daysAgo: number, domain = 'acme.example') =>
  service.add(count, sheet.dayAgo(daysAgo), domain);
const sync = (settings: object) => syncOf(sheet, { formula: FORMULA, budget: 200, ...settings });

test('D16 a job that needs many hourly runs does not block the others', async () => {
  for (let day = 1; day <= 60; day++) add(100, day);
  add(3, 1, 'beta.example');
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily' } });
  await sheet.makeJob({ ...sync({ from: sheet.dayAgo(60), budget: 50_000 }), name: 'Long' });
  const formula = '=EXPANSIONS("beta.example", "columns", "date|company")';
  await sheet.makeJob({ ...sync({ formula, from: sheet.dayAgo(1), tab: 'Short' }), name: 'Short' });
  // the service is so slow that an hourly run has time for only one request
  sheet.host.faults.network = () => void sheet.host.clock.advance(280_000);
  await sheet.hours(3);
  const short = (await sheet.call('sidebarState')).jobs.find(({ name }) => name === 'Short');
  expect(short).toMatchObject({ through: sheet.dayAgo(1), error: '' });
  expect(sheet.rowsById('Short').size).toBe(3);
  await sheet.hours(20);
  expect(sheet.rowsById('Synced').size).toBe(6_000);
});

test('a refresh that a person runs ends, although its stored answers alone take longer than a call', async () => {
  const { clock, faults } = sheet.host;
  add(1, 1);
  for (const [index, column] of [...'ABCDEFGH'].entries())
    await sheet.host.enter(
      `${column}1`,
      `=EXPANSIONS("acme.example", "from", "-${20 + index}d", "columns", "id")`,
    );
  const id = await sheet.makeJob(refreshOf());
  faults.killAfterCall = ({ functionName }, _call, operation) => {
    if (functionName === 'runJob' && operation.startsWith('Cache.')) clock.advance(2_500);
    return false;
  };
  let [token, isOver] = ['', false];
  for (let call = 0; call < 6 && !isOver; call++) {
    const { outcome } = await sheet.call('runJob', id, token);
    if (outcome?.kind !== 'job-run') throw new Error('no run');
    ({ token, over: isOver } = outcome.run);
  }
  mend();
  expect(isOver).toBe(true);
  expect(await sheet.job()).toMatchObject({ error: '', unfinished: false });
});

test('ranges of a sync keep their tab when the job is edited while another tab is open', async () => {
  const { host } = sheet;
  await sheet.call('insertSheet', { name: 'Accounts', rows: [['Domain'], ['beta.example']] });
  add(3, 1, 'beta.example');
  add(2, 1);
  const select = (a1: string) => host.ui.select(host.workbook.area(a1));
  select('Accounts!C1');
  const input = sync({ formula: '=EXPANSIONS(A2:A3, "columns", "date|company")', from: sheet.dayAgo(2) });
  const draft = { ...input, draftId: 'draft-of-a-sync' };
  const id = await sheet.makeAndRun(draft);
  const formula = `=EXPANSIONS('Accounts'!A2:A3, "columns", "date|company")`;
  expect((await sheet.job()).sync?.formula).toBe(formula);
  expect(service.charged).toBe(3);
  select('Synced!B2');
  // the first answer was lost
  expect(await sheet.makeJob(draft)).toBe(id);
  expect((await sheet.job()).sync?.formula).toBe(formula);
  await sheet.makeJob({
    ...sync({ ...input.sync, formula: input.sync.formula.replace('|company', '') }),
    id,
  });
  expect((await sheet.job()).sync?.formula).toBe(formula.replace('|company', ''));
});

const newIn = (subject: string) => Number(/: (\d+) new/.exec(subject)?.[1]);

test('D15 the digests list each new row once, including rows of later runs on the same day', async () => {
  add(30, 1);
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily' } });
  const input = sync({ from: sheet.dayAgo(5), budget: 1_000 });
  const schedule = { every: 'hour' as const, hour: 0, weekdays: [] };
  const id = await sheet.makeJob({ ...input, schedule, digest: 'ann@acme.example' });
  await sheet.hours(2);
  // a new column alone does not list the rows again, but another tab does
  const again = sync({ from: sheet.dayAgo(5), budget: 1_000, tab: 'Second' });
  await sheet.makeJob({ ...again, id, schedule, digest: 'ann@acme.example' });
  await sheet.hours(2);
  expect(sheet.rowsById('Second').size).toBe(30);
  add(7, 0);
  await sheet.hours(48);
  expect(sheet.rowsById('Second').size).toBe(37);
  const subjects = sheet.host.mails.map(({ subject }) => subject);
  expect(subjects.map(newIn).reduce((sum, count) => sum + count, 0)).toBe(67);
  expect(subjects.length).toBeLessThanOrEqual(3);
});

test('without mails left today, a digest and the report of failures wait for the next day', async () => {
  add(30, 1);
  const email = USERS.owner.email;
  const useMails = () => {
    const { quotas } = sheet.host;
    quotas.add(email, 'email', quotas.left(email, 'email'));
  };
  const schedule = { every: 'hour' as const, hour: 0, weekdays: [] };
  await sheet.makeJob({ ...sync({ from: sheet.dayAgo(5) }), schedule, digest: 'ann@acme.example' });
  useMails();
  await sheet.hours(2);
  expect(sheet.rowsById('Synced').size).toBe(30);
  expect(sheet.host.mails).toEqual([]);
  await sheet.hours(24);
  expect(sheet.host.mails.map(({ subject }) => newIn(subject))).toEqual([30]);
  // the next day's records are refused
  sheet.host.clock.advance(12 * HOUR_MS);
  useMails();
  sheet.host.faults.network = () => ({ kind: 'status', status: 401, body: '{}' });
  await sheet.hours(4);
  expect(sheet.host.mails).toHaveLength(1);
  await sheet.hours(48);
  mend();
  const [, report, ...others] = sheet.host.mails;
  expect(report?.subject).toBe('All expansions: failed three times in a row');
  expect(others).toEqual([]);
  expect(await sheet.job()).toMatchObject({ givenUp: true });
});

const OURS = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.ours.example`);
const OTHERS = ['a', 'b', 'c'].map((name) => `${name}.others.example`);
const SLOT_HOUR = 6;

const creditsOf = (domains: readonly string[]) =>
  service.charges
    .filter(({ body }) => [body.companyDomain ?? []].flat().some((domain) => domains.includes(domain)))
    .reduce((sum, { credits }) => sum + credits, 0);

/** A job that refreshes several queries; their formulas exist before the job. */
async function refreshJob(random: Random, cap: number) {
  for (const [index, domain] of OURS.entries()) {
    const formula = `=EXPANSIONS("${domain}", "from", "-30d", "limit", ${5 + random.below(60)}, "columns", "date|company")`;
    sheet.host.workbook.type(`${'ADGJM'[index]}1`, formula);
  }
  await sheet.host.settled();
  return refreshOf({ places: ['Sheet1'], budget: cap });
}

function syncJob(random: Random, cap: number) {
  const domains = OURS.slice(0, 1 + random.below(OURS.length)).join('|');
  const formula = `=EXPANSIONS("${domains}", "columns", "date|company|jobs")`;
  return sync({ formula, from: sheet.dayAgo(9), budget: cap });
}

const FAULTS: readonly NetworkFault[] = [
  { kind: 'status', status: 500, reached: true },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429 },
  { kind: 'timeout', reached: true },
  { kind: 'timeout' },
  { kind: 'unreachable', reached: true },
  { kind: 'status', status: 200, body: '[{', reached: true },
  { kind: 'dns' },
];

/** Injects a random fault into the job's next execution, or none. */
function breakRun(random: Random): string {
  const { faults, clock } = sheet.host;
  const kind = random.pick(['nothing', 'kill', 'kill', 'network', 'write', 'slow'] as const);
  const at = 1 + random.below(kind === 'kill' ? 160 : 8);
  let count = 0;
  if (kind === 'kill')
    faults.killAfterCall = ({ functionName }, call) => functionName === 'runJobs' && call === at;
  if (kind === 'network' || kind === 'slow') {
    const fault = random.pick(FAULTS);
    faults.network = () => {
      count += 1;
      if (count === at && kind === 'slow') clock.advance(280_000);
      if (count !== at || kind !== 'network') return undefined;
      return fault;
    };
  }
  if (kind === 'write')
    faults.partialWrite = ({ functionName }, keys) => {
      if (functionName !== 'runJobs') return undefined;
      count += 1;
      return count === at ? random.below(keys.length + 1) : undefined;
    };
  return `${kind} ${at}`;
}

function mend(): void {
  const { faults } = sheet.host;
  delete faults.killAfterCall;
  delete faults.network;
  delete faults.partialWrite;
}

/** Simulates two days and checks after every hour what the job has cost in its schedule's slot. */
async function playCap(random: Random, isRefresh: boolean): Promise<void> {
  const cap = 10 + random.below(60);
  const { facade } = sheet.host.workbook;
  if (!facade.getSheetByName('Others')) facade.insertSheet('Others');
  for (const domain of [...OURS, ...OTHERS])
    for (let day = 1; day <= 9; day++) add(random.below(Math.max(2, Math.floor(cap / 3))), day, domain);
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily' } });
  const job = isRefresh ? await refreshJob(random, cap) : syncJob(random, cap);
  const id = await sheet.makeJob(job);
  const spent = new Map<number, number>();
  const history = [`cap ${cap}, ${isRefresh ? 'refresh' : 'sync'}`];
  for (let hour = 0; hour < 40; hour++) {
    if (random.chance(0.3)) add(1 + random.below(cap), random.below(3), random.pick(OURS));
    const other = `=EXPANSIONS("${random.pick(OTHERS)}", "from", "-9d", "limit", ${1 + random.below(40)})`;
    if (random.chance(0.4)) sheet.host.workbook.type(`'Others'!A${1 + 50 * (hour % 19)}`, other);
    if (random.chance(0.5)) await sheet.host.settled();
    const fault = random.chance(0.6) ? breakRun(random) : 'nothing';
    const before = creditsOf(OURS);
    const slot = Math.floor((sheet.host.clock.now() - SLOT_HOUR * HOUR_MS) / DAY_MS);
    await sheet.host.runDueTriggers();
    mend();
    await sheet.host.settled();
    const cost = creditsOf(OURS) - before;
    spent.set(slot, (spent.get(slot) ?? 0) + cost);
    const { error } = await sheet.job();
    history.push(`hour ${hour}, slot ${slot}: ${fault}, ${cost} credits, "${error}"`);
    expect({ history, isBelow: spent.get(slot)! <= cap }).toEqual({ history, isBelow: true });
    if (random.chance(0.2)) await sheet.call('resumeJob', id).catch(() => undefined);
    sheet.host.clock.advance(HOUR_MS);
  }
  // the next job runs in the same spreadsheet
  await sheet.call('removeJob', id);
}

test.each([true, false])(
  'D14 over retries inside a slot a job never exceeds its cap, for any kill or failure (a refresh: %s)',
  async (isRefresh) => {
    for (let world = 0; world < scaled(1, 10); world++) {
      service.clear();
      await playCap(createRandom(SEED + world), isRefresh);
    }
  },
  3_600_000,
);

test.each([
  ['refresh', () => refreshOf({ places: ['Sheet1'], budget: 10 })],
  ['sync', () => sync({ from: sheet.dayAgo(3), budget: 10 })],
])(
  'D14 a %s with few credits does not touch records that a larger formula may have paid for',
  async (_, jobOf) => {
    add(40, 2);
    const days = '"dateType", "LAST-MODIFIED", "from", "-3d", "to", "-1d"';
    sheet.host.faults.network = () => ({ kind: 'unreachable' });
    await sheet.host.enter('A1', `=EXPANSIONS("acme.example", ${days}, "limit", 40)`);
    mend();
    await sheet.makeJob(jobOf());
    await sheet.hours(4);
    expect(service.charged).toBeLessThanOrEqual(10);
    expect((await sheet.job()).notice).toContain('credits');
  },
);

test('a sync without credits for its own days keeps the answer to a formula’s request that it has completed', async () => {
  add(5, 1);
  add(10, 3);
  const days = '"dateType", "LAST-MODIFIED", "from", "-3d", "to", "-1d"';
  const formula = `=EXPANSIONS("acme.example", ${days}, "limit", 5, "columns", "id")`;
  sheet.host.faults.network = () => ({ kind: 'unreachable', reached: true });
  await sheet.host.enter('A1', formula);
  mend();
  const asked = service.bodies.length;
  expect(service.charged).toBe(5);
  await sheet.makeJob(sync({ from: sheet.dayAgo(3), budget: 5 }));
  await sheet.hours(1);
  // the answer has only records of the last day
  const notice: unknown = expect.stringContaining('credits');
  expect(await sheet.job()).toMatchObject({ credits: 5, added: 0, error: '', notice });
  expect(service.bodies).toHaveLength(asked + 1);
  await sheet.host.enter('D1', formula);
  expect(sheet.valuesIn('D2:D6')).not.toContainEqual(['']);
  expect([service.charged, service.bodies.length]).toEqual([5, asked + 1]);
});

/** A job that may spend three credits, on the day after a change of twenty records. */
async function makeSmallRefresh(): Promise<void> {
  add(5, 3);
  await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-30d", "limit", 40)');
  await sheet.makeJob(refreshOf({ places: ['Sheet1'], budget: 3 }));
  sheet.host.clock.advance(DAY_MS);
  add(20, 1);
}

test('D14 a formula for which a slow service left no time does not buy the rest at its rerun', async () => {
  await makeSmallRefresh();
  const before = service.charged;
  sheet.host.faults.network = () => {
    sheet.host.clock.advance(280_000);
    mend();
    return undefined;
  };
  await sheet.hours(2);
  expect(service.charged - before).toBeLessThanOrEqual(3);
  expect((await sheet.job()).notice).toContain('credits');
});

test('D14 the rerun of a formula whose answer is old, because the service was busy, does not pass the cap', async () => {
  await makeSmallRefresh();
  const before = service.charged;
  const { clock, faults } = sheet.host;
  faults.network = () => ({ kind: 'status', status: 429, body: '{}' });
  // the service answers again when the job clears the formula, to write it again
  faults.killAfterCall = ({ functionName }, _call, operation) => {
    if (functionName === 'runJobs' && operation === 'Range.clearContent' && faults.network) {
      delete faults.network;
      clock.advance(60_000);
    }
    return false;
  };
  await sheet.hours(1);
  mend();
  expect(service.charged - before).toBeLessThanOrEqual(3);
});
