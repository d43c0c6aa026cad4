/** Dates as people type them, and the days in the request. */
import { ask } from '../ask.js';

const day = (iso: string) => new Date(`${iso}T00:00:00Z`);

/** The day in the request, and what people type for it if today is Friday, 2026-11-20. */
const STARTS: Readonly<Record<string, readonly unknown[]>> = {
  '2026-01-31': ['2026-01-31', day('2026-01-31'), 46_053],
  '2026-01-05': ['2026-1-5', '2026/01/05'],
  '2024-02-29': ['2024-02-29'],
  '2026-11-20': ['today', 'TODAY'],
  '2026-11-19': ['yesterday', '-1d'],
  '2026-10-21': ['-30d', '- 30 days', '30 days ago', '−30d'],
  '2026-10-09': ['-6w'],
  '2026-08-20': ['-3m', '-1q'],
  '2025-11-20': ['-1y', '1 year ago'],
  '2026-11-16': ['this week'],
  '2026-11-09': ['last week'],
  '2026-11-01': ['this month'],
  '2026-10-01': ['Last  Month', 'this quarter'],
  '2026-07-01': ['last quarter'],
  '2026-01-01': ['this year'],
  '2025-01-01': ['last year'],
  '2021-01-01': ['2021-01-01'],
};

test.each(Object.entries(STARTS))('the startDate %s may be typed as %j', (expected, typed) => {
  for (const start of typed)
    expect(ask('EXPANSIONS', ['startDate', start]).bodies).toEqual([{ startDate: expected, limit: 100 }]);
});

test.each([
  ['last week', '2026-11-15'],
  ['last month', '2026-10-31'],
  ['this quarter', '2026-12-31'],
  ['last year', '2025-12-31'],
  ['tomorrow', '2026-11-21'],
  ['+1w', '2026-11-27'],
])('endDate %s is %s: a span ends with its last day', (typed, expected) => {
  expect(ask('EXPANSIONS', ['to', typed]).bodies).toEqual([{ endDate: expected, limit: 100 }]);
});

test('date takes one day, and a span as a range', () => {
  expect(ask('EXPANSIONS', ['date', 'yesterday']).bodies).toEqual([{ date: '2026-11-19', limit: 100 }]);
  const { bodies } = ask('EXPANSIONS', ['date', 'last month']);
  expect(bodies).toEqual([{ startDate: '2026-10-01', endDate: '2026-10-31', limit: 100 }]);
});

test.each([
  ['2024-03-31', '-1m', '2024-02-29'],
  ['2025-03-31', '-1m', '2025-02-28'],
  ['2024-02-29', '-1y', '2023-02-28'],
  ['2026-01-01', 'last quarter', '2025-10-01'],
  ['2026-01-01', 'last week', '2025-12-22'],
  ['2026-11-22', 'this week', '2026-11-16'],
  ['2026-11-23', 'this week', '2026-11-23'],
])('on %s, %s begins on %s', (today, typed, expected) => {
  const { bodies } = ask('EXPANSIONS', ['from', typed], { now: `${today}T12:00:00Z` });
  expect(bodies).toEqual([{ startDate: expected, limit: 100 }]);
});

test.each([
  ['Pacific/Pago_Pago', '2026-11-20T10:59:00Z', '2026-11-19'],
  ['Pacific/Pago_Pago', '2026-11-20T11:00:00Z', '2026-11-20'],
  ['America/New_York', '2026-11-20T04:59:00Z', '2026-11-19'],
  ['Asia/Kolkata', '2026-11-20T18:29:00Z', '2026-11-20'],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
  ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
])('in %s at %s, today is %s', (timeZone, now, expected) => {
  const { bodies } = ask('EXPANSIONS', ['date', 'today'], { now, timeZone });
  expect(bodies).toEqual([{ date: expected, limit: 100 }]);
});

test('version 1 gets the same days, day first, and has no first day', () => {
  const { bodies } = ask('HIRINGS', [undefined, 'from', '2019-12-31', 'to', 'today']);
  expect(bodies).toEqual([{ startDate: '31/12/2019', endDate: '20/11/2026', limit: 100 }]);
});

const [INVALID, TOO_LATE] = [new Date(Number.NaN), new Date(8.64e15)];

const UNREADABLE_TEXTS = [
  '2026-13-01',
  '2026-02-30',
  '31/01/2026',
  '12/31/2026',
  '-30',
  'soon',
  '+9999y',
  '-9999y',
  'NaN',
];
const HOW = 'use a date cell, YYYY-MM-DD, today or -30d';
const FIRST = 'is before the first day of the data, 2021-01-01; use a later day';

test.each<[unknown, string]>([
  ...[...UNREADABLE_TEXTS, -30, true].map((typed): [unknown, string] => [
    typed,
    `is no day: "${typed}"; ${HOW}`,
  ]),
  [INVALID, `is no day: "that date"; ${HOW}`],
  [TOO_LATE, `is no day: "that date"; ${HOW}`],
  ['2020-12-31', `2020-12-31 ${FIRST}`],
  ['-7y', `2019-11-20 ${FIRST}`],
])('startDate %p is refused', (typed, message) => {
  const { error, requests } = ask('EXPANSIONS', ['startDate', typed]);
  expect(error).toBe(`#BAD_INPUT: startDate ${message}`);
  expect(requests).toEqual([]);
});

const SWAP = 'swap them, or choose a later "to"';
const SINGLE = '"date" is a single day; remove it, or remove "from" and "to"';
const ONE = 'option from takes one value; remove the others';

test.each([
  [['from', '2026-02-02', 'to', '2026-02-01'], `"from" (2026-02-02) is after "to" (2026-02-01); ${SWAP}`],
  [['from', 'today', 'to', '-1d'], `"from" (2026-11-20) is after "to" (2026-11-19); ${SWAP}`],
  [['from', 'this week', 'to', 'last week'], `"from" (2026-11-16) is after "to" (2026-11-15); ${SWAP}`],
  [['from', '2026-12-01', 'to', 'today'], `"from" (2026-12-01) is after "to" (2026-11-20); ${SWAP}`],
  [['date', 'today', 'from', '-1d'], SINGLE],
  [['date', 'today', 'to', 'today'], SINGLE],
  [['from', [['today'], ['-1d']]], ONE],
  [['from', [[day('2026-01-01')], [day('2026-01-02')]]], ONE],
])('%j is refused', (args, message) => {
  const { error, requests } = ask('EXPANSIONS', args);
  expect(error).toBe(`#BAD_INPUT: ${message}`);
  expect(requests).toEqual([]);
});

test.each([
  [['from', 'this month', 'to', 'yesterday'], '2026-12-01T10:00:00Z', 'this month to yesterday'],
  [['from', 'This week', 'to', '-3d', 'refresh', 'whole 1'], '2026-11-18T10:00:00Z', 'this week to -3d'],
  [['from', '-1m', 'to', '-30d', 'refresh', 1], '2026-03-15T10:00:00Z', '-1m to -30d'],
])('%j is an empty, free table on a day when its words leave no day', (args, now, words) => {
  const { table, requests } = ask('EXPANSIONS', args, { now });
  expect(table).toHaveLength(1);
  expect(table![0]![0]).toBe(`Announced (no records: ${words} has no day yet)`);
  expect(requests).toEqual([]);
});

test.each([
  ['2030-01-01', '2030-01-01'],
  ['tomorrow', '2026-11-21'],
])('from %s is an empty table that says so', (typed, read) => {
  const { table } = ask('EXPANSIONS', ['from', typed]);
  expect(table).toHaveLength(1);
  expect(table![0]![0]).toBe(`Announced (no records: ${read} is after today)`);
});

test.each([
  [['from', '2026-02-31'], 'from is no day: "2026-02-31"'],
  [['Start date', 'soon'], 'Start date is no day: "soon"'],
  [['to', '-9999y'], 'to is no day: "-9999y"'],
  [['from', '2020-12-31'], 'from 2020-12-31 is before the first day of the data'],
])('D50 %j is refused by the name that was typed', (args, message) => {
  expect(String(ask('EXPANSIONS', args).error)).toContain(message);
});
