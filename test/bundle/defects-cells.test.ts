/** A person's cells beside, above and below our tables: refresh, freeze and thaw do not change them. */
import { useHost, useHosts } from '../support/host.js';
import { useService } from '../support/service.js';

const HIRINGS = '=HIRINGS(, "startDate", "-30d", "limit", 5, "columns", "announced|company|jobs")';

const service = useService({ credits: 100_000 });
const startHost = useHosts();
const host = useHost(() => ({ connection: { baseUrl: service.baseUrl, apiKey: service.apiKey } }));

const formulaAt = (a1: string) => host.workbook.read(a1)[0]?.[0]?.formula;
const valuesIn = (a1: string) => host.workbook.read(a1).map((row) => row.map(({ value }) => value));
const select = (a1: string) => host.ui.select(host.workbook.area(a1));

async function run(name: string): Promise<void> {
  await host.run(name);
  await host.settled();
}

async function show(formulas: Readonly<Record<string, string>>): Promise<void> {
  for (const [a1, text] of Object.entries(formulas)) host.workbook.type(a1, text);
  await host.settled();
}

test.each([
  [
    'formulas beside it that show nothing while it has no values',
    'A1',
    { D2: '=IF(A2="","",B2)', D3: '=IF(A3="","",B3)', E1: '=IF(A1="","",A1)' },
  ],
  [
    'spills of formulas below it and in its first row',
    'A1',
    { D1: '=ARRAYFORMULA(IF(A1:A6="","",A1:A6))', A9: '=SORT(A2:C6)', E2: '=COUNTA(A2:A6)' },
  ],
  [
    'spills of formulas above it and to its left',
    'B3',
    { B1: '=COUNTA(B3:B8)', E1: '=ARRAYFORMULA(IF(B1:B8="","",B1:B8))', A10: '=SORT(B4:D8)' },
  ],
])('D4 freeze and thaw of a table keep %s', async (_what, table, own: Readonly<Record<string, string>>) => {
  await show({ [table]: HIRINGS, ...own });
  const before = valuesIn('A1:F16');
  const ownFormulas = () => Object.fromEntries(Object.keys(own).map((a1) => [a1, formulaAt(a1)]));
  // the spill beside the table shows its values
  expect([before[1]?.[3], before[4]?.[4]]).not.toEqual(['', '']);
  select(table);
  await run('freezeSelection');
  expect([formulaAt(table), ownFormulas(), valuesIn('A1:F16')]).toEqual(['', own, before]);
  host.ui.questions.length = 0;
  await run('thawSelection');
  expect(host.ui.questions).toEqual([]);
  expect([formulaAt(table), ownFormulas(), valuesIn('A1:F16')]).toEqual([HIRINGS, own, before]);
});

test('D4 thaw asks before it clears a person’s formula in a frozen table, even an empty-looking one', async () => {
  await show({ A1: HIRINGS });
  select('A1');
  await run('freezeSelection');
  const [row] = valuesIn('A2:C2');
  await show({ B2: `=IF(TRUE,"${row?.[1]}","")` });
  expect(valuesIn('A2:C2')).toEqual([row]);
  host.ui.answer = () => 'CANCEL';
  await run('thawSelection');
  expect(host.ui.questions.at(-1)?.message).toContain('changed since');
  expect(formulaAt('B2')).toBe(`=IF(TRUE,"${row?.[1]}","")`);
});

test('D4 thaw keeps cells that were typed into its place while its dialog was open', async () => {
  await show({ A1: HIRINGS });
  select('A1');
  await run('freezeSelection');
  await show({ B3: 'corrected' });
  host.ui.answer = ({ buttons }) => {
    host.workbook.type('C4', 'my own, typed while the question stood');
    return buttons[0] ?? '';
  };
  await run('thawSelection');
  expect(valuesIn('C4')).toEqual([['my own, typed while the question stood']]);
});

test('fact 14: D22 formulas with structured references are found for any column name', async () => {
  await show({
    A1: '=HIRINGS(Companies[Company\'s domain], "limit", 5)',
    A10: '=HIRINGS(Companies[Name, (first)], "limit", 5)',
    A20: '=HIRINGS(Companies[[#ALL],[Domain}]], "limit", 5)',
  });
  await run('refreshSheet');
  expect(host.ui.questions.at(-1)?.message).toContain('3 formulas');
});

test('D59 refresh, freeze and thaw find a table’s formula from any cell of the table', async () => {
  await show({ A1: HIRINGS });
  const before = valuesIn('A1:C6');
  select('B3');
  await run('refreshSelection');
  expect(host.ui.questions.at(-1)?.message).toContain('1 formula');
  select('B3:B4');
  await run('freezeSelection');
  expect(formulaAt('A1')).toBe('');
  expect(valuesIn('A1:C6')).toEqual(before);
  select('C6');
  await run('thawSelection');
  expect(formulaAt('A1')).toBe(HIRINGS);
});

test('D59 the sidebar opens the formula of the selected cell’s table and does not write into the table', async () => {
  await show({ B2: HIRINGS });
  select('C4');
  const state = () => host.run('sidebarState', [], { mode: 'sidebar' });
  expect(await state()).toMatchObject({ cell: { a1: 'B2', formula: HIRINGS } });
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
  const calls = host.executions.records().flatMap((execution) => execution.calls.map(({ name }) => name));
  expect(calls.filter((name) => name === 'UrlFetchApp.fetch')).toEqual([]);
  // an omitted list of companies still means all companies
  await show({ J1: '=EXPANSIONS(, "limit", 3, "startDate", "-30d")' });
  expect(host.workbook.read('J1:J4').every(([cell]) => cell?.value !== '')).toBe(true);
});

test('a loading formula is not frozen, whatever the language of its loading text', async () => {
  await show({ A1: HIRINGS });
  const { cells } = host.workbook;
  const { see } = cells;
  const loading: typeof see = (area, ask) =>
    see(area, (cell, r, c) => {
      const isFirst = area.row + r === 1 && area.column + c === 1;
      return ask(isFirst ? { ...cell, value: () => 'Wird geladen...' } : cell, r, c);
    });
  Object.assign(cells, { see: loading });
  select('A1');
  await run('freezeSelection');
  Object.assign(cells, { see });
  expect(host.ui.questions.map(({ message }) => message).join()).toContain('Not frozen');
  expect(formulaAt('A1')).toBe(HIRINGS);
});

test('D39 formulas without a key show their tables once a key is saved, and no other cell changes', async () => {
  const fresh = await startHost();
  const at = (a1: string) => fresh.workbook.read(a1)[0]![0]!;
  const save = (apiKey: string) =>
    fresh.run('saveConnection', [{ baseUrl: service.baseUrl, apiKey }], { mode: 'sidebar' });
  const own = { E1: '=1/0', E2: 'mine', A9: '=COUNTA(A1:A6)' };
  for (const [a1, text] of Object.entries({ A1: HIRINGS, G1: `=ROWS(${HIRINGS.slice(1)})`, ...own }))
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
    { value: 'Announced (first 5)', formula: HIRINGS },
    { value: 6 },
  ]);
  expect([at('E1').formula, at('E2').value, at('A9')]).toMatchObject(['=1/0', 'mine', { value: 6 }]);
  // formulas that show their tables do not run again
  fresh.executions.clearRecords();
  await save(service.apiKey);
  await fresh.settled();
  expect(fresh.executions.records().filter(({ mode }) => mode === 'custom-function')).toEqual([]);
});
