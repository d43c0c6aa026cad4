/** The question of a form, while the person looks at its other ways to choose companies. */
import { COMMA as US } from '../../src/contract/formula.js';
import { openFormula, writeFormula } from '../../src/contract/formula-question.js';
import {
  firstBlockingIssue,
  ofFunction,
  ofMode,
  queryOf,
  TYPED_COMPANIES,
  withReplaced,
  withTypedTexts,
} from '../../src/sidebar/draft/query.js';
import { optionOf, valueWith, withOption } from '../../src/sidebar/draft/question-edit.js';

const queryFrom = (formula: string) => queryOf(openFormula(formula, US)!.question);
type Query = ReturnType<typeof queryFrom>;
const written = ({ question }: Query) => writeFormula(question, US);
const inMode = (query: Query, mode: Parameters<typeof ofMode>[1]) => ({
  ...query,
  ...ofMode(query, mode, 'Key accounts'),
});
const replaced = (query: Query) => ({ ...query, ...withReplaced(query, 'countries', US) });

test('the chosen group comes back after a look at all companies, a new one is the default', () => {
  const chosen = queryFrom('=HIRINGS(, "group", "Suppliers", "from", "-7d")');
  const all = inMode(chosen, 'all');
  expect(written(all)).not.toContain('group');
  expect(written(inMode(all, 'group'))).toContain('"group", "Suppliers"');
  const named = queryFrom('=HIRINGS("acme.example", "from", "-7d")');
  const first = inMode(named, 'group');
  expect(written(first)).toBe('=HIRINGS(, "startDate", "-7d", "group", "Key accounts")');
  expect(inMode(first, 'typed').question.first).toEqual(named.question.first);
});

test.each([
  ['=EXPANSIONS(, "companyLocation", "")', 'filter-companyLocation-value', '"Austin, Texas"'],
  ['=TRACKED_COMPANIES()', TYPED_COMPANIES, '"Austin, Texas"'],
  ['=EXPANSIONS()', TYPED_COMPANIES, '"Austin|Texas"'],
])('%s: a comma in the field %s makes %s', (formula, field, expected) => {
  const query = { ...queryFrom(formula), typed: { [field]: 'Austin, Texas' } };
  expect(written(withTypedTexts(query, US))).toContain(expected);
});

test('values that cells replace come back, and so do the cells', () => {
  const field = 'filter-countries-value';
  const typed = { ...queryFrom('=EXEC_CHANGES(, "countries", "Austria")'), typed: { [field]: 'Norway' } };
  const cells = replaced(typed);
  expect(optionOf(cells.question, 'countries')).toEqual({ kind: 'cells', text: '' });
  const named = withOption(cells.question, 'countries', { kind: 'cells', text: 'A2:A9' });
  const back = replaced({ ...cells, question: named });
  expect(optionOf(back.question, 'countries')).toEqual(valueWith('Austria', 'Norway'));
  expect(optionOf(replaced(back).question, 'countries')).toEqual({ kind: 'cells', text: 'A2:A9' });
});

test('a reference that is typed takes the place of values, which come back', () => {
  const field = 'filter-countries-value';
  const typed = { ...queryFrom('=EXEC_CHANGES(, "countries", "Austria")'), typed: { [field]: '=CRM!A1:A9' } };
  const cells = replaced(typed);
  expect(optionOf(cells.question, 'countries')).toEqual({ kind: 'cells', text: 'CRM!A1:A9' });
  expect(optionOf(replaced(cells).question, 'countries')).toEqual(valueWith('Austria'));
});

test('a text that is no value yet keeps nobody from inserting a question that takes cells instead', () => {
  const query = { ...queryFrom('=EXPANSIONS(, "type", A1)'), typed: { 'filter-expansionType-value': 'zzz' } };
  expect(firstBlockingIssue(query, { today: '2026-11-20', separators: US }, () => true)).toBeUndefined();
});

test('a company that is typed while another function is tried stays', () => {
  const begun = queryFrom('=EXPANSIONS("acme.example", "type", "HQ")');
  const tried = { ...begun, ...ofFunction(begun, 'HIRINGS') };
  const typed = { ...tried, typed: { [TYPED_COMPANIES]: 'beta.example' } };
  const { question } = ofFunction(withTypedTexts(typed, US), 'EXEC_CHANGES');
  expect(writeFormula(question!, US)).toBe('=EXEC_CHANGES("acme.example|beta.example")');
  // without it, the options of the first function come back
  expect(writeFormula(ofFunction(tried, 'EXPANSIONS').question!, US)).toContain('"expansionType", "HQ"');
});
