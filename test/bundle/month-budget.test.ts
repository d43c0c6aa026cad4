/** The monthly budget limits formulas and jobs together; who may raise it; one notice a month. */
import type { JobInput } from '../../src/contract/jobs.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { DAY_MS, type JobsSpreadsheet, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);
const rules = (monthlyBudget: number | undefined, more = {}) => ({
  dailyBudget: 1_000,
  ...(monthlyBudget !== undefined && { monthlyBudget }),
  freshness: { mode: 'daily' },
  ...more,
});
const jobOf = (of: JobsSpreadsheet): JobInput =>
  syncOf(of, { from: of.dayAgo(1), formula: '=EXPANSIONS(, "columns", "date|company")' });
const theJob = async () => (await sheet.call('sidebarState')).jobs[0]!;

/** Moves to the second of the next month at noon, when the first one is final. */
function toNextMonth(): void {
  const now = new Date(sheet.host.clock.now());
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12);
  sheet.host.clock.advance(next - now.getTime());
}

test('a job stops at the monthly budget, its formulas say what to do, and the next month continues', async () => {
  toNextMonth();
  await sheet.call('saveRules', rules(25));
  service.add(20, sheet.dayAgo(1), 'acme.example');
  const id = await sheet.makeJob(jobOf(sheet));
  await sheet.runNow(id);
  service.add(20, sheet.dayAgo(0), 'acme.example');
  sheet.host.clock.advance(DAY_MS);
  await sheet.host.runDueTriggers();
  expect(service.charged).toBeLessThanOrEqual(25);
  sheet.host.workbook.type('A1', '=EXPANSIONS("other.example", "limit", 50)');
  await sheet.host.settled();
  service.add(30, sheet.dayAgo(1), 'more.example');
  sheet.host.workbook.type('C1', '=EXPANSIONS("more.example", "limit", 50)');
  await sheet.host.settled();
  expect(service.charged).toBeLessThanOrEqual(25);
  const { activity, rules: shown } = await sheet.call('sidebarState');
  expect(shown).toMatchObject({ monthlyBudget: 25 });
  expect(activity.month).toBeLessThanOrEqual(25);
  toNextMonth();
  await sheet.host.runDueTriggers();
  expect(service.charged).toBeGreaterThan(25);
});

test('the run that reaches four fifths of the monthly budget reports it, once a month', async () => {
  toNextMonth();
  await sheet.call('saveRules', rules(50));
  const id = await sheet.makeJob(jobOf(sheet));
  const said: string[] = [];
  const day = async (count: number) => {
    service.add(count, sheet.dayAgo(0), 'acme.example');
    sheet.host.clock.advance(DAY_MS);
    await sheet.host.runDueTriggers();
    said.push((await theJob()).notice);
  };
  await sheet.runNow(id);
  const isSaid = () => said.map((notice) => notice.includes("of this month's 50 credits"));
  for (let days = 0; days < 6; days++) await day(8);
  expect([said, isSaid()]).toEqual([said, [false, false, false, false, true, false]]);
  said.length = 0;
  toNextMonth();
  await sheet.host.runDueTriggers();
  // first come the records for which the month before had no credits
  for (let days = 0; days < 5; days++) await day(8);
  expect([said, isSaid()]).toEqual([said, [false, false, false, true, false]]);
});

test('before any formula has run, only the person who has set the monthly budget raises or removes it', async () => {
  await sheet.call('saveRules', rules(50));
  const asEditor = (monthlyBudget: number) =>
    sheet.host.run('saveRules', [rules(monthlyBudget)], { mode: 'sidebar', as: 'editor' });
  const refused = 'only the person who set this month';
  for (const wanted of [60, 0]) await expect(asEditor(wanted)).rejects.toThrow(refused);
  await asEditor(40);
  await expect(asEditor(45)).rejects.toThrow('raise');
  expect((await sheet.call('saveRules', rules(70))).rules.monthlyBudget).toBe(70);
});

test('a budget that was raised is reported again when it is nearly spent', async () => {
  toNextMonth();
  await sheet.call('saveRules', rules(100));
  service.add(85, sheet.dayAgo(1), 'acme.example');
  const id = await sheet.makeJob(jobOf(sheet));
  await sheet.runNow(id);
  expect((await theJob()).notice).toContain("85 of this month's 100 credits");
  await sheet.call('saveRules', rules(105));
  sheet.host.clock.advance(DAY_MS);
  await sheet.host.runDueTriggers();
  expect((await theJob()).notice).toContain("85 of this month's 105 credits");
});

test('only the payer raises or removes the monthly budget; everyone lowers it; other settings keep it', async () => {
  await sheet.call('saveRules', rules(50));
  // formulas have paid with the owner's key
  service.add(1, sheet.dayAgo(1), 'acme.example');
  sheet.host.workbook.type('A1', '=EXPANSIONS("acme.example", "from", "-30d")');
  await sheet.host.settled();
  const asEditor = (monthlyBudget: number | undefined) =>
    sheet.host.run('saveRules', [rules(monthlyBudget)], {
      mode: 'sidebar',
      as: 'editor',
    }) as Promise<SidebarState>;
  await expect(asEditor(60)).rejects.toThrow(/pays here and can raise budgets;/);
  await expect(asEditor(0)).rejects.toThrow('raise');
  expect((await asEditor(40)).rules.monthlyBudget).toBe(40);
  expect((await asEditor(undefined)).rules.monthlyBudget).toBe(40);
  await expect(sheet.call('saveRules', rules(1.5))).rejects.toThrow();
  expect((await sheet.call('saveRules', rules(0))).rules.monthlyBudget).toBe(0);
});

test('the refresh dialog shows the rest of the month if it is less than the day’s', async () => {
  toNextMonth();
  sheet.host.ui.questions.length = 0;
  sheet.host.ui.answer = () => '';
  await sheet.call('saveRules', rules(30));
  service.add(20, sheet.dayAgo(1), 'acme.example');
  sheet.host.workbook.type('A1', '=EXPANSIONS("acme.example", "from", "-30d", "limit", 20)');
  await sheet.host.settled();
  const refreshed = async () => {
    await sheet.host.run('refreshAll', [], { mode: 'menu' });
    return sheet.host.ui.questions.at(-1)?.message;
  };
  expect(await refreshed()).toContain('Spent this month: 20 of 30 credits.');
  await sheet.call('saveRules', rules(20));
  expect(await refreshed()).toContain("This month's budget is used up");
});
