/** Refresh, freeze and thaw of the built add-on, in the host with a real service, including interruptions. */
import { useHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';

const EXPANSIONS = '=EXPANSIONS("expansionType", "Data Centre", "startDate", "-30d", "limit", 7)';
const HIRINGS = '=HIRINGS(, "startDate", "-30d", "limit", 300)';
const EXECUTIVES = '=EXEC_CHANGES(, "startDate", "-30d", "limit", 300)';

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));

const formulaAt = (a1: string) => host.workbook.read(a1)[0]?.[0]?.formula;
const valuesIn = (a1: string) => host.workbook.read(a1).map((row) => row.map(({ value }) => value));
const select = (a1: string) => host.ui.select(host.workbook.area(a1));
const isJournalLeft = () =>
  Object.values(host.properties.save()).some((values) => Object.keys(values).join().includes('journal'));

test('a refresh shows its possible cost, queries the service again and restores every formula', async () => {
  host.workbook.type('A1', EXPANSIONS);
  host.workbook.type('P1', HIRINGS);
  await host.enter('A20', '=SUM(1, 2)');
  const table = valuesIn('A1:L8');
  expect(recorder.requests).toHaveLength(2);
  recorder.clear();
  host.clock.advance(60_000);

  await host.run('refreshSheet');
  await host.settled();
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

test('after a person declines, nothing changes and no request is sent', async () => {
  await host.enter('A1', EXPANSIONS);
  recorder.clear();
  host.ui.answer = () => 'CANCEL';
  await host.run('refreshAll');
  await host.settled();
  expect(recorder.requests).toHaveLength(0);
  expect(formulaAt('A1')).toBe(EXPANSIONS);
});

test('a refresh of the selection does not touch other formulas', async () => {
  host.workbook.type('A1', HIRINGS);
  await host.enter('P1', EXECUTIVES);
  recorder.clear();
  select('P1:P3');
  await host.run('refreshSelection');
  await host.settled();
  expect(recorder.requests.map(({ path }) => path)).toEqual(['/api/v1/dataset/executive-change']);
});

test('a cell that a person fills while its formula is out stays as it is', async () => {
  host.workbook.type('A1', HIRINGS);
  await host.enter('P1', EXECUTIVES);
  host.faults.killAfterCall = (_caller, _number, operation) => operation === 'Spreadsheet.flush';
  await expect(host.run('refreshAll')).rejects.toThrow('ended');
  delete host.faults.killAfterCall;
  expect([formulaAt('A1'), formulaAt('P1')]).toEqual(['', '']);
  host.workbook.type('A1', 'my own');
  // after the lease has expired, the next execution completes the work of the killed one
  host.clock.advance(90_000);
  await host.run('sidebarState', [], { mode: 'sidebar' });
  expect(valuesIn('A1')).toEqual([['my own']]);
  expect(formulaAt('P1')).toBe(EXECUTIVES);
});

test('a frozen table keeps its values, dates and texts, sends no request, and thaws to its formula', async () => {
  host.workbook.type('C3', EXPANSIONS);
  await host.enter('A1', 'mine');
  const before = host.workbook.read('A1:N12');
  recorder.clear();
  select('C3:D5');
  await host.run('freezeSelection');
  await host.settled();
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
  await host.run('thawSelection');
  await host.settled();
  expect(host.ui.questions).toEqual([]);
  expect(formulaAt('C3')).toBe(EXPANSIONS);
  expect(host.workbook.read('C3')[0]?.[0]?.note).toBe('');
  expect(valuesIn('A1:N12')).toEqual(before.map((row) => row.map(({ value }) => value)));
});

test('edits of a frozen table are discarded only if the person agrees', async () => {
  await host.enter('A1', EXECUTIVES);
  select('A1');
  await host.run('freezeSelection');
  host.workbook.type('B2', 'corrected');
  host.ui.answer = () => 'CANCEL';
  await host.run('thawSelection');
  expect(host.ui.questions.at(-1)?.message).toContain('changed since');
  expect(valuesIn('B2')).toEqual([['corrected']]);
  host.ui.answer = ({ buttons }) => buttons[0] ?? '';
  await host.run('thawSelection');
  await host.settled();
  expect(formulaAt('A1')).toBe(EXECUTIVES);
  expect(valuesIn('B2')).not.toEqual([['corrected']]);
});

test('a formula that calls a menu function changes nothing', async () => {
  await host.enter('A1', HIRINGS);
  await expect(host.run('refreshAll', [], { mode: 'custom-function' })).rejects.toThrow('#BAD_INPUT');
  expect(formulaAt('A1')).toBe(HIRINGS);
});

test('a refresh of errors shows its cost, runs only the formulas that fail, and says if there are none', async () => {
  host.workbook.type('A1', EXPANSIONS);
  await host.enter('P1', HIRINGS);
  await host.run('refreshFailed');
  expect(host.ui.questions.at(-1)?.message).toBe('There is no Signals formula to refresh here.');

  recorder.fault = () => ({ kind: 'status', status: 500, body: '{}' });
  await host.enter('A20', EXECUTIVES);
  expect(valuesIn('A20')).toEqual([['#ERROR!']]);
  recorder.fault = () => undefined;
  recorder.clear();
  host.clock.advance(60_000);
  await host.run('refreshFailed');
  await host.settled();
  expect(host.ui.questions.at(-1)?.message).toContain('1 formula queries the service again.');
  expect(valuesIn('A20')).not.toEqual([['#ERROR!']]);
  expect(recorder.requests.map(({ path }) => path)).toEqual(['/api/v1/dataset/executive-change']);
  expect([formulaAt('A1'), formulaAt('P1'), formulaAt('A20')]).toEqual([EXPANSIONS, HIRINGS, EXECUTIVES]);
});
