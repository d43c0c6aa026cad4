import { readAmount, writeAmount } from '../../src/sidebar/draft/amount.js';

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
