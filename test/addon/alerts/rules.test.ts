/** The records that an alert reports, and its quiet hours. */
import { isQuiet, matchesRules } from '../../../src/addon/alerts/alert.js';
import { createZone } from '../../../src/addon/question/zone.js';
import { alertOf, recordOf } from './support.js';

test.each([
  ['no rule', {}, {}, true],
  ['its type', { types: ['Store', 'Factory/Plant'] }, {}, true],
  ['another type', { types: ['Store'] }, {}, false],
  ['a type that is part of another', { types: ['Other'] }, { what: 'Others' }, false],
  ['one of several types', { types: ['Mine'] }, { what: 'Store, Mine' }, true],
  ['a type in a person’s name', { types: ['Store'] }, { dataset: 'executive-change', what: 'Store' }, false],
  ['enough jobs', { minJobs: 200 }, {}, true],
  ['too few jobs', { minJobs: 201 }, {}, false],
  ['jobs that are not disclosed', { minJobs: 1 }, { jobs: undefined }, false],
  ['enough investment', { minInvestment: 5_000_000, currency: 'USD' }, {}, true],
  ['too little investment', { minInvestment: 5_000_001, currency: 'USD' }, {}, false],
  ['an investment in another currency', { minInvestment: 1, currency: 'EUR' }, {}, false],
  ['jobs if the investment is too little', { minJobs: 100, minInvestment: 9e9, currency: 'USD' }, {}, true],
  ['neither', { minJobs: 300, minInvestment: 9e9, currency: 'USD' }, {}, false],
  ['enough jobs of another type', { types: ['Store'], minJobs: 1 }, {}, false],
])('%s', (_name, settings, fields, isWanted) => {
  expect(matchesRules(alertOf(settings), recordOf('r1', fields as object))).toBe(isWanted);
});

const quietHours = (quietFrom: number, quietTo: number) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    isQuiet(alertOf({ quietFrom, quietTo }), hour),
  );

test('quiet hours within a day, over midnight, and none', () => {
  expect(quietHours(12, 14)).toEqual([12, 13]);
  expect(quietHours(22, 6)).toEqual([0, 1, 2, 3, 4, 5, 22, 23]);
  expect(quietHours(23, 0)).toEqual([23]);
  expect(quietHours(0, 23)).toHaveLength(23);
  expect(quietHours(7, 7)).toEqual([]);
});

test('the hour is the wall clock of the spreadsheet, also when clocks change', () => {
  const berlin = createZone('Europe/Berlin');
  const hours = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      berlin.hourOf(new Date(Date.parse(from) + index * 3_600_000)),
    );
  // 2 o'clock is skipped in March and happens twice in October
  expect(hours('2026-03-28T23:00:00Z', 5)).toEqual([0, 1, 3, 4, 5]);
  expect(hours('2026-10-24T22:00:00Z', 5)).toEqual([0, 1, 2, 2, 3]);
  expect(createZone('Asia/Kathmandu').hourOf(new Date('2026-11-20T18:20:00Z'))).toBe(0);
});
