/**
 * Refresh, freeze and thaw of the built add-on, in the host with a real service, including interruptions; a
 * person's cells beside, above and below our tables stay as they are.
 */
import { expectEnded, useHost, useHosts } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';

const EXPANSIONS = '=EXPANSIONS("expansionType", "Data Centre", "startDate", "-30d", "limit", 7)';
const HIRINGS = '=HIRINGS(, "startDate", "-30d", "limit", 300)';
const SHORT = '=HIRINGS(, "startDate", "-30d", "limit", 5, "columns", "announced|company|jobs")';
const EXECUTIVES = '=EXEC_CHANGES(, "startDate", "-30d", "limit", 300)';

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const startHost = useHosts();
const host = useHost(() => ({ connection: recorder.connection }));

const formulaAt = (a1: string) => host.workbook.read(a1)[0]?.[0]?.formula;
const valuesIn = (a1: string) => host.workbook.read(a1).map((row) => row.map(({ value }) => value));
const select = (a1: string) => host.ui.select(host.workbook.area(a1));
const isJournalLeft = () =>
  Object.values(host.properties.save()).some((values) => Object.keys(values).join().includes('journal'));

async function runMenu(name: string): Promise<void> {
  await host.run(name);
  await host.settled();
}

async function show(formulas: Readonly<Record<string, string>>): Promise<void> {
  for (const [a1, text] of Object.entries(formulas)) host.workbook.type(a1, text);
  await host.settled();
}

test('a refresh shows its possible cost, queries the service again and restores every formula', async () => {
  await show({ A1: EXPANSIONS, P1: HIRINGS, A20: '=SUM(1, 2)' });
  const table = valuesIn('A1:L8');
  expect(recorder.requests).toHaveLength(2);
  recorder.clear();
  host.clock.advance(60_000);

  await runMenu('refreshSheet');
  const [{ message = '' } = {}] = host.ui.questions;
  expect(message).toContain('2 formulas');
  expect(message).toContain('At most 7 credits');
  // since the first answer, updates of the paid table request only changes
  const [hirings, changes] = ['/api/v1/dataset/major-hiring', '/api/v2/dataset/business-expansion/changes'];
  expect(recorder.requests.map(({ path }) => path).sort()).toEqual([hirings, changes]);
  expect([formulaAt('A1'), formulaAt('P1'), formulaAt('A20')]).toEqual([EXPANSIONS, HIRINGS, '=SUM(1, 2)']);
  expect(valuesIn('A2:L8')).toEqual(table.slice(1));
  expect(isJournalLeft()).toBe(false);
});

test('a row that a person deletes while formulas run again costs neither a formula nor a cell', async () => {
  await show({ A3: '=ROWS(HIRINGS(, "startDate", "-30d"))', A4: 'mine' });
  const formula = formulaAt('A3');
  let isDeleted = false;
  host.faults.killAfterCall = () => {
    if (!isDeleted && isJournalLeft()) {
      isDeleted = true;
      host.workbook.facade.getSheets()[0]?.deleteRow(0);
    }
    return false;
  };
  await runMenu('refreshSheet');
  delete host.faults.killAfterCall;
  expect(isDeleted).toBe(true);
  expect([formulaAt('A2'), formulaAt('A3'), valuesIn('A3')]).toEqual([formula, '', [['mine']]]);
  expect(isJournalLeft()).toBe(false);
});

test('a formula that blocks the table of another one comes back into its cell', async () => {
  await show({ A6: '=ROWS(HIRINGS(, "startDate", "-30d"))', A1: HIRINGS });
  const formula = formulaAt('A6');
  expect(valuesIn('A1')).toEqual([['#REF!']]);
  select('A6');
  await runMenu('refreshSelection');
  expect([formulaAt('A1'), formulaAt('A6')]).toEqual([HIRINGS, formula]);
  expect(isJournalLeft()).toBe(false);
});

test('after a person declines, nothing changes and no request is sent', async () => {
  await show({ A1: EXPANSIONS });
  recorder.clear();
  host.ui.answer = () => 'CANCEL';
  await runMenu('refreshAll');
  expect(recorder.requests).toHaveLength(0);
  expect(formulaAt('A1')).toBe(EXPANSIONS);
});

test('a refresh of the selection does not touch other formulas', async () => {
  await show({ A1: HIRINGS, P1: EXECUTIVES });
  recorder.clear();
  select('P1:P3');
  await runMenu('refreshSelection');
  expect(recorder.requests.map(({ path }) => path)).toEqual(['/api/v1/dataset/executive-change']);
});

test('a cell that a person fills while its formula is out stays as it is', async () => {
  await show({ A1: HIRINGS, P1: EXECUTIVES });
  await expectEnded(host, 'SpreadsheetApp.flush', () => host.run('refreshAll'));
  expect([formulaAt('A1'), formulaAt('P1')]).toEqual(['', '']);
  host.workbook.type('A1', 'my own');
  // after the lease has expired, the next execution completes the work of the killed one
  host.clock.advance(90_000);
  await host.run('sidebarState', [], { mode: 'sidebar' });
  expect(valuesIn('A1')).toEqual([['my own']]);
  expect(formulaAt('P1')).toBe(EXECUTIVES);
});

test('a frozen table keeps its values, dates and texts, sends no request, and thaws to its formula', async () => {
  await show({ C3: EXPANSIONS, A1: 'mine' });
  const before = host.workbook.read('A1:N12');
  recorder.clear();
  select('C3:D5');
  await runMenu('freezeSelection');
  const frozen = host.workbook.read('A1:N12');
  expect(frozen.flat().map(({ value }) => value)).toEqual(before.flat().map(({ value }) => value));
  expect(frozen[3]?.[2]?.pattern).toBe('yyyy-mm-dd');
  expect(frozen.flat().filter(({ formula }) => formula !== '')).toEqual([]);
  // a title line, the formula, and the size with a short checksum of the frozen values
  expect(frozen[2]?.[2]?.note).toMatch(/^Signals > Thaw:\n=.+\n\d+ x \d+ [0-9a-f]{8}$/);
  expect(frozen[2]?.[2]?.note).toContain(EXPANSIONS);
  await host.run('refreshAll');
  expect(recorder.requests).toHaveLength(0);

  select('D6');
  host.ui.questions.length = 0;
  await runMenu('thawSelection');
  expect(host.ui.questions).toEqual([]);
  expect(formulaAt('C3')).toBe(EXPANSIONS);
  expect(host.workbook.read('C3')[0]?.[0]?.note).toBe('');
  expect(valuesIn('A1:N12')).toEqual(before.map((row) => row.map(({ value }) => value)));
});

test('edits of a frozen table are discarded only if the person agrees', async () => {
  await show({ A1: EXECUTIVES });
  select('A1');
  await host.run('freezeSelection');
  host.workbook.type('B2', 'corrected');
  host.ui.answer = () => 'CANCEL';
  await host.run('thawSelection');
  expect(host.ui.questions.at(-1)?.message).toContain('changed since');
  expect(valuesIn('B2')).toEqual([['corrected']]);
  host.ui.answer = ({ buttons }) => buttons[0] ?? '';
  await runMenu('thawSelection');
  expect(formulaAt('A1')).toBe(EXECUTIVES);
  expect(valuesIn('B2')).not.toEqual([['corrected']]);
});

test('a refresh of errors shows its cost, runs only the formulas that fail, and says if there are none', async () => {
  await show({ A1: EXPANSIONS, P1: HIRINGS });
  await host.run('refreshFailed');
  expect(host.ui.questions.at(-1)?.message).toBe('There is no Signals formula to refresh here.');

  recorder.fault = () => ({ kind: 'status', status: 500, body: '{}' });
  await show({ A20: EXECUTIVES });
  expect(valuesIn('A20')).toEqual([['#ERROR!']]);
  recorder.fault = () => undefined;
  recorder.clear();
  host.clock.advance(60_000);
  await runMenu('refreshFailed');
  expect(host.ui.questions.at(-1)?.message).toContain('1 formula queries the service again.');
  expect(valuesIn('A20')).not.toEqual([['#ERROR!']]);
  expect(recorder.requests.map(({ path }) => path)).toEqual(['/api/v1/dataset/executive-change']);
  expect([formulaAt('A1'), formulaAt('P1'), formulaAt('A20')]).toEqual([EXPANSIONS, HIRINGS, EXECUTIVES]);
});

test('D4 thaw asks before it clears a person’s formula in a frozen table, even an empty-looking one', async () => {
  await show({ A1: SHORT });
  select('A1');
  await runMenu('freezeSelection');
  const [row] = valuesIn('A2:C2');
  await show({ B2: `=IF(TRUE,"${row?.[1]}","")` });
  expect(valuesIn('A2:C2')).toEqual([row]);
  host.ui.answer = () => 'CANCEL';
  await runMenu('thawSelection');
  expect(host.ui.questions.at(-1)?.message).toContain('changed since');
  expect(formulaAt('B2')).toBe(`=IF(TRUE,"${row?.[1]}","")`);
});

test('D4 thaw keeps cells that were typed into its place while its dialog was open', async () => {
  await show({ A1: SHORT });
  select('A1');
  await runMenu('freezeSelection');
  await show({ B3: 'corrected' });
  host.ui.answer = ({ buttons }) => {
    host.workbook.type('C4', 'my own, typed while the question stood');
    return buttons[0] ?? '';
  };
  await runMenu('thawSelection');
  expect(valuesIn('C4')).toEqual([['my own, typed while the question stood']]);
});

test('D59 refresh, freeze and thaw find a table’s formula from any cell of the table', async () => {
  await show({ A1: SHORT });
  const before = valuesIn('A1:C6');
  select('B3');
  await runMenu('refreshSelection');
  expect(host.ui.questions.at(-1)?.message).toContain('1 formula');
  select('B3:B4');
  await runMenu('freezeSelection');
  expect(formulaAt('A1')).toBe('');
  expect(valuesIn('A1:C6')).toEqual(before);
  select('C6');
  await runMenu('thawSelection');
  expect(formulaAt('A1')).toBe(SHORT);
});

test('D59 the sidebar opens the formula of the selected cell’s table and does not write into the table', async () => {
  await show({ B2: SHORT });
  select('C4');
  const state = () => host.run('sidebarState', [], { mode: 'sidebar' });
  expect(await state()).toMatchObject({ cell: { a1: 'B2', formula: SHORT } });
  const insertion = { formula: '=EXEC_CHANGES(, "limit", 2)' };
  expect(await host.run('insertFormula', [insertion], { mode: 'sidebar' })).toMatchObject({
    outcome: { kind: 'occupied', cell: { a1: 'B2' } },
  });
  select('E4');
  expect(await state()).toMatchObject({ cell: { a1: 'E4' } });
});

test('D10 an empty list of companies, or no argument at all, sends no request', async () => {
  const empty = { A1: '=EXPANSIONS(Z1:Z5, "limit", 5)', C1: '=HIRINGS(Z1:Z5)' };
  const bare = { E1: '=EXPANSIONS()', G1: '=EXPANSIONS(Z1)', A20: '=EXPANSIONS(,,)' };
  await show({ ...empty, ...bare });
  for (const a1 of Object.keys(empty)) {
    expect(host.workbook.message(a1)).toMatch(/the list of companies is empty/);
  }
  for (const a1 of Object.keys(bare)) {
    expect(host.workbook.message(a1)).toMatch(/name some, or use =EXPANSIONS\(, "limit", 100\)/);
  }
  const calls = host.executions.records.flatMap((execution) => execution.calls.map(({ name }) => name));
  expect(calls.filter((name) => name === 'UrlFetchApp.fetch')).toEqual([]);
  // an omitted list of companies still means all companies
  await show({ J1: '=EXPANSIONS(, "limit", 3, "startDate", "-30d")' });
  expect(host.workbook.read('J1:J4').every(([cell]) => cell?.value !== '')).toBe(true);
});

test('D39 formulas without a key show their tables once a key is saved, and no other cell changes', async () => {
  const fresh = await startHost();
  const at = (a1: string) => fresh.workbook.read(a1)[0]![0]!;
  const save = (apiKey: string) =>
    fresh.run('saveConnection', [{ baseUrl: service.baseUrl, apiKey }], { mode: 'sidebar' });
  const own = { E1: '=1/0', E2: 'mine', A9: '=COUNTA(A1:A6)' };
  for (const [a1, text] of Object.entries({ A1: SHORT, G1: `=ROWS(${SHORT.slice(1)})`, ...own }))
    fresh.workbook.type(a1, text);
  await fresh.settled();
  expect(fresh.workbook.message('A1')).toContain('#NO_KEY');
  await save('key_that_is_wrong_0123456789');
  await fresh.settled();
  expect(fresh.workbook.message('A1')).toContain('#BAD_KEY');
  await save(service.apiKey);
  await fresh.settled();
  expect(fresh.workbook.message('A1')).toBe('');
  expect([at('A1'), at('G1')]).toMatchObject([
    { value: 'Announced (first 5)', formula: SHORT },
    { value: 6 },
  ]);
  expect([at('E1').formula, at('E2').value, at('A9')]).toMatchObject(['=1/0', 'mine', { value: 6 }]);
  // formulas that show their tables do not run again
  fresh.executions.records.splice(0);
  await save(service.apiKey);
  await fresh.settled();
  expect(fresh.executions.records.filter(({ mode }) => mode === 'custom-function')).toEqual([]);
});
