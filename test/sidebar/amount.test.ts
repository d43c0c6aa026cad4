import { isWhole, readAmount, writeAmount } from '../../src/sidebar/draft/amount.js';

test.each([
  ['>=1000000', { comparison: '>=', from: '1000000', to: '' }],
  ['<5M', { comparison: '<', from: '5M', to: '' }],
  ['!=0', { comparison: '!=', from: '0', to: '' }],
  ['10M..50M', { comparison: 'between', from: '10M', to: '50M' }],
  ['(10,50)', { comparison: 'between', from: '10', to: '50' }],
  ['100', { comparison: '=', from: '100', to: '' }],
  ['', { comparison: '>=', from: '', to: '' }],
])('%s is split', (text, amount) => expect(readAmount(text)).toEqual(amount));

test.each(['>=1000000', '<=5', '>1M', '<5M', '=7', '!=0', '10M..50M'])('%s is written unchanged', (text) => {
  expect(writeAmount(readAmount(text))).toBe(text);
});

test('a whole number has only digits', () => {
  expect(['0', '1000'].map((text) => isWhole(text))).toEqual([true, true]);
  expect(['', '1.000', '1.0', '1e3', '-1', '9'.repeat(20)].filter((text) => isWhole(text))).toEqual([]);
  expect([isWhole('0', 1), isWhole('1', 1)]).toEqual([false, true]);
});
