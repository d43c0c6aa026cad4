/** Bought records are shown and bought only once, for any order of answers and wherever an execution dies. */
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { type Host, useHosts } from '../support/host.js';
import { DAY_MS, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { type SmallRecord, useSmallService } from './small-service.js';

/** Within this time, a sync that does not wait has sent its request. */
const ASKING_MS = 8_000;
const service = useSmallService();
const startHost = useHosts();
const openSheet = useJobsSpreadsheets();

const byDay = (a: SmallRecord, b: SmallRecord) =>
  a.lastModified < b.lastModified ? 1 : a.lastModified > b.lastModified ? -1 : 0;
/** Returns the day that is `index` days after 2026-01-01. */
const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

function addDays(days: number, perDay: number, domain = 'acme.example'): void {
  for (let day = 0; day < days; day++) service.add(perDay, dayOf(day), domain);
}

async function open(dailyBudget: number): Promise<Host> {
  const host = await startHost({ connection: service.connection });
  const rules = { dailyBudget, freshness: { mode: 'daily', minutes: 60 } };
  await host.run('saveRules', [rules], { mode: 'sidebar' });
  return host;
}

const DAYS = ['from', '2026-01-01', 'to', '2026-03-31'];
const ask = (host: Host, domain: string, limit: number) =>
  host.formula('EXPANSIONS', domain, ...DAYS, 'limit', limit);

/** Shows a table of all companies and one of acme.example; then a record of acme.example changes. */
async function openTwoTables() {
  service.clear();
  const host = await open(1_000);
  const dayAgo = (days: number) => new Date(host.clock.now() - days * DAY_MS).toISOString().slice(0, 10);
  service.add(1, dayAgo(3));
  service.add(1, dayAgo(3), 'beta.example');
  const jobsIn = (rows: unknown) => (rows as unknown[][]).find((row) => row[1] === 'acme.example')?.[2];
  const shown = ['from', '-7d', 'to', dayAgo(-30), 'limit', 100, 'columns', 'id|company|jobs'];
  const narrow = () => host.formula('EXPANSIONS', 'acme.example', ...shown);
  await host.formula('EXPANSIONS', undefined, ...shown);
  expect(jobsIn(await narrow())).toBe(5);
  host.clock.advance(60_000);
  Object.assign(service.records[0]!, { jobs: 99, lastModified: dayAgo(0) });
  /** @param killed whether the execution ends after some of its calls to Google */
  const refresh = (killed: { readonly killAfterCalls?: number } = {}) =>
    host.run('EXPANSIONS', [undefined, ...shown, 'refresh', '2'], { mode: 'custom-function', ...killed });
  return { host, jobsIn, narrow, refresh };
}

test('D8 after a killed execution no table shows an older version than the stored one', async () => {
  const first = await openTwoTables();
  expect(first.jobsIn(await first.refresh())).toBe(99);
  const last = first.host.executions.records.at(-1)!;
  const calls = last.calls.map(({ name }) => name);
  const answered = calls.indexOf('UrlFetchApp.fetch') + 1;
  const wrong: string[] = [];
  for (let call = answered; call < calls.length; call++) {
    const { host, refresh, narrow, jobsIn } = await openTwoTables();
    await expect(refresh({ killAfterCalls: call })).rejects.toThrow('ended');
    host.clock.advance(30_000);
    const shown = jobsIn(await narrow());
    const asked = service.bodies.length;
    const known = jobsIn(await refresh());
    // if it sends no request, the refreshed table shows the version that the killed execution has stored
    if (service.bodies.length === asked && known !== shown)
      wrong.push(`${call} ${calls[call - 1]}: ${shown}`);
    expect(known).toBe(99);
    await host.close();
  }
  expect(wrong).toEqual([]);
});

test('D13 a formula and a sync that query the same days at once pay once', async () => {
  const sheet = await openSheet({ connection: service.connection });
  await sheet.call('saveRules', { dailyBudget: 10_000, freshness: { mode: 'daily', minutes: 60 } });
  for (let day = 1; day <= 5; day++) service.add(4, sheet.dayAgo(day));
  const id = await sheet.makeJob(syncOf(sheet, { from: sheet.dayAgo(5) }));
  const gate = createGate();
  service.until = gate.opened;
  const options = ['dateType', 'LAST-MODIFIED', 'from', sheet.dayAgo(5), 'to', sheet.dayAgo(1)];
  const table = sheet.host.formula('EXPANSIONS', undefined, ...options, 'limit', 1_000);
  await eventually(() => service.bodies.length === 1);
  const run = sheet.runNow(id);
  // the sync sends a request, too, or waits for the formula's
  const asksToo = eventually(() => service.bodies.length > 1, { withinMs: ASKING_MS });
  await asksToo.catch(() => undefined);
  gate.open();
  expect(await table).toHaveLength(21);
  expect(await run).toMatchObject({ added: 20 });
  expect(service.charged).toBe(20);
});

test('D19 an answer in the wrong order makes no later query pay for known records', async () => {
  addDays(50, 1, 'odd.example');
  addDays(50, 1, 'acme.example');
  const host = await open(10_000);
  service.order = (a, b) => -byDay(a, b);
  await ask(host, 'odd.example', 20);
  service.order = byDay;
  await ask(host, 'acme.example', 20);
  const before = service.charged;
  expect(await ask(host, 'acme.example', 40)).toHaveLength(41);
  // a record of the day at which the first answer was truncated may be paid twice
  expect(service.charged - before).toBeLessThanOrEqual(21);
});
