/** The possible cost of a refresh, from the formulas. */

import type { FoundFormula } from '../../../src/addon/refresh/find-formulas.js';
import { costOf } from '../../../src/addon/refresh/refresh.js';
import { MAX_LIMIT } from '../../../src/contract/datasets.js';
import { COMMA } from '../../../src/contract/formula.js';

const tab = { name: () => 'Sheet1' } as FoundFormula['tab'];
const found = (...formulas: string[]): FoundFormula[] =>
  formulas.map((formula, index) => ({ tab, row: index + 1, column: 28, formula }));

const notARange = () => {
  throw new Error('Range not found');
};

const cost = (formulas: readonly string[], cells: Record<string, unknown[][]> = {}) =>
  costOf(found(...formulas), COMMA, (reference) => cells[reference] ?? notARange());

test('the ceiling is the sum of the limits, 100 if none is given', () => {
  const formulas = ['=EXPANSIONS("type", "HQ")', '=EXPANSIONS("type", "Mine", "limit", 7)'];
  expect(cost(formulas)).toMatchObject({ formulas: 2, questions: 2, ceiling: 107 });
  expect(cost(['=EXPANSIONS("type", "HQ", "limit", "2k")'])).toMatchObject({ ceiling: 2_000 });
});

test('NaN: a limit that is no number, or in a missing cell, counts as the highest', () => {
  for (const limit of ['"many"', 'Z9']) {
    expect(cost([`=EXPANSIONS("type", "HQ", "limit", ${limit})`])).toMatchObject({ ceiling: MAX_LIMIT });
  }
});

test('the same question in several cells counts once, with any columns', () => {
  const formulas = [
    '=EXPANSIONS("type", "HQ", "limit", 5)',
    '=EXPANSIONS( "type","HQ","columns","company", "limit", 5)',
    '=INDEX(EXPANSIONS("limit", 5, "type", "HQ"), 1, 1)',
    '=EXPANSIONS("type", "HQ", "limit", 5, "since", "-7d")',
    '=EXPANSIONS("type", "HQ", "limit", 5, "exclude", "Acme", "score", "jobs >=100: 10")',
  ];
  expect(cost(formulas)).toMatchObject({ formulas: 5, questions: 1, ceiling: 5 });
});

test('an argument whose value depends on the cell or the tab asks a question of its own there', () => {
  const ofRow = '=EXPANSIONS(INDEX(A:A, row( )), "limit", 5)';
  const ofDay = '=EXPANSIONS("acme.example", "from", TODAY()-30, "limit", 5)';
  expect(cost([ofRow, ofRow, ofDay, ofDay])).toMatchObject({ questions: 3, ceiling: 15 });
  const questionsOnTabs = (formula: string) => {
    const tabs = ['Acme', 'Beta', 'Beta'].map((name) => ({ name: () => name }) as FoundFormula['tab']);
    const onTabs = tabs.map((tab, row) => ({ tab, row, column: 1, formula }));
    return costOf(onTabs, COMMA, notARange).questions;
  };
  for (const argument of ['TRIM($A$2)', 'INDEX(A:A, 2)'])
    expect(questionsOnTabs(`=EXPANSIONS(${argument})`)).toBe(2);
  expect(questionsOnTabs(ofDay)).toBe(1);
});

test('free datasets cost nothing, and every call inside a formula counts', () => {
  const free = ['=HIRINGS(, "limit", 9)', '=TRACKED_COMPANIES("A")'];
  expect(cost(free)).toMatchObject({ questions: 0, ceiling: 0 });
  const both = '=ROWS(EXPANSIONS("type", "HQ")) + ROWS(EXPANSIONS(TRACKED_COMPANIES("A"), "limit", 3))';
  expect(cost([both])).toMatchObject({ questions: 2, ceiling: 103 });
});

test('a limit in a cell or in a block of options is looked up; an unknown one counts as the highest', () => {
  const cells = {
    // of the tab that a person looks at
    B1: [[1]],
    "'Sheet1'!B1": [[25]],
    "'Sheet1'!D1:E2": [
      ['type', 'HQ'],
      ['limit', '1,000'],
    ],
  };
  expect(cost(['=EXPANSIONS(, "limit", B1)'], cells).ceiling).toBe(25);
  const second = '=IFERROR(EXPANSIONS("type", "HQ", "limit", 3), EXPANSIONS(, "limit", B1))';
  expect(cost([second], cells).ceiling).toBe(28);
  expect(cost(['=EXPANSIONS(, D1:E2)'], cells).ceiling).toBe(1_000);
  expect(cost(['=EXPANSIONS(, "limit", MAX(B1:B9))'], cells).ceiling).toBe(10_000);
});
