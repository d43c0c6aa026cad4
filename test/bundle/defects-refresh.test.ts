/** Formulas that are removed and restored, if calls wait for formulas or cells are protected. */
import { SWITCHES } from '../../src/sandbox/bridge/switches.js';
import { DAY_MS, type JobsSpreadsheet, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const LEASE_MS = 90_000;
const service = useSmallService();
const open = useJobsSpreadsheets();

const formulaOf = ({ dayAgo }: JobsSpreadsheet, domain: string) =>
  `=EXPANSIONS("${domain}", "from", "${dayAgo(9)}", "to", "${dayAgo(-30)}", "columns", "company|date", "headers", FALSE, "limit", 1)`;
const cellsIn = ({ host }: JobsSpreadsheet, a1: string) => host.workbook.read(a1).map(([cell]) => cell!);
const callsOf = ({ host }: JobsSpreadsheet, functionName: string) =>
  host.executions.records().filter((record) => record.functionName === functionName);

/** Types formulas one below the other, each with a record of its own company. */
async function typeFormulas(sheet: JobsSpreadsheet, count: number): Promise<readonly string[]> {
  const formulas = Array.from({ length: count }, (_, index) => formulaOf(sheet, `c${index}.example`));
  for (const [index, formula] of formulas.entries()) {
    service.add(1, sheet.dayAgo(5), `c${index}.example`);
    sheet.host.workbook.type(`A${index + 1}`, formula);
  }
  await sheet.host.settled();
  return formulas;
}

test.each(SWITCHES.spreadsheetCalls.values)(
  'fact 1: D9 refresh, freeze and thaw leave correct tables if calls to the spreadsheet run %s',
  async (spreadsheetCalls) => {
    const sheet = await open({ connection: service.connection, switches: { spreadsheetCalls } });
    const { host } = sheet;
    const formulas = await typeFormulas(sheet, 3);
    const companies = ['c0.example', 'c1.example', 'c2.example'];
    const shown = () => cellsIn(sheet, 'A1:A3').map(({ value }) => value);
    const written = () => cellsIn(sheet, 'A1:A3').map(({ formula }) => formula);
    expect(shown()).toEqual(companies);
    const asked = service.bodies.length;
    for (const name of ['refreshAll', 'freezeSelection', 'thawSelection']) {
      host.clock.advance(60_000);
      host.ui.select(host.workbook.area('A1:A3'));
      await host.run(name);
      await host.settled();
      expect([name, shown()]).toEqual([name, companies]);
      expect([name, written()]).toEqual([name, name === 'freezeSelection' ? ['', '', ''] : formulas]);
    }
    expect(service.bodies.length).toBeGreaterThan(asked);
    // a formula that waits for a lock held during its run gives up after 25 seconds
    const longest = Math.max(...host.executions.records().map(({ durationMs }) => durationMs));
    expect(longest).toBeLessThan(20_000);
    expect(host.executions.spreadsheetCallsUnderLock()).toEqual([]);
  },
);

test('D9 while an execution has formulas out of their cells, no other changes any; a dead one blocks 90 s', async () => {
  const sheet = await open({ connection: service.connection });
  const { host } = sheet;
  const formulas = await typeFormulas(sheet, 2);
  const written = () => cellsIn(sheet, 'A1:A2').map(({ formula }) => formula);
  host.faults.killAfterCall = (_caller, _number, operation) => operation === 'Spreadsheet.flush';
  await expect(host.run('refreshAll')).rejects.toThrow('ended');
  delete host.faults.killAfterCall;
  expect(written()).toEqual(['', '']);
  // its lease has not expired, so it could still be running
  await sheet.call('sidebarState');
  expect(written()).toEqual(['', '']);
  host.clock.advance(LEASE_MS);
  await sheet.call('sidebarState');
  expect(written()).toEqual(formulas);
});

test('D12 formulas in protected cells are skipped with few calls, and all others run', async () => {
  const count = 40;
  const sheet = await open({ connection: service.connection });
  const { host } = sheet;
  const asEditor = { mode: 'sidebar', as: 'editor' } as const;
  await host.run('saveConnection', [service.connection], asEditor);
  const formulas = await typeFormulas(sheet, count);
  host.protections.protect(host.workbook.area('A7:A8'));
  const job = {
    name: 'Fresh',
    schedule: { every: 'day', hour: 6, weekdays: [] },
    digest: '',
    refresh: { places: [], budget: 500, changes: false },
  };
  await host.run('saveJob', [job], asEditor);
  host.clock.advance(DAY_MS);
  for (let index = 0; index < count; index++) service.add(1, sheet.dayAgo(1), `c${index}.example`);
  host.executions.clearRecords();
  await host.runDueTriggers();
  await host.settled();
  expect(cellsIn(sheet, `A1:A${count}`).map(({ formula }) => formula)).toEqual(formulas);
  const ran = callsOf(sheet, 'EXPANSIONS').length;
  expect(ran).toBe(count - 2);
  const [state] = (await sheet.call('sidebarState')).jobs;
  expect(state).toMatchObject({ error: '', unfinished: false, changed: count - 2 });
  expect(state?.notice).toContain('2 formulas');
  const [run] = callsOf(sheet, 'runJobs');
  const changes = run?.calls.filter(({ name }) => name === 'Range.setValues' || name === 'Range.clear') ?? [];
  expect(changes.length).toBeLessThan(12);
  expect(run?.calls.filter(({ name }) => name === 'Range.canEdit').length).toBeLessThan(20);
});
