/** Without the spreadsheet's permission, formulas work, which need no consent; everything else names it. */
import { syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.currentonly';
const MESSAGE =
  '#SERVICE: Signals may not see this spreadsheet; choose Signals > Open sidebar and tick every permission Google asks for';

const service = useSmallService();
const open = useJobsSpreadsheets();

beforeEach(() => service.add(3, '2026-01-05'));

const openWithout = async () => {
  const sheet = await open({ connection: service.connection, switches: { exceptionWords: 'foreign' } });
  const job = syncOf(sheet, { from: '2026-01-01' });
  sheet.host.switches.withheldScopes = [SCOPE];
  return { ...sheet, job };
};

test('a formula answers', async () => {
  const { host, valuesIn } = await openWithout();
  await host.enter('A1', '=EXPANSIONS("from", "2026-01-01", "to", "2026-01-31", "columns", "company")');
  expect(valuesIn('A1:A4').flat()).toEqual(['Company', ...Array(3).fill('acme.example')]);
});

test('the menu appears and opens the sidebar; functions that need cells say why they cannot run', async () => {
  const { host } = await openWithout();
  for (const authMode of ['NONE', 'LIMITED', 'FULL'] as const)
    await host.run('onOpen', [{ authMode }], { mode: 'simple-trigger', authMode });
  expect(host.ui.menus).toHaveLength(3);
  for (const name of ['openSidebar', 'openBuilder', 'openJobs', 'openNews']) await host.run(name);
  for (const name of ['refreshSelection', 'refreshSheet', 'refreshAll', 'freezeSelection', 'thawSelection']) {
    host.ui.questions.splice(0);
    await host.run(name);
    expect([name, host.ui.questions.map(({ message }) => message)]).toEqual([name, [MESSAGE]]);
  }
});

test('each section of the sidebar shows the error instead of its state', async () => {
  const { call, job } = await openWithout();
  const cell = { sheet: 'Sheet1', a1: 'A1' };
  const calls: readonly (readonly [string, ...unknown[]])[] = [
    ['sidebarState'],
    ['insertFormula', { formula: '=EXPANSIONS(, "limit", 100)', cell }],
    ['previewFormula', '=EXPANSIONS(, "limit", 100)'],
    ['insertSheet', { name: 'New', rows: [['a']] }],
    ['saveRules', { dailyBudget: 100, freshness: { mode: 'daily' } }],
    ['saveAppearance', 'dark'],
    ['shareConnection', { owner: 'Ann', dailyCap: 100 }],
    ['saveJob', job],
  ];
  for (const [name, ...args] of calls) {
    const said = await call(name, ...args).catch((error: Error) => error.message);
    expect([name, said]).toEqual([name, MESSAGE]);
  }
});
