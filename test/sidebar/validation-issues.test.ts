import { COMMA as US } from '../../src/contract/formula.js';
import { openFormula } from '../../src/contract/formula-question.js';
import { modeOf } from '../../src/sidebar/draft/question-edit.js';
import { validationIssuesOf } from '../../src/sidebar/draft/validation-issues.js';

const WRITTEN = { today: '2026-11-20', separators: US };
const found = (formula: string, written: Parameters<typeof validationIssuesOf>[2] = WRITTEN) => {
  const { question } = openFormula(formula, US)!;
  return validationIssuesOf(question, modeOf(question), written);
};

test.each([
  ['=EXPANSIONS(, "date", "today", "from", "-7d")', ['date-beside-range']],
  ['=EXPANSIONS(, "from", "2026-02-01", "to", "2026-01-01")', ['start-after-end']],
  ['=EXPANSIONS(, "from", "2020-12-31")', ['before-first-day']],
  ['=EXPANSIONS(, "from", "-7d", "to", "2021-01-01")', ['start-after-end']],
  ['=EXPANSIONS(, "jobs", ">5", "jobs", "many")', ['bad-amount']],
  ['=EXPANSIONS(, "from", "foo")', ['bad-day']],
  ['=EXPANSIONS(, "from", "letzte Woche")', ['bad-day']],
  ['=EXPANSIONS(, "investment", "at least ten millions", "currency", "any")', ['bad-amount']],
  ['=HIRINGS(, "count", "many")', ['bad-number']],
  ['=EXPANSIONS(, "limit", 0)', ['bad-limit']],
  ['=EXPANSIONS(, "limit", -3)', ['bad-limit']],
  ['=EXPANSIONS(, "limit", 2.5)', ['bad-limit']],
  ['=EXPANSIONS(, "limit", 999999)', ['bad-limit']],
  ['=EXPANSIONS(, "from", "-9999y")', []],
  // D44: version 1 has no first day
  ['=HIRINGS(, "from", "2020-12-31")', []],
  ['=EXPANSIONS(, "investment", ">1")', ['investment-without-currency']],
  ['=EXPANSIONS(, "currency", "any")', ['currency-alone']],
  ['=EXPANSIONS("acme.example", "domain", "acme.example")', ['companies-twice']],
  ['=HIRINGS(, "group", "G", "ids", "1")', ['companies-twice']],
  ['=EXPANSIONS(, "exact", TRUE)', ['exact-without-companies']],
  ['=EXPANSIONS(A2:A9, "limit", 1)', ['perhaps-low-limit']],
  ['=EXPANSIONS(, "group", "G", "limit", 1)', ['perhaps-low-limit']],
  ['=EXPANSIONS("acme.example|Globex", "group", "G", "limit", 1)', ['perhaps-low-limit']],
  ['=EXPANSIONS("acme.example|Globex", "limit", 1)', ['low-limit']],
  ['=EXEC_CHANGES(, "title", "Board|Chair")', ['bad-single']],
  ['=EXEC_CHANGES(, "reason", "Resigned|Retired")', ['bad-single']],
])('%s is contradictory: %j', (formula, names) => expect(found(formula)).toEqual(names));

test.each([
  '=EXPANSIONS()',
  '=EXPANSIONS(A2:A9, "exact", TRUE)',
  '=EXPANSIONS(, "name", "Acme", "exact", TRUE)',
  '=EXPANSIONS(, "from", A1, "to", "2021-01-01")',
  '=EXPANSIONS(, "investment", ">1", "currency", "any")',
  '=EXPANSIONS(, "currency", "USD")',
  '=EXPANSIONS(, "investment", ">1", F1:G9)',
  '=EXEC_CHANGES(, "title", "CEO")',
  '=EXPANSIONS(, "type", "HQ|Store")',
  '=EXPANSIONS(, "group", "G", "limit", 2)',
  '=EXPANSIONS("acme.example|globex.example", "limit", 1)',
  '=EXPANSIONS("acme.example|Ann <ann@globex.example>", "limit", 1)',
  '=HIRINGS(, "group", "G", "limit", 1)',
])('%s has no contradiction', (formula) => expect(found(formula)).toEqual([]));

test('the companies of a group need a chosen group', () => {
  expect(validationIssuesOf(openFormula('=HIRINGS()', US)!.question, 'group', WRITTEN)).toEqual(['no-group']);
});

test.each([
  ['=TRACKED_COMPANIES()', ['no-tracked-group']],
  ['=TRACKED_COMPANIES(, "sort", "name")', ['no-tracked-group']],
  ['=TRACKED_COMPANIES("Nowhere")', ['unknown-group']],
  ['=EXPANSIONS(, "group", "Key accounts|Nowhere")', ['unknown-group']],
  ['=TRACKED_COMPANIES("key accounts")', []],
  ['=TRACKED_COMPANIES(A1:A3)', []],
  ['=MATCH_COMPANIES()', ['no-companies']],
  ['=MATCH_COMPANIES(A1:A3)', []],
  ['=MATCH_COMPANIES("Acme", "columns", "id")', []],
  ['=TRACKED_COMPANIES(, F1:G9)', []],
])('%s with one known group: %j', (formula, names) => {
  expect(found(formula, { ...WRITTEN, groups: () => ['Key accounts'] })).toEqual(names);
  // if the groups are not known, no group counts as unknown
  const unsure = found(formula, { ...WRITTEN, groups: () => undefined });
  expect(unsure).toEqual(names.filter((name) => name !== 'unknown-group'));
});
