/** Jobs whose key has a cap for a day: they wait for the next day, unless a single day needs more than the whole cap. */
import { syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const add = (count: number, daysAgo: number) => service.add(count, sheet.dayAgo(daysAgo));
const sync = (days: number) =>
  syncOf(sheet, { formula: '=EXPANSIONS(, "columns", "date|company|jobs")', from: sheet.dayAgo(days) });

const CAP = 100;
const error: unknown = expect.stringContaining('cap for the day is used up');
const digest = 'ann@acme.example';

beforeEach(async () => {
  Object.assign(service, { dailyCap: CAP, hasAccount: true });
  await sheet.call('saveRules', { dailyBudget: 1_000, freshness: { mode: 'daily' } });
});

test('a sync takes the days that the cap still covers, and waits for the next day without failing', async () => {
  for (let day = 1; day <= 4; day++) add(40, day);
  await sheet.makeJob({ ...sync(4), digest });
  await sheet.hours(8);
  expect(sheet.rowsById('Synced').size).toBe(80);
  const waiting = { at: expect.any(Number) as unknown, changed: 0, waited: 'capReached' };
  const { runs = [], ...job } = await sheet.job();
  expect(job).toMatchObject({ givenUp: false, error });
  expect(runs.at(-1)).toEqual({ ...waiting, added: 80, credits: 80 });
  expect(runs.slice(0, -1)).toEqual(Array(7).fill({ ...waiting, added: 0, credits: 0 }));
  service.spentToday = 0;
  await sheet.hours(1);
  expect(sheet.rowsById('Synced').size).toBe(160);
  expect(service.charged).toBe(160);
  expect(await sheet.job()).toMatchObject({ error: '' });
  const subjects = sheet.host.mails.map(({ subject }) => subject);
  expect(subjects).not.toContainEqual(expect.stringContaining('failed'));
});

test.each([
  ['that the service has counted, although others use the key', true, 30],
  ['that is refused with a whole cap', false, 0],
])(
  'a day with more records than the whole cap %s stops the job, which says so once',
  async (_, has, spent) => {
    Object.assign(service, { hasEstimates: has, spentToday: spent });
    add(130, 1);
    const id = await sheet.makeJob({ ...sync(2), digest });
    await sheet.hours(10);
    const tooLarge = `${sheet.dayAgo(1)} has more records than the key's cap of ${CAP} credits a day; raise that cap`;
    const { givenUp, error: said, nextRun, runs = [] } = await sheet.job();
    expect([givenUp, said, nextRun]).toEqual([true, expect.stringContaining(tooLarge), 0]);
    expect(runs.map(({ failed }) => failed)).toEqual([true, true, true, true, true]);
    const [mail, ...others] = sheet.host.mails;
    expect([mail?.body, others]).toEqual([expect.stringContaining(tooLarge), []]);
    expect(service.charged).toBe(0);
    service.dailyCap = 2 * CAP;
    await sheet.call('resumeJob', id);
    await sheet.hours(1);
    expect(service.charged).toBe(130);
    expect(sheet.rowsById('Synced').size).toBe(130);
    expect(await sheet.job()).toMatchObject({ givenUp: false, error: '' });
  },
);

test.each([true, false])(
  'a day for which only the rest of the cap is too little waits, with an account and estimates: %s',
  async (hasBoth) => {
    Object.assign(service, { hasEstimates: hasBoth, hasAccount: hasBoth, spentToday: 30 });
    add(90, 1);
    await sheet.makeJob(sync(1));
    await sheet.hours(7);
    expect(await sheet.job()).toMatchObject({ givenUp: false, error });
    service.spentToday = 0;
    await sheet.hours(1);
    expect(sheet.rowsById('Synced').size).toBe(90);
  },
);

test('a key that pays for versions waits at such a day: it has perhaps paid for some of its records', async () => {
  Object.assign(service, { hasEstimates: true, billing: 'per-version', spentToday: 30 });
  add(130, 1);
  await sheet.makeJob(sync(1));
  await sheet.hours(7);
  expect(await sheet.job()).toMatchObject({ givenUp: false, error });
});
