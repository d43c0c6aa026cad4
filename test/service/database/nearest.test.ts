/** Suggestions for a misspelled value. */

import { CURRENCIES, EXPANSION_TYPES, INDUSTRIES } from '../../../src/contract/enumerations.js';
import { nearestOf } from '../../../src/service/database/suggest-values.js';

test.each([
  ['Data Center', EXPANSION_TYPES, 'Data Centre'],
  ['hq', EXPANSION_TYPES, 'HQ'],
  ['warehouse', EXPANSION_TYPES, 'Fulfillment/Distribution Centre/Warehouse'],
  ['Factories', EXPANSION_TYPES, 'Factory/Plant'],
  ['bank', INDUSTRIES, 'banking'],
  ['tech', INDUSTRIES, 'technology'],
  ['it services', INDUSTRIES, 'it services & outsourcing'],
  ['usd', CURRENCIES, 'USD'],
  ['US dollars (USD)', CURRENCIES, 'USD'],
  [' Eur ', CURRENCIES, 'EUR'],
])('%s', (text, values, nearest) => expect(nearestOf(text, values)[0]).toBe(nearest));

test('the nearest values come first, at most three, and each once', () => {
  expect(nearestOf('acme', ['Acme Motors', 'Acne', 'acme', 'Acme Foods Inc.', 'acme', 'Beta'])).toEqual([
    'acme',
    'Acme Motors',
    'Acme Foods Inc.',
  ]);
});

test.each(['zzz', 'X', '', '🦊'])('nothing is near to "%s"', (text) => {
  expect(nearestOf(text, CURRENCIES)).toEqual([]);
});

test('long texts are compared by their beginnings', () => {
  expect(nearestOf('a'.repeat(100_000), [`${'a'.repeat(100_000)}b`])).toHaveLength(1);
});
