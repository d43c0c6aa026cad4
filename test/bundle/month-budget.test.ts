/** The monthly budget limits formulas and jobs together; who may raise it; notices while it is nearly spent. */
import { syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);
const rules = (monthlyBudget: number | undefined) => ({
  dailyBudget: 1_000,
  ...(monthlyBudget !== undefined && { monthlyBudget }),
  freshness: { mode: 'daily' },
});
const FORMULA = '=EXPANSIONS(, "columns", "date|company")';
const makeJob = () => sheet.makeJob(syncOf(sheet, { from: sheet.dayAgo(1), formula: FORMULA }));
/** Saves the rules as a colleague. */
const saveAsEditor = (monthlyBudget: number | undefined) =>
  sheet.callAs('editor', 'saveRules', rules(monthlyBudget));

/** Moves to the second of the next month at noon, when the first one is final. */
function toNextMonth(): void {
  const now = new Date(sheet.host.clock.now());
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12);
  sheet.host.clock.advance(next - now.getTime());
}

test('a job stops at the monthly budget, its formulas say what to do, and the next month continues', async () => {
  toNextMonth();
  await sheet.call('saveRules', rules(25));
  service.add(20, sheet.dayAgo(1));
  const id = await makeJob();
  await sheet.runNow(id);
  service.add(20, sheet.dayAgo(0));
  await sheet.nextDay();
  expect(service.charged).toBeLessThanOrEqual(25);
  await sheet.host.enter('A1', '=EXPANSIONS("other.example", "limit", 50)');
  service.add(30, sheet.dayAgo(1), 'more.example');
  await sheet.host.enter('C1', '=EXPANSIONS("more.example", "limit", 50)');
  expect(service.charged).toBeLessThanOrEqual(25);
  const { activity, rules: shown } = await sheet.call('sidebarState');
  expect(shown).toMatchObject({ monthlyBudget: 25 });
  expect(activity.month).toBeLessThanOrEqual(25);
  toNextMonth();
  await sheet.host.runDueTriggers();
  expect(service.charged).toBeGreaterThan(25);
});

test('each run reports it while four fifths of the monthly budget are spent', async () => {
  toNextMonth();
  await sheet.call('saveRules', rules(50));
  const id = await makeJob();
  const said: string[] = [];
  const day = async (count: number) => {
    service.add(count, sheet.dayAgo(0));
    await sheet.nextDay();
    said.push((await sheet.job()).notice);
  };
  await sheet.runNow(id);
  const isSaid = () => said.map((notice) => notice.includes("of this month's 50 credits"));
  for (let days = 0; days < 6; days++) await day(8);
  expect([said, isSaid()]).toEqual([said, [false, false, false, false, true, true]]);
  said.length = 0;
  toNextMonth();
  await sheet.host.runDueTriggers();
  // first come the records for which the month before had no credits
  for (let days = 0; days < 5; days++) await day(8);
  expect([said, isSaid()]).toEqual([said, [false, false, false, true, true]]);
});

test('before any formula has run, only the person who has set the monthly budget raises or removes it', async () => {
  await sheet.call('saveRules', rules(50));
  const refused = 'only the person who set this month';
  for (const wanted of [60, 0]) await expect(saveAsEditor(wanted)).rejects.toThrow(refused);
  await saveAsEditor(40);
  await expect(saveAsEditor(45)).rejects.toThrow('raise');
  expect((await sheet.call('saveRules', rules(70))).rules.monthlyBudget).toBe(70);
});

test('only the payer raises or removes the monthly budget; everyone lowers it; other settings keep it', async () => {
  await sheet.call('saveRules', rules(50));
  // formulas have paid with the owner's key
  service.add(1, sheet.dayAgo(1));
  await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-30d")');
  await expect(saveAsEditor(60)).rejects.toThrow(/pays here and can raise budgets;/);
  await expect(saveAsEditor(0)).rejects.toThrow('raise');
  expect((await saveAsEditor(40)).rules.monthlyBudget).toBe(40);
  expect((await saveAsEditor(undefined)).rules.monthlyBudget).toBe(40);
  await expect(sheet.call('saveRules', rules(1.5))).rejects.toThrow();
  expect((await sheet.call('saveRules', rules(0))).rules.monthlyBudget).toBe(0);
});

test('the refresh dialog shows the rest of the month if it is less than the day’s', async () => {
  toNextMonth();
  sheet.host.ui.questions.length = 0;
  sheet.host.ui.answer = () => '';
  await sheet.call('saveRules', rules(30));
  service.add(20, sheet.dayAgo(1));
  await sheet.host.enter('A1', '=EXPANSIONS("acme.example", "from", "-30d", "limit", 20)');
  const refreshed = async () => {
    await sheet.host.run('refreshAll', [], { mode: 'menu' });
    return sheet.host.ui.questions.at(-1)?.message;
  };
  expect(await refreshed()).toContain('Spent this month: 20 of 30 credits.');
  await sheet.call('saveRules', rules(20));
  expect(await refreshed()).toContain("This month's budget is used up");
});
