/** Number expressions: parsing, matching, and the conversion of typed amounts. */

import { readAmount } from '../../src/addon/question/filters.js';
import { type AmountTest, matchesAmount, parseAmount } from '../../src/contract/amounts.js';
import fc from '../support/fast-check.js';

const EXPRESSIONS: [string | number, AmountTest][] = [
  ['100', { min: 100, max: 100 }],
  [100, { min: 100, max: 100 }],
  ['=100', { min: 100, max: 100 }],
  ['>=100', { min: 100 }],
  ['>100', { min: 100, above: true }],
  ['<=100', { max: 100 }],
  ['<100', { max: 100, below: true }],
  ['!=0', { min: 0, max: 0, negated: true }],
  ['(10,50)', { min: 10, max: 50 }],
  ['10,50', { min: 10, max: 50 }],
  ['=10,50', { min: 10, max: 50 }],
  ['>=10,50', { min: 10, max: 50 }],
  ['>10,50', { min: 10, max: 50, above: true }],
  ['<10,50', { min: 10, max: 50, below: true }],
  ['!=10,50', { min: 10, max: 50, negated: true }],
  [' >= 100 ', { min: 100 }],
  ['1.5', { min: 1.5, max: 1.5 }],
  [' ( 10 , 50 ) ', { min: 10, max: 50 }],
];

test.each(EXPRESSIONS)('%p', (expression, meaning) => expect(parseAmount(expression)).toEqual(meaning));

test.each(
  [
    ['10 20', '>= 1  000', '1. 5', '', '(50,10)', '(10)', '(10,20,30)', '10..50', '-5', '1e6', '>=', '1M'],
    ['==5', -5, Number.NaN],
  ].flat(),
)('%p is no amount', (expression) => expect(parseAmount(expression)).toBeUndefined());

test.each([
  ['>100', [100, 101], [false, true]],
  ['>=100', [99, 100], [false, true]],
  ['<100', [99, 100], [true, false]],
  ['<=100', [100, 101], [true, false]],
  ['!=0', [0, 5], [false, true]],
  ['(10,50)', [9, 10, 50, 51], [false, true, true, false]],
  ['!=10,50', [9, 10, 50, 51], [true, false, false, true]],
  ['>10,50', [10, 11, 50], [false, true, true]],
])('%s', (expression, values, passes) => {
  const meaning = parseAmount(expression)!;
  expect(values.map((value) => matchesAmount(meaning, value))).toEqual(passes);
});

test.each(['>=0', '!=0', '=0', '<5'])('an undisclosed amount never matches %s', (expression) => {
  expect(matchesAmount(parseAmount(expression)!, null)).toBe(false);
  expect(matchesAmount(parseAmount(expression)!, undefined)).toBe(false);
});

const UNITS = { '': 1, k: 1e3, K: 1e3, m: 1e6, M: 1e6, ' million': 1e6, bn: 1e9 };
const whole = fc.integer({ min: 0, max: 4_000_000 });
const unit = fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]));

test('a typed amount keeps its meaning in the request', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('>', '>=', '<', '<=', '=', '!='),
      whole,
      unit,
      whole,
      (operator, number, scale, value) => {
        const sent = parseAmount(readAmount('jobs', `${operator} ${number}${scale}`))!;
        const meant = parseAmount(`${operator}${number * UNITS[scale]}`)!;
        expect(sent).toEqual(meant);
        expect(matchesAmount(sent, value)).toBe(matchesAmount(meant, value));
      },
    ),
  );
});

test.each(['10.000', '>=1.500', '1.500 million', '10..1.000', '2.000+'])(
  '%s is refused: its point may divide thousands',
  (typed) => {
    expect(() => readAmount('jobs', typed)).toThrow('use >=1000000');
  },
);

test('a point before one, two or four digits, or after a zero, is a decimal point', () => {
  const typed = ['>=1.5M', '1.25k', '>=0.125M', '1.2345m'];
  expect(typed.map((text) => readAmount('jobs', text))).toEqual(['>=1500000', '1250', '>=125000', '1234500']);
});

test('a typed range is sent as its two bounds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('..', '...', '-', ' – ', ' to '),
      whole,
      whole,
      unit,
      (between, a, b, scale) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const sent = readAmount('jobs', `${from}${scale}${between}${to}${scale}`);
        expect(parseAmount(sent)).toEqual({ min: from * UNITS[scale], max: to * UNITS[scale] });
      },
    ),
  );
});

test('a sent amount fits the specification, which has only whole numbers', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('>', '>=', '<', '<='),
      fc.integer({ min: 0, max: 9_999 }),
      (operator, hundredths) => {
        const sent = readAmount('jobs', `${operator}${hundredths / 100}`);
        expect(sent).toMatch(/^(>|>=|<|<=|=|!=)?\d+(,\d+)?$/);
        // and means the same for whole numbers
        const meant = parseAmount(`${operator}${hundredths / 100}`)!;
        for (let value = 0; value <= 100; value++) {
          expect(matchesAmount(parseAmount(sent)!, value)).toBe(matchesAmount(meant, value));
        }
      },
    ),
  );
});

test.each([' to', '-', ' ', '1'])('an endless text of %j is refused without long work', (part) => {
  const started = process.cpuUsage();
  expect(() => readAmount('jobs', `1${part.repeat(300_000 / part.length)} -`)).toThrow();
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});
