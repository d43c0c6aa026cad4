import {
  columnOf,
  findCall,
  isExpression,
  lettersOf,
  type Separators,
  separatorsOf,
  textOfCall,
  translate,
  writeLiteral,
} from '../../src/contract/formula.js';

const US: Separators = { argument: ',', column: ',', decimal: '.' };
const DE: Separators = { argument: ';', column: '\\', decimal: ',' };
const NAMES = ['EXPANSIONS', 'HIRINGS'];

const sourcesOf = (formula: string, separators = US) =>
  findCall(formula, NAMES, separators)?.args.map(({ source }) => source);
const expressionsOf = (formula: string, separators = US) =>
  findCall(formula, NAMES, separators)?.args.map(({ expression }) => expression);

test('the separators follow the locale of the spreadsheet', () => {
  for (const locale of ['en_US', 'ja_JP', 'no such locale']) expect(separatorsOf(locale)).toEqual(US);
  for (const locale of ['de_DE', 'fr_FR']) expect(separatorsOf(locale)).toEqual(DE);
});

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [53, 'BA'],
  [702, 'ZZ'],
  [703, 'AAA'],
])('column %i is %s', (column, letters) => {
  expect(lettersOf(column)).toBe(letters);
  expect(columnOf(letters)).toBe(column);
});

test('an unknown locale is treated as English, also on a machine with another language', () => {
  const { NumberFormat } = Intl;
  const german = (locales: string | readonly string[] = []) => new NumberFormat([...[locales].flat(), 'de']);
  const machine = jest.spyOn(Intl, 'NumberFormat').mockImplementation(german as typeof NumberFormat);
  expect([separatorsOf('zz_ZZ'), separatorsOf('de_AT')]).toEqual([US, DE]);
  machine.mockRestore();
});

test.each([
  '=EXPANSIONS()',
  '=expansions( A2:A20 , "from" , "-30d" )',
  '=EXPANSIONS(, Filters!A1:B9)',
  `=EXPANSIONS('It''s, (mine)'!A1:A9,"type","Data Centre|HQ")`,
  '=IFERROR(SORT(EXPANSIONS(A1,"jobs",">=100"),1,TRUE),"none")',
  '=QUERY(HIRINGS({"a";"b"}),"select Col1 where Col2 > ""x"" ")',
  '=LET(x,EXPANSIONS(A1),x)',
  '=EXPANSIONS("a ""quoted"" name, Inc.")',
])('%s is joined again without a change', (formula) => {
  const call = findCall(formula, NAMES, US);
  expect(call && textOfCall(call)).toBe(formula);
});

test.each(
  [
    ['EXPANSIONS()', '=SUM(A1,B1)', '=MYEXPANSIONS(A1)', '=EXPANSIONS.X(A1)', '="EXPANSIONS(A1)"'],
    ["='EXPANSIONS(A1)'!B2", '=EXPANSIONS', '=EXPANSIONS(A1', '=EXPANSIONS("A1)', '=EXPANSIONS(A1})', ''],
  ].flat(),
)('%s contains no call', (formula) => expect(findCall(formula, NAMES, US)).toBeUndefined());

test.each([
  ['=EXPANSIONS(A2:A20,"startDate","-30d")', '=EXPANSIONS(A2:A20;"startDate";"-30d")'],
  ['=EXPANSIONS({"a, b","c";"d.5","e"},"jobs",1.5)', '=EXPANSIONS({"a, b"\\"c";"d.5"\\"e"};"jobs";1,5)'],
  [
    `=IF(A1>.5,STDEV.S(B1,B2),SORT(HIRINGS('a,b.5'!A1),{1,-2.25}))`,
    `=IF(A1>,5;STDEV.S(B1;B2);SORT(HIRINGS('a,b.5'!A1);{1\\-2,25}))`,
  ],
  ['={SUM(1,2),{3,4};MAX(5,6.5),7}', '={SUM(1;2)\\{3\\4};MAX(5;6,5)\\7}'],
  ['=EXPANSIONS( , "from" , )', '=EXPANSIONS( ; "from" ; )'],
])('%s is the same with other separators', (commas, semicolons) => {
  expect(translate(commas, US, DE)).toBe(semicolons);
  expect(translate(semicolons, DE, US)).toBe(commas);
  expect([translate(commas, US, US), translate(semicolons, DE, DE)]).toEqual([commas, semicolons]);
});

test('a semicolon between arguments, which English formulas may have too, becomes a comma', () => {
  expect(translate('=EXPANSIONS(A1;"jobs",{1;2})', US, US)).toBe('=EXPANSIONS(A1,"jobs",{1;2})');
});

test('separators inside quotes, brackets and sheet names do not separate arguments', () => {
  expect(sourcesOf(`=EXPANSIONS(IF(A1,"x,y",{1,2}),'a,b'!A1,"c,d")`)).toEqual([
    'IF(A1,"x,y",{1,2})',
    `'a,b'!A1`,
    '"c,d"',
  ]);
});

test('literals are values, array literals are lists, everything else is cells', () => {
  expect(expressionsOf('=HIRINGS("a",5,TRUE,{"x","y"},A2:A9,,-1.5,TODAY()-3,{A1;"b"})')).toEqual([
    { kind: 'values', values: ['a'] },
    { kind: 'values', values: [5] },
    { kind: 'values', values: [true] },
    { kind: 'values', values: ['x', 'y'] },
    { kind: 'cells', text: 'A2:A9' },
    { kind: 'blank' },
    { kind: 'values', values: [-1.5] },
    { kind: 'cells', text: 'TODAY()-3' },
    { kind: 'cells', text: '{A1;"b"}' },
  ]);
});

test('a decimal comma does not separate arguments in a locale that has one', () => {
  expect(expressionsOf('=HIRINGS("a";1,5;{"x"\\"y";"z"})', DE)).toEqual([
    { kind: 'values', values: ['a'] },
    { kind: 'values', values: [1.5] },
    { kind: 'values', values: ['x', 'y', 'z'] },
  ]);
});

test('a semicolon separates arguments in every locale', () => {
  expect(sourcesOf('=EXPANSIONS(A1;"from";"-30d")', US)).toEqual(['A1', '"from"', '"-30d"']);
});

test.each(['A2:A20', `'My sheet'!A1`, 'TODAY()-3', '-A1%'])('%s is one expression', (text) =>
  expect(isExpression(text, US)).toBe(true),
);

test.each(
  [
    ['A1,B1', 'A1)', '"open', '(A1', ' '],
    ['A1+', 'A1: ', 'Sheet1!', '*A1', '=A1', 'A1&'],
  ].flat(),
)('%j is not one expression', (text) => expect(isExpression(text, US)).toBe(false));

test('literals are written for the locale', () => {
  expect(writeLiteral('say "hi"', US)).toBe('"say ""hi"""');
  expect(writeLiteral(1.5, DE)).toBe('1,5');
  expect(writeLiteral(false, DE)).toBe('FALSE');
});

describe('fact 14: the columns of a table are one token, with any names', () => {
  test.each([
    ["Deals[Customer's name]"],
    ['Accounts[Revenue, EUR]'],
    ['Deals[[#ALL],[Name; (first)]]'],
    ['Deals[Say "when"]'],
    ['Deals[}]'],
  ])('%s', (reference) => {
    const formula = `=IFERROR(EXPANSIONS(${reference}, "from", "-30d"), "none")`;
    const call = findCall(formula, NAMES, US);
    expect(call && textOfCall(call)).toBe(formula);
    expect(sourcesOf(formula)).toEqual([reference, ' "from"', ' "-30d"']);
    expect(expressionsOf(formula)?.[0]).toEqual({ kind: 'cells', text: reference });
    const german = translate(formula, US, DE);
    expect(german).toBe(`=IFERROR(EXPANSIONS(${reference}; "from"; "-30d"); "none")`);
    expect(translate(german, DE, US)).toBe(formula);
  });
});
