import { COMMA as US } from '../../src/contract/formula.js';
import { FUNCTION_NAMES, openFormula, writeFormula } from '../../src/contract/formula-question.js';
import {
  columnsFor,
  isPaid,
  limitOf,
  modeOf,
  newQuestion,
  optionOf,
  textsOf,
  valueWith,
  withDefaultColumns,
  withFunction,
  withOption,
  withoutEmptyOptions,
  withoutFilter,
  withoutOption,
} from '../../src/sidebar/draft/question-edit.js';

const read = (formula: string) => openFormula(formula, US)!.question;
const write = (question: ReturnType<typeof read>) => writeFormula(question, US);

test('a new question asks for the last 30 days, of the default group if there is one', () => {
  expect(write(newQuestion('EXPANSIONS', ''))).toBe('=EXPANSIONS(, "startDate", "-30d")');
  expect(write(newQuestion('HIRINGS', 'Key accounts'))).toBe(
    '=HIRINGS(, "group", "Key accounts", "startDate", "-30d")',
  );
  expect(write(newQuestion('TRACKED_COMPANIES', ''))).toBe('=TRACKED_COMPANIES()');
});

test.each([
  ['=HIRINGS(, "from", "-30d")', 'lastModified|announcedDate|company.name|company.domain|numberOfJobs'],
  ['=EXEC_CHANGES(, "to", "today")', 'lastModified|announcedDate|company.name|company.domain|executiveName'],
  ['=EXPANSIONS(, "to", "-1d", "dateType", "LAST-MODIFIED")', 'lastModified|announcedDate|company.name'],
])('the date of last change is the first column if the days compare it: %s', (formula, columns) => {
  const { parts } = withDefaultColumns(read(formula));
  const value = textsOf(optionOf({ ...read(formula), parts }, 'columns'));
  expect(value.join('|')).toMatch(new RegExp(`^${columns.replace(/[.|]/g, '\\$&')}`));
  expect(value.filter((path) => path === 'lastModified')).toHaveLength(1);
});

test('D56 the sort column is in the table', () => {
  const sorted = withDefaultColumns(read('=EXPANSIONS(, "from", "-30d", "sort", "lastModified")'));
  expect(textsOf(optionOf(sorted, 'columns'))).toContain('lastModified');
});

test.each([
  '=HIRINGS()',
  '=EXPANSIONS(, "from", "-30d")',
  '=HIRINGS(, "from", "-30d", "columns", "jobs")',
  '=HIRINGS(, "from", "-30d", F1:G9)',
  '=TRACKED_COMPANIES("Key accounts")',
])('other questions keep their columns: %s', (formula) => {
  expect(withDefaultColumns(read(formula))).toEqual(read(formula));
});

test('a changed function keeps the options that it has', () => {
  const question = read('=EXPANSIONS(A2:A9, "from", "-7d", "investment", ">1", "columns", "jobs", F1:G9)');
  expect(write(withFunction(question, 'HIRINGS'))).toBe('=HIRINGS(A2:A9, "startDate", "-7d", F1:G9)');
  expect(write(withFunction(question, 'TRACKED_COMPANIES'))).toBe('=TRACKED_COMPANIES(, F1:G9)');
});

test('an option is set at its position and removed completely', () => {
  const question = read('=HIRINGS(, "from", "-7d", "count", 5)');
  expect(write(withOption(question, 'startDate', valueWith('-1y')))).toBe(
    '=HIRINGS(, "startDate", "-1y", "count", 5)',
  );
  expect(write(withoutOption(question, 'startDate'))).toBe('=HIRINGS(, "count", 5)');
});

test('an investment that is removed takes its currency along, and no other filter does', () => {
  const question = read('=EXPANSIONS(, "investment", ">=5", "currency", "USD", "jobs", ">=1")');
  expect(write(withoutFilter(question, 'investment'))).toBe('=EXPANSIONS(, "jobs", ">=1")');
  expect(write(withoutFilter(question, 'jobs'))).toBe(
    '=EXPANSIONS(, "investment", ">=5", "currency", "USD")',
  );
});

test.each([
  ['score', '"columns", "score|title|why", "sort", "-score"', '"columns", "title"'],
  ['score', '"columns", "score|why", "sort", "-jobs"', '"sort", "-jobs"'],
  ['exclude', '"columns", "title|known"', '"columns", "title"'],
])('without %s, its columns and its order go, too', (name, before, after) => {
  const question = read(`=EXPANSIONS(, "${name}", A1:A9, ${before})`);
  expect(write(withoutOption(question, name))).toBe(`=EXPANSIONS(, ${after})`);
});

test('without rules, a formula has no columns of a score either', () => {
  const scored = read(
    '=EXPANSIONS(, "score", "jobs >=1: 5", "columns", "score|company.name|why", "sort", "-score")',
  );
  const emptied = withOption(scored, 'score', valueWith());
  expect(write(withoutEmptyOptions(emptied))).toBe('=EXPANSIONS(, "columns", "company.name")');
});

test('a formula contains no option without a value', () => {
  const question = withOption(newQuestion('EXPANSIONS', ''), 'expansionType', valueWith());
  expect(write(withoutEmptyOptions(question))).toBe('=EXPANSIONS(, "startDate", "-30d")');
});

test('the maximum cost is the limit, or 100, and is not known where a cell says it', () => {
  expect(limitOf(read('=EXPANSIONS(, "limit", 7)'))).toBe(7);
  expect(limitOf(read('=EXPANSIONS(, "limit", "2k")'))).toBe(2_000);
  expect(limitOf(read('=EXPANSIONS(, "limit", "1,000")'))).toBe(1_000);
  expect(limitOf(read('=EXPANSIONS()'))).toBe(100);
  expect(limitOf(read('=EXPANSIONS(, "limit", A1)'))).toBeUndefined();
  expect(limitOf(read('=EXPANSIONS(, Filters!A1:B9)'))).toBeUndefined();
  expect(limitOf(read('=EXPANSIONS(, "limit", "many")'))).toBe(100);
  const formulas = ['=EXPANSIONS()', '=HIRINGS()', '=TRACKED_COMPANIES()'];
  expect(formulas.map((formula) => isPaid(read(formula)))).toEqual([true, false, false]);
});

test('the question determines the source of its companies', () => {
  expect(modeOf(read('=EXPANSIONS(A2:A9)'))).toBe('cells');
  expect(modeOf(read('=EXPANSIONS("acme.example")'))).toBe('typed');
  expect(modeOf(read('=EXPANSIONS(, "group", "G")'))).toBe('group');
  expect(modeOf(read('=EXPANSIONS()'))).toBe('all');
});

test('every function has columns, which include its defaults', () => {
  for (const name of FUNCTION_NAMES) {
    const { all, defaults } = columnsFor({ functionName: name, parts: [] });
    expect(defaults.length).toBeGreaterThan(0);
    expect(all.map(({ path }) => path)).toEqual(expect.arrayContaining([...defaults]));
  }
});
