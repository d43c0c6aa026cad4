/** Requests and spending of a copied spreadsheet, with and without copied properties (sources disagree). */
import type { Role } from '../../src/sandbox/bridge/modes.js';
import { FIRST_DOCUMENT } from '../../src/sandbox/services/caller.js';
import { type OpenSpreadsheets, type PlainHost, useSpreadsheets } from '../support/host.js';
import { DAY_MS, syncOf } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const open = useSpreadsheets();
const FORMULA = '=EXPANSIONS(, "from", "2026-01-01", "to", "2026-01-31")';

/** A spreadsheet that its owner has connected, with a paid formula. */
async function openPaid(): Promise<{ spreadsheets: OpenSpreadsheets; first: PlainHost }> {
  service.add(3, '2026-01-05');
  const spreadsheets = open();
  const first = spreadsheets.find()!;
  await call(first, 'owner', 'saveConnection', service.connection);
  await enter(first, 'A1', FORMULA);
  expect([service.bodies.length, service.charged]).toEqual([1, 3]);
  return { spreadsheets, first };
}

const call = (host: PlainHost, as: Role, name: string, ...args: unknown[]) =>
  host.run(name, args, { mode: 'sidebar', as });

/** Types into a cell, and waits until all functions have ended. @returns what the cell shows */
async function enter(host: PlainHost, a1: string, text: string): Promise<unknown> {
  host.workbook.type(a1, text);
  await host.settled();
  return host.workbook.read(a1)[0]?.[0]?.value;
}

async function copyOf(spreadsheets: OpenSpreadsheets, original: PlainHost, by: Role) {
  const copy = spreadsheets.copy(original, by);
  await copy.settled();
  return copy;
}

const errorIn = ({ workbook }: PlainHost): string => /#\w+/.exec(workbook.message('A1'))?.[0] ?? '';

test.each(['editor', 'viewer'] as const)(
  'a copy that the %s makes sends no request and says why, although the original has a shared key',
  async (by) => {
    const { spreadsheets, first } = await openPaid();
    await call(first, 'owner', 'shareConnection', { owner: 'Olga', dailyCap: 50 });
    const copy = await copyOf(spreadsheets, first, by);
    expect(copy.workbook.read('A1')[0]?.[0]).toMatchObject({ formula: FORMULA, value: '#ERROR!' });
    expect([errorIn(copy), service.bodies.length]).toEqual(['#NO_KEY', 1]);
  },
);

test('an owner’s copy sends no request before the owner allows it, with its own or copied properties', async () => {
  const { spreadsheets, first } = await openPaid();
  first.workbook.type('H2', 'mine');
  const copy = await copyOf(spreadsheets, first, 'owner');
  expect([errorIn(copy), service.charged]).toEqual(['#NO_KEY', 3]);
  const state = await call(copy, 'owner', 'sidebarState');
  expect(state).toMatchObject({ health: ['not-allowed'] });

  const { rules } = state as unknown as { rules: { dailyBudget: number } };
  await call(copy, 'owner', 'saveRules', { ...rules, dailyBudget: 50 });
  const insertion = { formula: FORMULA, cell: { sheet: 'Sheet1', a1: 'H2' } };
  const refused = await call(copy, 'owner', 'insertFormula', insertion);
  expect(refused).toMatchObject({ outcome: { kind: 'occupied' }, health: ['not-allowed'] });
  await call(copy, 'owner', 'allowSpending');
  expect(await call(copy, 'owner', 'sidebarState')).toMatchObject({ health: [] });
  copy.clock.advance(120_000);
  await enter(copy, 'C1', FORMULA);
  expect(service.charged).toBe(6);
});

test('a free request of a copy does not allow paid ones', async () => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, 'owner');
  expect(await enter(copy, 'A20', '=HIRINGS(, "startDate", "2026-01-01")')).toBe('Announced');
  expect(service.bodies).toHaveLength(2);

  await enter(copy, 'A1', FORMULA.replace('2026-01-31', '2026-03-31'));
  expect([errorIn(copy), service.bodies.length]).toEqual(['#NO_KEY', 2]);
  expect(await call(copy, 'owner', 'sidebarState')).toMatchObject({ health: ['not-allowed'] });
});

test('a preview of a copy buys what its button says, and does not allow formulas to spend', async () => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, 'owner');
  const previewed = await call(copy, 'owner', 'previewFormula', FORMULA, true);
  const preview = { stored: { records: 3 } };
  expect(previewed).toMatchObject({ outcome: { preview }, health: ['not-allowed'] });
  expect(service.charged).toBe(6);

  await enter(copy, 'A1', FORMULA.replace('2026-01-31', '2026-03-31'));
  expect([errorIn(copy), service.charged]).toEqual(['#NO_KEY', 6]);
});

/** The properties of an older add-on without the consent to spending: they only name the payer. */
const beforeConsent = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('spends:')));

test.each([
  ['the same hour', 0, undefined],
  ['two days later', 2 * DAY_MS, undefined],
  ['the same hour, and what it stored is older than the consent', 0, beforeConsent],
  ['two days later, and what it stored is older than the consent', 2 * DAY_MS, beforeConsent],
])('a copy with the original’s properties spends nothing either: %s', async (_, later, change) => {
  const { spreadsheets, first } = await openPaid();
  const { entries, write } = first.properties;
  const stored = entries(storeOf(first));
  const copy = await copyOf(spreadsheets, first, 'owner');
  // Google may copy the properties, too
  write(storeOf(copy), change?.(stored) ?? stored, true);
  copy.clock.advance(later);
  service.add(1, '2026-02-06');
  for (const [cell, until] of Object.entries({ C1: '2026-03-31', M1: '2026-04-30' }))
    expect(await enter(copy, cell, FORMULA.replace('2026-01-31', until))).not.toBe('');
  expect([service.bodies.length, service.charged]).toEqual([1, 3]);
  expect(await call(copy, 'owner', 'sidebarState')).toMatchObject({ health: ['not-allowed'] });
});

test('a spreadsheet that paid before the consent existed asks for it once and still shows its records', async () => {
  const { spreadsheets, first } = await openPaid();
  const { entries, write } = first.properties;
  const store = storeOf(first);
  write(store, beforeConsent(entries(store)), true);
  first.cache.clear();
  expect(await enter(first, 'A10', FORMULA)).toBe('Announced');
  expect(service.bodies).toHaveLength(1);

  const wider = FORMULA.replace('2026-01-31', '2026-03-31');
  await enter(first, 'A20', wider);
  const state = await call(first, 'owner', 'sidebarState');
  expect([state, service.bodies.length]).toMatchObject([{ health: ['not-allowed'] }, 1]);
  await call(first, 'owner', 'allowSpending');
  expect(await enter(first, 'A40', `${wider} `)).toBe('Announced');
  expect(service.bodies).toHaveLength(2);
  expect(await call(spreadsheets.find()!, 'owner', 'sidebarState')).toMatchObject({ health: [] });
});

test('a copy has no jobs: the original’s jobs run once, in the original', async () => {
  const { spreadsheets, first } = await openPaid();
  const job = syncOf({ dayAgo: () => '2026-01-01' }, { formula: '=EXPANSIONS()', budget: 100 });
  await call(first, 'owner', 'saveJob', job);
  const copy = await copyOf(spreadsheets, first, 'editor');
  first.clock.advance(2 * DAY_MS);
  await spreadsheets.runDueTriggers();
  const hasTab = ({ workbook }: PlainHost) => workbook.facade.getSheetByName('Synced') !== null;
  expect([hasTab(first), hasTab(copy)]).toEqual([true, false]);
  expect(await call(copy, 'editor', 'sidebarState')).toMatchObject({ jobs: [] });
});

test('a new sheet of values is no consent to spend, one with a formula is', async () => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, 'owner');
  const insert = (rows: readonly unknown[]) => call(copy, 'owner', 'insertSheet', { name: 'New', rows });
  expect(await insert([[{ at: 0 }, 3]])).toMatchObject({ health: ['not-allowed'] });
  expect(await insert([[{ formula: FORMULA }]])).toMatchObject({ health: [] });
});

/** Returns the name of the store of a spreadsheet's document properties. */
function storeOf({ spreadsheet: { id } }: PlainHost): string {
  return id === FIRST_DOCUMENT ? 'document' : `document ${id}`;
}
