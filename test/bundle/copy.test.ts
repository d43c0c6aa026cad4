/** A copy of a spreadsheet, as Google makes it: with its formulas, without what the add-on has stored. What it asks and spends. */
import { type Role, USERS } from '../../src/sandbox/bridge/modes.js';
import type { Caller } from '../../src/sandbox/google/handlers.js';
import type { SpreadsheetFile, Spreadsheets } from '../../src/sandbox/host/spreadsheets.js';
import { useSpreadsheets } from '../support/host.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const open = useSpreadsheets();
const FORMULA = '=EXPANSIONS(, "from", "2026-01-01", "to", "2026-01-31")';
const DAY_MS = 86_400_000;

/** A spreadsheet whose owner has connected it, with a formula that has been paid. */
async function openPaid(): Promise<{ spreadsheets: Spreadsheets; first: SpreadsheetFile }> {
  service.add(3, '2026-01-05', 'acme.example');
  const spreadsheets = open();
  const first = spreadsheets.find()!;
  await call(first, 'owner', 'saveConnection', service.connection);
  first.host.workbook.type('A1', FORMULA);
  await first.host.settled();
  expect([service.bodies.length, service.charged]).toEqual([1, 3]);
  return { spreadsheets, first };
}

const call = ({ host }: SpreadsheetFile, as: Role, name: string, ...args: unknown[]) =>
  host.run(name, args, { mode: 'sidebar', as });

async function copyOf(
  spreadsheets: Spreadsheets,
  { id }: SpreadsheetFile,
  by: Role,
): Promise<SpreadsheetFile> {
  const copy = spreadsheets.copy(id, by);
  await copy.host.settled();
  return copy;
}

const errorIn = ({ host }: SpreadsheetFile): string => /#\w+/.exec(host.workbook.message('A1'))?.[0] ?? '';

test.each(['editor', 'viewer'] as const)('a copy that the %s makes asks nothing and says why', async (by) => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, by);
  expect(copy.host.workbook.read('A1')[0]?.[0]).toMatchObject({ formula: FORMULA, value: '#ERROR!' });
  expect([errorIn(copy), service.bodies.length]).toEqual(['#NO_KEY', 1]);
});

test('a copy by its owner asks nothing before the owner allows it, wherever its properties come from', async () => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, 'owner');
  expect([errorIn(copy), service.charged]).toEqual(['#NO_KEY', 3]);
  const state = await call(copy, 'owner', 'sidebarState');
  expect(state).toMatchObject({ health: ['not-allowed'] });

  await call(copy, 'owner', 'saveRules', (state as { rules: unknown }).rules);
  expect(await call(copy, 'owner', 'sidebarState')).toMatchObject({ health: [] });
  copy.host.clock.advance(120_000);
  copy.host.workbook.type('C1', FORMULA);
  await copy.host.settled();
  expect(service.charged).toBe(6);
});

test('what a copy asks for free allows it nothing that is paid', async () => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, 'owner');
  const sheet = copy.host.workbook;
  sheet.type('A20', '=HIRINGS(, "startDate", "2026-01-01")');
  await copy.host.settled();
  expect(sheet.read('A20')[0]?.[0]?.value).toBe('Announced');
  expect(service.bodies).toHaveLength(2);

  sheet.type('A1', FORMULA.replace('2026-01-31', '2026-03-31'));
  await copy.host.settled();
  expect([errorIn(copy), service.bodies.length]).toEqual(['#NO_KEY', 2]);
  expect(await call(copy, 'owner', 'sidebarState')).toMatchObject({ health: ['not-allowed'] });
});

test('a copy that Google makes with the properties spends nothing either, once the day is over', async () => {
  const { spreadsheets, first } = await openPaid();
  const copy = await copyOf(spreadsheets, first, 'owner');
  const original = { documentId: first.id, user: USERS.owner } as Caller;
  const { handlers } = first.host.properties;
  const values = handlers['PropertiesService.getProperties'](original, 'document');
  handlers['PropertiesService.setProperties'](
    { ...original, documentId: copy.id },
    'document',
    values as never,
    false,
  );
  copy.host.clock.advance(2 * DAY_MS);
  service.add(1, '2026-01-06', 'acme.example');
  copy.host.workbook.type('C1', FORMULA.replace('2026-01-31', '2026-03-31'));
  await copy.host.settled();
  expect(service.charged).toBe(3);
});

test('a key that is shared with the original is not shared with a colleague’s copy', async () => {
  const { spreadsheets, first } = await openPaid();
  await call(first, 'owner', 'shareConnection', { owner: 'Olga', dailyCap: 50 });
  const copy = await copyOf(spreadsheets, first, 'editor');
  expect([errorIn(copy), service.bodies.length]).toEqual(['#NO_KEY', 1]);
});

test('a copy has no jobs: those of the original run once, in the original', async () => {
  const { spreadsheets, first } = await openPaid();
  await call(first, 'owner', 'saveJob', {
    name: 'All',
    schedule: { every: 'day', hour: 6, weekdays: [] },
    digest: '',
    sync: {
      formula: '=EXPANSIONS()',
      tab: 'Synced',
      newRows: 'top',
      from: '2026-01-01',
      budget: 100,
      log: false,
    },
  });
  const copy = await copyOf(spreadsheets, first, 'editor');
  first.host.clock.advance(2 * DAY_MS);
  await spreadsheets.runDueTriggers();
  const hasTab = ({ host }: SpreadsheetFile) => host.workbook.workbook.getSheetByName('Synced') !== null;
  expect([hasTab(first), hasTab(copy)]).toEqual([true, false]);
  expect(await call(copy, 'editor', 'sidebarState')).toMatchObject({ jobs: [] });
});
