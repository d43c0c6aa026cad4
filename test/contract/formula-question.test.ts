import { separatorsOf, COMMA as US } from '../../src/contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  FUNCTION_NAMES,
  filtersOf,
  MATCH_COMPANIES,
  openFormula,
  ownOptionsOf,
  type Part,
  TRACKED_COMPANIES,
  tableShapeOf,
  writeFormula,
} from '../../src/contract/formula-question.js';
import fc from '../support/fast-check.js';

const DE = separatorsOf('de_DE');

const textsOf = (...values: string[]): BuilderValue => ({ kind: 'texts', texts: values });

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((raw) => raw.replace(/[|\s]+/g, ' ').trim() || 'x');
const cells = fc.constantFrom<BuilderValue>(
  { kind: 'cells', text: 'A2:A20' },
  { kind: 'cells', text: `'My "sheet", mine'!$B$2` },
  { kind: 'cells', text: 'TODAY()-3' },
  { kind: 'cells', text: "Deals[Customer's name]" },
  { kind: 'cells', text: 'Accounts[Revenue, EUR]' },
  { kind: 'cells', text: 'IF(A1="x,y",B1,C1)' },
);
const texts = (minLength: number) =>
  fc.array(text, { minLength, maxLength: 4 }).map((found) => textsOf(...found));

/** Any question that the builder can make, for any function. */
const question: fc.Arbitrary<BuilderQuestion> = fc.constantFrom(...FUNCTION_NAMES).chain((functionName) => {
  const filters = filtersOf(functionName);
  const part = fc
    .constantFrom<string>(...Object.keys(filters), ...ownOptionsOf(functionName))
    .chain((name) => {
      const value: fc.Arbitrary<BuilderValue> =
        filters[name]?.kind === 'integer'
          ? fc.nat(10_000).map((number) => textsOf(String(number)))
          : name === 'headers' || name === 'exact'
            ? fc.boolean().map((flag) => textsOf(flag ? 'TRUE' : 'FALSE'))
            : fc.oneof(texts(1), cells);
      return value.map((found): Part => ({ kind: 'option', name, value: found }));
    });
  const kept = fc.constant<Part>({ kind: 'verbatim', text: 'Filters!A1:B9' });
  return fc.record({
    functionName: fc.constant(functionName),
    first: fc.oneof(texts(0), fc.constant<BuilderValue>({ kind: 'cells', text: 'A2:A20' })),
    parts: fc.uniqueArray(fc.oneof({ weight: 6, arbitrary: part }, kept), {
      maxLength: 6,
      selector: (one) => (one.kind === 'option' ? one.name : one.text),
    }),
  });
});

test.each([US, DE])(
  '500 questions are equal after writing and reading them, and so are their formulas',
  (separators) => {
    fc.assert(
      fc.property(question, (asked) => {
        const formula = writeFormula(asked, separators);
        const opened = openFormula(formula, separators);
        expect(opened?.question).toEqual(asked);
        expect(writeFormula(opened!.question, separators, opened)).toBe(formula);
        expect(writeFormula(opened!.question, separators)).toBe(formula);
      }),
      { numRuns: 500 },
    );
  },
);

test('exclude and score add columns to the tables of datasets only', () => {
  const { record, columns } = tableShapeOf('EXPANSIONS', true, true);
  expect(Object.keys(record)).toEqual(expect.arrayContaining(['known', 'score', 'why']));
  expect([columns[0], columns.at(-1)]).toEqual(['score', 'why']);
  for (const name of [TRACKED_COMPANIES, MATCH_COMPANIES])
    expect(tableShapeOf(name, true, true)).toEqual(tableShapeOf(name));
});

const change = (formula: string, edit: (asked: BuilderQuestion) => BuilderQuestion, separators = US) => {
  const opened = openFormula(formula, separators)!;
  return writeFormula(edit(opened.question), separators, opened);
};
const optionOf = (name: string, ...values: string[]): Part => ({
  kind: 'option',
  name,
  value: textsOf(...values),
});
const setOption =
  (name: string, ...values: string[]) =>
  (asked: BuilderQuestion): BuilderQuestion => {
    const isMeant = (part: Part) => part.kind === 'option' && part.name === name;
    const option = optionOf(name, ...values);
    const parts = asked.parts.map((part) => (isMeant(part) ? option : part));
    return { ...asked, parts: asked.parts.some(isMeant) ? parts : [...parts, option] };
  };

test('only changed parts are written again', () => {
  const formula = '=SORT(expansions( A2:A9 ,"From","-30d", Filters!A1:B9 ,"limit",50),1,TRUE)';
  const changed = '=SORT(expansions(A2:A9, "From", "-7d", Filters!A1:B9, "limit", 50),1,TRUE)';
  expect(change(formula, setOption('startDate', '-7d'))).toBe(changed);
});

test('a new option is appended, and a removed one leaves no text', () => {
  expect(change('=HIRINGS(A1,"from","-30d")', setOption('limit', '20'))).toBe(
    '=HIRINGS(A1, "from", "-30d", "limit", 20)',
  );
  expect(change('=HIRINGS(A1,"from","-30d")', (asked) => ({ ...asked, parts: [] }))).toBe('=HIRINGS(A1)');
});

test('options stay the first arguments until companies are given', () => {
  const formula = '=EXPANSIONS("type","HQ")';
  expect(change(formula, setOption('limit', '5'))).toBe('=EXPANSIONS("type", "HQ", "limit", 5)');
  expect(change(formula, (asked) => ({ ...asked, first: textsOf('acme.example') }))).toBe(
    '=EXPANSIONS("acme.example", "type", "HQ")',
  );
});

test('a range of names and values keeps its text at any position', () => {
  expect(openFormula('=EXPANSIONS(Filters!A1:B9)', US)?.question.parts).toEqual([
    { kind: 'verbatim', text: 'Filters!A1:B9' },
  ]);
  expect(openFormula('=EXPANSIONS(A2:A9,B1,C1,"limit",5)', US)?.question).toEqual({
    functionName: 'EXPANSIONS',
    first: { kind: 'cells', text: 'A2:A9' },
    parts: [{ kind: 'verbatim', text: 'B1, C1' }, optionOf('limit', '5')],
  });
});

test('short names, spellings and array literals are understood', () => {
  const formula = '=EXPANSIONS({"a.example";"b.example"};"Start Date";"-30d";"headers";FALSE)';
  expect(openFormula(formula, DE)?.question).toEqual({
    functionName: 'EXPANSIONS',
    first: textsOf('a.example', 'b.example'),
    parts: [optionOf('startDate', '-30d'), optionOf('headers', 'FALSE')],
  });
});

test.each([
  '=EXPANSIONS(A1, "headers", )',
  '=EXPANSIONS(A1, "headers", "")',
  '=EXPANSIONS(A1, "headers", "off")',
])('a flag without a valid value is written as soon as it is set: %s', (formula) => {
  expect(change(formula, setOption('headers', 'FALSE'))).toBe('=EXPANSIONS(A1, "headers", FALSE)');
  expect(change(formula, setOption('limit', '5'))).toBe(`${formula.slice(0, -1)}, "limit", 5)`);
});

test('the function of a formula can be changed', () => {
  expect(change('=IFERROR(HIRINGS(A1),"")', (asked) => ({ ...asked, functionName: 'EXEC_CHANGES' }))).toBe(
    '=IFERROR(EXEC_CHANGES(A1),"")',
  );
});

test('a company that is called like an option stays a company', () => {
  const asked = { functionName: 'HIRINGS', first: textsOf('Segment'), parts: [] };
  expect(writeFormula(asked, US)).toBe('=HIRINGS("Segment|")');
  expect(openFormula('=HIRINGS("Segment|")', US)?.question).toEqual(asked);
});

test('a formula without one of our functions cannot be opened', () => {
  expect(openFormula('=SUM(A1:A9)', US)).toBeUndefined();
});
