/** Build: inserts formulas without loss, previews without a credit, sheets, spending settings. */
import { useHost } from '../../support/host.js';
import { openWithoutBrowser } from '../../support/page-without-browser.js';
import { useRecorder } from '../../support/recorder.js';
import { useService } from '../../support/service.js';
import { createPeople } from './people.js';

const FREE = '=HIRINGS(, "startDate", "-2d", "limit", 3)';

const service = useService({ credits: 1_000 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const people = createPeople(host);

const select = (a1: string) => host.ui.select(host.workbook.area(a1));
const insert = (insertion: object) => people.call('owner', 'insertFormula', insertion);
const preview = async (formula: string, buys?: true) => {
  const { outcome } = await people.call('owner', 'previewFormula', formula, buys);
  return outcome?.kind === 'preview' ? outcome.preview : undefined;
};

test('a formula is calculated in a cell of plain text, too', async () => {
  host.workbook.cells.write(host.workbook.area('B3'), () => ({ style: { numberFormat: '@' } }));
  await insert({ formula: FREE, cell: { sheet: 'Sheet1', a1: 'B3' } });
  await host.settled();
  expect(host.workbook.read('B3')[0]?.[0]?.value).toBe('Announced (first 3)');
});

test('a cell with content is only overwritten after a confirmation of that content', async () => {
  const cell = { sheet: 'Sheet1', a1: 'B3' };
  host.workbook.type('B3', 'mine');
  select('B3');
  const { outcome } = await insert({ formula: FREE });
  expect(outcome).toEqual({ kind: 'occupied', cell: { ...cell, formula: '', text: 'mine' } });
  expect(host.workbook.read('B3')[0]?.[0]?.value).toBe('mine');
  const shorter = FREE.replace('3)', '2)');
  for (const [formula, expected, kind] of [
    // the person has agreed to replace another content
    [FREE, 'theirs', 'occupied'],
    [FREE, 'mine', 'inserted'],
    // the page has opened another formula than the one that is there now
    [shorter, '=1+1', 'occupied'],
    [shorter, FREE, 'inserted'],
  ])
    expect((await insert({ formula, cell, expected })).outcome?.kind).toBe(kind);
  expect((await people.call('owner', 'sidebarState')).cell?.formula).toBe(shorter);
});

test('a table gets its rows and overwrites nothing', async () => {
  host.workbook.type('B5', 'mine');
  const widths = [100, 100];
  const insertAt = (a1: string, rows: number) =>
    insert({ formula: FREE, cell: { sheet: 'Sheet1', a1 }, widths, rows });
  const cell = { sheet: 'Sheet1', a1: 'B5', formula: '', text: 'mine' };
  expect((await insertAt('A2', 4)).outcome).toEqual({ kind: 'in-the-way', cell });
  expect(host.workbook.read('A2')[0]?.[0]?.value ?? '').toBe('');
  expect((await insertAt('A2', 3)).outcome?.kind).toBe('inserted');
  expect((await insertAt('D1', 3_000)).outcome?.kind).toBe('inserted');
  expect(host.workbook.read('D3000')).toHaveLength(1);
});

test('where the number of rows is not known, the tab gets as many as there may be', async () => {
  host.workbook.type('A9', 'mine');
  const sheet = () => host.workbook.facade.getSheetByName('Sheet1');
  const cell = { sheet: 'Sheet1', a1: 'B1' };
  expect((await insert({ formula: FREE, cell, maxRows: 2_001 })).outcome?.kind).toBe('inserted');
  expect(sheet()?.getMaxRows()).toBe(2_001);
  // also where a formula is there already
  const changed = FREE.replace('3)', '2)');
  expect((await insert({ formula: changed, cell, expected: FREE, maxRows: 3_001 })).outcome?.kind).toBe(
    'inserted',
  );
  expect(sheet()?.getMaxRows()).toBe(3_001);
});

test.each(['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'])(
  'the rules that %s begins with score its records',
  async (name) => {
    const page = await openWithoutBrowser(host, 'build');
    await page.choose('build-dataset', name);
    for (const id of ['filter-add', 'filter-add-score', 'score-sheet']) await page.click(id);
    await page.idle();
    await page.click('filter-score-done');
    select('F1');
    await page.click('build-insert');
    await page.idle();
    await host.settled();
    page.close();
    const [header = []] = host.workbook.read('F1:Z1');
    expect(header[0]?.value).toMatch(/^(Score|Last modified)/);
    expect(header.map(({ value }) => value)).toContain('Why');
  },
);

test('a score that is removed while its sheet is made does not come back', async () => {
  const page = await openWithoutBrowser(host, 'build');
  await page.choose('build-dataset', 'HIRINGS');
  for (const id of ['filter-add', 'filter-add-score', 'score-sheet']) await page.click(id);
  await page.click('filter-score-remove');
  await page.idle();
  const formula = page.element('formula')!.textContent;
  page.close();
  expect(formula).not.toContain('score');
});

test('wrong insertions are refused', async () => {
  const long = `=${'x'.repeat(8_000)}`;
  const formulas = ['EXPANSIONS()', '=', 7, long].map((formula) => ({ formula }));
  await people.refuses('insertFormula', /a formula starts with =/, [...formulas, null]);
  const at = (cell: object) => ({ formula: FREE, cell });
  const noCells = [at({ sheet: 'Sheet1', a1: 'A1:B9' }), at({ sheet: 'Sheet1' })];
  await people.refuses('insertFormula', /no cell is selected/, noCells);
  const gone = [at({ sheet: 'Gone', a1: 'A1' })];
  await people.refuses('insertFormula', /the sheet "Gone" no longer exists/, gone);
  // a selected cell would not help the page, which names the cell of the formula that it has opened
  const deleted = [at({ sheet: 'Sheet1', a1: 'A99999' }), at({ sheet: 'Sheet1', a1: 'ZZZ1' })];
  const isEnglish = host.switches.exceptionWords !== 'foreign';
  const words = isEnglish ? /#SERVICE: .*outside the dimensions/ : /#SERVICE: Google Sheets refused \(.+\)/;
  await people.refuses('insertFormula', words, deleted);
});

test('a preview costs nothing: first it is empty, then it has the records that a formula has bought', async () => {
  const formula = '=EXPANSIONS(, "startDate", "-9d", "limit", 7, "columns", "date|company")';
  expect(await preview(formula)).toEqual({});
  expect(recorder.requests).toHaveLength(0);
  await host.enter('A1', formula);
  recorder.clear();
  const { outcome } = await people.call('editor', 'previewFormula', formula);
  if (outcome?.kind !== 'preview') throw new Error('no preview');
  expect(outcome.preview.stored).toMatchObject({ records: 7, askedAt: expect.any(Number) });
  expect(outcome.preview.stored?.rows).toHaveLength(6);
  expect(outcome.preview.stored?.rows[0]?.[1]).toBe('Company');
  expect(outcome.preview.stored?.rows[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(recorder.requests).toHaveLength(0);
});

test('a preview buys at most five records, on request, and a formula then costs at most its limit', async () => {
  const formula = '=EXPANSIONS(, "startDate", "-30d", "limit", 40, "columns", "date|company")';
  const spent = async () => (await people.call('owner', 'sidebarState')).activity.today;
  const before = await spent();
  const shown = await preview(formula, true);
  expect(shown).toEqual({ stored: expect.objectContaining({ records: 5, cut: true }) });
  // without a mark in the header, which would say that the formula's table is limited to five
  expect(shown?.stored?.rows[0]).toEqual(['Announced', 'Company']);
  expect(shown?.stored?.rows).toHaveLength(6);
  expect(await spent()).toBe(before + 5);
  recorder.clear();
  expect(await preview(formula, true)).toMatchObject({ stored: { records: 5 } });
  expect(recorder.requests).toHaveLength(0);
  expect(await spent()).toBe(before + 5);
  await host.enter('A1', formula);
  expect((await preview(formula, true))?.stored).toMatchObject({ records: 40, cut: true });
  expect(await spent()).toBeLessThanOrEqual(before + 5 + 40);
});

test('a preview without credits left says so', async () => {
  const { rules } = await people.call('owner', 'sidebarState');
  await people.call('owner', 'saveRules', { ...rules, dailyBudget: 0 });
  const formula = '=EXPANSIONS(, "startDate", "-12d", "limit", 9, "expansionType", "HQ")';
  expect((await preview(formula, true))?.error?.message).toMatch(/^#BUDGET: /);
});

test('a preview of more than 500 companies says how many it covers and buys nothing; inserted, the formula works', async () => {
  const rows = Array.from({ length: 51 }, (_, row) =>
    Array.from({ length: 10 }, (_cell, column) => `c${row}-${column}.example`),
  );
  await people.call('owner', 'insertSheet', { name: 'Many', rows });
  recorder.clear();
  const formula = '=EXPANSIONS(\'Many\'!A1:J51, "from", "-30d")';
  expect((await preview(formula, true))?.error?.message).toBe(
    '#BAD_INPUT: a preview covers at most 500 companies; insert the formula to see its result',
  );
  expect(recorder.requests.filter(({ headers }) => headers['idempotency-key'])).toEqual([]);
  // the formula's own limit may be too low for fewer companies
  const limited = formula.replace('J51', 'J40').replace(')', ', "limit", 3)');
  expect((await preview(limited, true))?.error?.message).toMatch(/^#BAD_INPUT: limit 3 is too low/);
  await host.enter('A1', formula);
  expect(host.workbook.read('A1')[0]?.[0]?.value).not.toMatch(/^#/);
});

test.each([
  ['=HIRINGS(, "startDate", D1)', /^$/],
  ['=HIRINGS(, "startDate", D2)', /^#BAD_INPUT: startDate is no day: "nonsense"/],
  ['=HIRINGS(, "startDate", TODAY()-3)', /^#BAD_INPUT: the preview cannot read the reference "TODAY\(\)-3"/],
  ['=HIRINGS(, "nonsense", 1)', /^#BAD_INPUT: HIRINGS has no option "nonsense"/],
  ['=SUM(1,2)', /^#BAD_INPUT: this formula has no Signals function/],
])('a preview reads the cells that a formula refers to: %s', async (formula, problem) => {
  host.workbook.type('D1', '-9d');
  host.workbook.type('D2', 'nonsense');
  expect((await preview(formula))?.error?.message ?? '').toMatch(problem);
});

test('D43 a new sheet contains formulas only where intended and its texts unchanged, even if Sheets could parse them', async () => {
  const texts = ["'quoted", ...'1-2|TRUE|5 May|0012|1e5|=1+1|#N/A|10%|+1|-1|@x|'.split('|')];
  const rows = [texts, [{ formula: '=1+2' }, 4, { at: Date.UTC(2026, 0, 2) }], []];
  const { outcome } = await people.call('owner', 'insertSheet', { name: 'Mine', rows });
  expect(outcome).toEqual({ kind: 'sheet', name: 'Mine' });
  await host.settled();
  const values = (a1: string) => host.workbook.read(a1)[0]?.map(({ value }) => value);
  expect(values('Mine!A1:M1')).toEqual(texts);
  expect(values('Mine!A2:B2')).toEqual([3, 4]);
  // Sheets ignores case in names of tabs
  const again = await people.call('owner', 'insertSheet', { name: 'MINE', rows });
  expect(again.outcome).toEqual({ kind: 'sheet', name: 'MINE 2' });
});

test('a table in a new tab has widths, formats and a frozen header; a tab can be opened again', async () => {
  const insertion = { name: 'Table', rows: [['Day', 'Jobs']], widths: [140, 80], formats: ['', '#,##0'] };
  await people.call('owner', 'insertSheet', insertion);
  const sheet = host.workbook.facade.getSheetByName('Table');
  expect(sheet?.getColumnWidth(0)).toBe(140);
  expect(sheet?.getFrozenRows()).toBe(1);
  expect(sheet?.getRange(0, 0).getCellStyleData()?.bl).toBe(1);
  expect(sheet?.getRange(4, 1).getCellStyleData()?.n?.pattern).toBe('#,##0');
  await people.call('owner', 'openTab', 'Sheet1');
  expect((await people.call('owner', 'sidebarState')).cell?.sheet).toBe('Sheet1');
  await people.call('owner', 'openTab', 'Table');
  expect((await people.call('owner', 'sidebarState')).cell?.sheet).toBe('Table');
  expect(await people.refusal('owner', 'openTab', 'Nowhere')).toMatch(/the sheet "Nowhere" no longer exists/);
});

test('wrong sheets are refused', () =>
  people.refuses('insertSheet', /^#BAD_INPUT: a sheet has a name/, [
    { name: '', rows: [['x']] },
    { name: 'x', rows: [] },
    { name: 'x', rows: 'x' },
    { name: 'x', rows: [['x']], widths: [5] },
    { name: 'x', rows: [['x']], widths: 'wide' },
    { name: 'x', rows: [['x']], widths: Array.from({ length: 41 }, () => 100) },
    { name: 'x', rows: [['x']], formats: ['0'.repeat(100)] },
    { name: 'x', rows: [['x']], formats: null },
    { name: 'x', rows: [[{}]] },
    { name: 'x', rows: [[null]] },
    { name: 'x', rows: [[{ formula: 'no formula' }]] },
    { name: 'x', rows: Array.from({ length: 301 }, () => ['x']) },
    undefined,
  ]));

test('wrong settings are refused', async () => {
  const { rules: before } = await people.call('owner', 'sidebarState');
  await people.refuses('saveRules', /^#BAD_INPUT: the budget is a whole number, at most /, [
    { dailyBudget: -1, freshness: { mode: 'daily' } },
    { dailyBudget: 1.5, freshness: { mode: 'daily' } },
    { dailyBudget: 10, freshness: { mode: 'hourly' } },
    { dailyBudget: 10, freshness: { mode: 'live' } },
    { dailyBudget: 10, freshness: {} },
    { dailyBudget: 10, freshness: null },
    // above the limit that the message names
    { dailyBudget: 10_000_001 },
    { monthlyBudget: 100_000_001 },
  ]);
  expect((await people.call('owner', 'sidebarState')).rules).toEqual(before);
});

test('opening reads the whole state in few service calls', async () => {
  host.executions.records.splice(0);
  await people.call('owner', 'sidebarState');
  const [opened] = host.executions.records;
  expect(opened?.calls.length).toBeLessThanOrEqual(30);
});
