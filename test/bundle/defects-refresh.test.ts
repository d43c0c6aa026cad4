/** Formulas that are removed and restored, if calls wait for formulas or cells are protected. */
import { SWITCHES } from '../../src/sandbox/bridge/switches.js';
import { expectEnded } from '../support/host.js';
import { DAY_MS, type JobsSpreadsheet, refreshOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const LEASE_MS = 90_000;
const service = useSmallService();
const open = useJobsSpreadsheets();

const formulaOf = ({ dayAgo }: JobsSpreadsheet, domain: string) =>
  `=EXPANSIONS("${domain}", "from", "${dayAgo(9)}", "to", "${dayAgo(-30)}", "columns", "company|date", "headers", FALSE, "limit", 1)`;
const cellsIn = ({ host }: JobsSpreadsheet, a1: string) => host.workbook.read(a1).map(([cell]) => cell!);
const formulasIn = (sheet: JobsSpreadsheet, a1: string) => cellsIn(sheet, a1).map(({ formula }) => formula);
/** Adds a record for each of so many formulas, changed on the day before the next. */
function changeAll({ dayAgo }: JobsSpreadsheet, count: number): void {
  for (let index = 0; index < count; index++) service.add(1, dayAgo(0), `c${index}.example`);
}
const callsOf = ({ host }: JobsSpreadsheet, functionName: string) =>
  host.executions.records.filter((record) => record.functionName === functionName);

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
    const written = () => formulasIn(sheet, 'A1:A3');
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
    const longest = Math.max(...host.executions.records.map(({ durationMs }) => durationMs));
    expect(longest).toBeLessThan(20_000);
    expect(host.executions.spreadsheetCallsUnderLock()).toEqual([]);
  },
);

test('D9 while an execution has formulas out of their cells, no other changes any; a dead one blocks 90 s', async () => {
  const sheet = await open({ connection: service.connection });
  const formulas = await typeFormulas(sheet, 2);
  const written = () => formulasIn(sheet, 'A1:A2');
  const id = await sheet.makeJob(refreshOf());
  await expectEnded(sheet.host, 'SpreadsheetApp.flush', () => sheet.host.run('refreshAll'));
  expect(written()).toEqual(['', '']);
  // its lease has not expired, so it could still be running
  await sheet.call('sidebarState');
  await expect(sheet.runNow(id)).rejects.toThrow('#BUSY: formulas are being run again or frozen');
  expect(written()).toEqual(['', '']);
  sheet.host.clock.advance(LEASE_MS);
  await sheet.call('sidebarState');
  expect(written()).toEqual(formulas);
});

test('D12 formulas in protected cells are skipped with few calls, and all others run', async () => {
  const count = 40;
  const sheet = await open({ connection: service.connection });
  const { host } = sheet;
  await sheet.callAs('editor', 'saveConnection', service.connection);
  const formulas = await typeFormulas(sheet, count);
  host.protections.protect(host.workbook.area('A7:A8'));
  await sheet.callAs('editor', 'saveJob', refreshOf());
  changeAll(sheet, count);
  host.executions.records.splice(0);
  await sheet.nextDay();
  expect(formulasIn(sheet, `A1:A${count}`)).toEqual(formulas);
  const ran = callsOf(sheet, 'EXPANSIONS').length;
  expect(ran).toBe(count - 2);
  const state = await sheet.job();
  expect(state).toMatchObject({ error: '', unfinished: false, changed: count - 2 });
  expect(state.notice).toContain('2 formulas');
  const [run] = callsOf(sheet, 'runJobs');
  const changes = run?.calls.filter(({ name }) => /^Range\.(setValue|setFormula|clear)/.test(name)) ?? [];
  expect(changes.length).toBeLessThan(12);
  expect(run?.calls.filter(({ name }) => name === 'Range.canEdit').length).toBeLessThan(20);
});

test('formulas that a colleague may not restore wait for a person who may; all others and the colleague’s jobs go on', async () => {
  const sheet = await open({ connection: service.connection });
  const { host } = sheet;
  await sheet.callAs('editor', 'saveConnection', service.connection);
  const formulas = await typeFormulas(sheet, 6);
  const others = formulas.map((formula, index) => (index === 2 ? '' : formula));
  const written = () => formulasIn(sheet, 'A1:A6');
  host.protections.protect(host.workbook.area('A3'));
  await sheet.callAs('editor', 'saveJob', refreshOf());
  await expectEnded(sheet.host, 'SpreadsheetApp.flush', () => sheet.host.run('refreshAll'));
  expect(written()).toEqual(formulas.map(() => ''));
  host.clock.advance(LEASE_MS);
  expect(await sheet.callAs('editor', 'sidebarState')).toMatchObject({ jobs: [{ name: 'Fresh' }] });
  expect(written()).toEqual(others);
  await host.settled();

  changeAll(sheet, 6);
  await sheet.nextDay();
  expect(await sheet.callAs('editor', 'sidebarState')).toMatchObject({
    jobs: [{ error: '', unfinished: false, changed: 5 }],
  });
  // what takes formulas out of their cells next must not forget the waiting one
  await host.run('refreshAll', [], { as: 'editor' });
  await host.settled();
  expect(written()).toEqual(others);
  await sheet.call('sidebarState');
  expect(written()).toEqual(formulas);
});

test('a table whose thaw was interrupted in protected cells does not lock a colleague out', async () => {
  const sheet = await open({ connection: service.connection });
  const { host } = sheet;
  const formulas = await typeFormulas(sheet, 2);
  host.ui.select(host.workbook.area('A1:A2'));
  await host.run('freezeSelection');
  host.protections.protect(host.workbook.area('A1'));
  await expectEnded(sheet.host, 'Range.clearContent', () => sheet.host.run('thawSelection'));
  host.clock.advance(LEASE_MS);
  expect(await sheet.callAs('editor', 'sidebarState')).toMatchObject({ jobs: [] });
  expect(formulasIn(sheet, 'A1:A2')).toEqual(['', '']);
  host.ui.select(host.workbook.area('A2'));
  await host.run('thawSelection', [], { as: 'editor' });
  expect(formulasIn(sheet, 'A1:A2')).toEqual(['', formulas[1]]);
  await sheet.call('sidebarState');
  expect(formulasIn(sheet, 'A1:A2')).toEqual(formulas);
});

test('a run whose last question took long reruns nothing in Google’s last thirty seconds; the next one does', async () => {
  const sheet = await open({ connection: service.connection });
  const { host } = sheet;
  await typeFormulas(sheet, 2);
  await sheet.makeJob(refreshOf());
  changeAll(sheet, 2);
  host.clock.advance(DAY_MS);
  const began = host.clock.now();
  const times: number[] = [];
  host.faults.killAfterCall = ({ functionName }, _number, operation) => {
    if (functionName === 'runJobs' && operation === 'Range.clearContent')
      times.push(host.clock.now() - began);
    return false;
  };
  let asked = 0;
  host.faults.network = () => {
    asked += 1;
    host.clock.advance(asked === 1 ? 265_000 : 70_000);
    return undefined;
  };
  await host.runDueTriggers();
  await host.settled();
  expect(asked).toBe(2);
  expect(Math.max(0, ...times)).toBeLessThan(330_000);
  delete host.faults.network;
  await sheet.hours(1);
  expect(times.length).toBeGreaterThan(0);
  expect(await sheet.job()).toMatchObject({ error: '', unfinished: false, changed: 2 });
});
