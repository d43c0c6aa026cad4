/** The formulas and tabs of starters, and waiting for a table without paying for it. */

import { separatorsOf, COMMA as US } from '../../src/contract/formula.js';
import type { SheetInsertion } from '../../src/contract/new-sheet.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { runStarter } from '../../src/sidebar/draft/settled-cell.js';
import {
  formulasOf,
  PLANS,
  STARTERS,
  sheetOf,
  starterOf,
  TEMPLATES,
  watchListRows,
} from '../../src/sidebar/draft/starters.js';
import { EMPTY } from '../support/sidebar-states.js';

const DE = separatorsOf('de_DE');
const ALL = { group: '', industry: '', limit: 100 };

test('starters write formulas for the locale', () => {
  expect(formulasOf(starterOf('data-centres', { ...ALL, limit: 7 }), US)).toEqual([
    '=EXPANSIONS(, "expansionType", "Data Centre", "startDate", "-30d", "limit", 7)',
  ]);
  expect(formulasOf(starterOf('hiring', { ...ALL, group: 'Key "accounts"' }), DE)[0]).toMatch(
    /^=HIRINGS\(; "group"; "Key ""accounts"""; "startDate"; "-30d"; "columns"; /,
  );
  const [ceos, cfos] = formulasOf(starterOf('executives', { ...ALL, industry: 'banking' }), US);
  expect(ceos).toMatch(/"title", "CEO", "reason", "New Appointment", "industries", "banking", "columns"/);
  expect(cfos).toMatch(/"title", "CFO".*"headers", FALSE\)$/);
  expect(watchListRows({ name: 'n', note: 'x' }, DE)[3]?.[2]).toEqual({
    formula: '=IF(COUNTA(A5:A104)=0; ""; EXPANSIONS(A5:A104; "startDate"; "-90d"))',
  });
});

test('a template waits for the group or the place that it needs, and has a width for each column', () => {
  const needed = TEMPLATES.map((name) => PLANS[name].needsChoice && PLANS[name].chooses);
  expect(needed).toEqual(['place', undefined, 'group', ...Array(3).fill(undefined)]);
  for (const name of TEMPLATES) {
    const starter = starterOf(name, ALL);
    expect(sheetOf('Tab', starter, DE).widths).toHaveLength(starter.columns.length);
  }
});

test('a tab has one formula in A1, a width for each column, and the compared date first', () => {
  for (const name of STARTERS) {
    const starter = starterOf(name, ALL);
    const { rows, widths = [], formats = [] } = sheetOf('Tab', starter, US);
    expect(rows.flat()).toHaveLength(1);
    expect([widths.length, formats.length]).toEqual([starter.columns.length, starter.columns.length]);
    expect(starter.columns[0]).toBe(name === 'data-centres' ? 'announcedDate' : 'lastModified');
    expect(formats[0]).toBe('yyyy-mm-dd');
  }
  const { rows } = sheetOf('Tab', starterOf('executives', ALL), DE);
  expect(rows[0]?.[0]).toMatchObject({
    formula: expect.stringMatching(/^=UNIQUE\(IFNA\(VSTACK\(.*\); ""\)\)$/),
  });
});

const SHEET: SheetInsertion = { name: 'Tab', rows: [[{ formula: '=A()' }]] };

/** @param texts that the cell shows, read by read @param previews the change of state by each preview */
async function run(texts: readonly string[], previews: readonly Partial<SidebarState>[] = []) {
  const calls: string[] = [];
  const formulas = previews.map((_, index) => `=${index}`);
  let looks = 0;
  const { result } = await runStarter(
    {
      async insertSheet({ name }) {
        calls.push('insertSheet');
        return { ...EMPTY, outcome: { kind: 'sheet', name } };
      },
      async sidebarState(cell) {
        calls.push(cell!.a1);
        const text = texts[Math.min(looks++, texts.length - 1)] ?? '';
        return { ...EMPTY, outcome: { kind: 'cell', cell: { ...cell!, formula: '=A()', text } } };
      },
      async previewFormula(formula) {
        calls.push(formula);
        return { ...EMPTY, ...previews[formulas.indexOf(formula)] };
      },
    },
    { sheet: SHEET, formulas, lastCallAt: 5 },
    async () => undefined,
  );
  return { starterResult: result, calls };
}

const stored = (records: number): Partial<SidebarState> => ({
  outcome: {
    kind: 'preview',
    preview: { stored: { askedAt: 1, records, cut: false, rows: [] } },
  },
});
const NOT_STORED: Partial<SidebarState> = {
  outcome: { kind: 'preview', preview: {} },
};

test('a tab that exists is not created again because its cell could not be read', async () => {
  const lost = new Error('the connection is lost');
  const fails = () => Promise.reject(lost);
  const insertSheet = async () => ({ ...EMPTY, outcome: { kind: 'sheet', name: 'Tab' } as const });
  const calls = { insertSheet, sidebarState: fails, previewFormula: fails };
  const starter = { sheet: SHEET, formulas: [], lastCallAt: 0 };
  const { result } = await runStarter(calls, starter, async () => undefined);
  expect(result).toEqual({ tab: 'Tab', rows: undefined, credits: undefined, failed: false });
  const without = { ...calls, insertSheet: fails };
  await expect(runStarter(without, starter)).rejects.toBe(lost);
});

test('the tab is created once, and the rows of each part are counted after its calculation', async () => {
  const texts = ['', 'Loading...', '#ERROR!', 'Announced'];
  const { starterResult, calls } = await run(texts, [stored(3), stored(4)]);
  expect(starterResult).toEqual({ tab: 'Tab', rows: 7, credits: 0, failed: false });
  expect(calls).toEqual(['insertSheet', ...Array(6).fill('A1'), '=0', '=1']);
});

test('the credits of a starter are those of its own cell, without those of a tab that had its name', async () => {
  const call = { at: 6, who: '', question: '', records: 3, fresh: 3, source: 'service', ms: 1 } as const;
  const calls = [
    { ...call, cell: 'Tab!A1', credits: 3 },
    { ...call, cell: 'Other!A1', credits: 9 },
    { ...call, at: 5, cell: 'Tab!A1', credits: 38 },
  ];
  const preview = { ...stored(3), activity: { ...EMPTY.activity, calls } };
  const { starterResult } = await run(['Announced'], [preview]);
  expect(starterResult?.credits).toBe(3);
  const held = [{ token: 't', credits: 5, since: 7, job: '', question: 'q' }];
  const withHeld = (made: typeof calls) =>
    run(['Announced'], [{ ...preview, activity: { ...EMPTY.activity, calls: made, held } }]);
  expect((await withHeld(calls)).starterResult?.credits).toBe(3);
  // the request without an answer may be that of the starter
  expect((await withHeld([])).starterResult).toMatchObject({ credits: undefined });
});

test.each([
  ['#ERROR!', true, 3],
  ['Announced (first 20)', false, 3],
  ['Loading...', false, 25],
  ['Wird geladen...', false, 25],
  ['', false, 25],
])('a cell that keeps showing %p', async (text, failed, looks) => {
  const { starterResult, calls } = await run([text], [stored(3), NOT_STORED]);
  expect(starterResult).toEqual({ tab: 'Tab', rows: undefined, credits: 0, failed });
  expect(calls.filter((one) => one === 'A1')).toHaveLength(looks);
});

test('the parts of a stacked table have a limit that is not reached silently', () => {
  for (const name of ['executives', 'suppliers', 'board'] as const) {
    const formulas = formulasOf(starterOf(name, { ...ALL, group: 'G', limit: 25 }), US);
    expect(formulas.length).toBeGreaterThan(1);
    for (const formula of formulas) expect(/"limit", (\d+)/.exec(formula)?.[1]).toBe('1000');
  }
});
