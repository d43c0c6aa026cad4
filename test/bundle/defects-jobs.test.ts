/** Scheduled jobs: each has its turn, its cap and its mail, however many hourly runs it takes. */
import { HOUR_MS, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const FORMULA = '=EXPANSIONS("acme.example", "columns", "date|company|jobs")';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const add = (count: number, daysAgo: number, domain = 'acme.example') =>
  service.add(count, sheet.dayAgo(daysAgo), domain);
const sync = (settings: object) => syncOf(sheet, { formula: FORMULA, budget: 200, ...settings });
const jobNamed = async (name: string) =>
  (await sheet.call('sidebarState')).jobs.find((job) => job.name === name)!;

async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour++) {
    sheet.host.clock.advance(HOUR_MS);
    await sheet.host.runDueTriggers();
  }
}

/** As if the service were so slow that an hourly run has time for this many requests. */
function allowRequests(count: number): void {
  let asked = 0;
  sheet.host.faults.network = () => {
    asked += 1;
    if (asked % count === 0) sheet.host.clock.advance(280_000);
  };
}

test('D16 a job that needs many hourly runs leaves the others theirs', async () => {
  for (let day = 1; day <= 60; day++) add(100, day);
  add(3, 1, 'beta.example');
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily', minutes: 60 } });
  await sheet.makeJob({ ...sync({ from: sheet.dayAgo(60), budget: 50_000 }), name: 'Long' });
  const short = { formula: '=EXPANSIONS("beta.example", "columns", "date|company")', from: sheet.dayAgo(1) };
  await sheet.makeJob({ ...sync({ ...short, tab: 'Short' }), name: 'Short' });
  allowRequests(1);
  await hours(3);
  expect(await jobNamed('Short')).toMatchObject({ through: sheet.dayAgo(1), error: '' });
  expect(sheet.rowsById('Short').size).toBe(3);
  await hours(20);
  expect(sheet.rowsById('Synced').size).toBe(6_000);
});

const newIn = (subject: string) => Number(/: (\d+) new/.exec(subject)?.[1]);

test('D15 the digests tell of every new row once, also of those that later runs of a day bring', async () => {
  add(30, 1);
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily', minutes: 60 } });
  const input = sync({ from: sheet.dayAgo(5), budget: 1_000 });
  const schedule = { every: 'hour' as const, hour: 0, weekdays: [] };
  const id = await sheet.makeJob({ ...input, schedule, digest: 'ann@acme.example' });
  await hours(2);
  // a column alone is no reason to tell of the rows again; another tab has them once more
  const again = sync({ from: sheet.dayAgo(5), budget: 1_000, tab: 'Second' });
  await sheet.makeJob({ ...again, id, schedule, digest: 'ann@acme.example' });
  await hours(2);
  expect(sheet.rowsById('Second').size).toBe(30);
  add(7, 0);
  await hours(48);
  expect(sheet.rowsById('Second').size).toBe(37);
  const subjects = sheet.host.mails.sent().map(({ subject }) => subject);
  expect(subjects.map(newIn).reduce((sum, count) => sum + count, 0)).toBe(67);
  expect(subjects.length).toBeLessThanOrEqual(3);
});
