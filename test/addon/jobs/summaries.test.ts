/** The charts of a synced tab: whole weeks, greatest sums, one currency at a time. */

import { summariesOf } from '../../../src/addon/jobs/summaries.js';
import { createZone } from '../../../src/addon/question/zone.js';
import { addDays } from '../../../src/contract/dates.js';

const ZONE = createZone('Etc/GMT');
/** A Thursday: the week from Monday, the 16th, is not over. */
const TODAY = '2026-11-19';
const on = (day: string) => new Date(`${day}T00:00:00Z`);

const syncedBefore = (today: string) => ({ from: '2020-01-01', through: addDays(today, -1) });
const summaries = (table: unknown[][]) => summariesOf(table, ZONE, syncedBefore(TODAY));
const summaryOf = (table: unknown[][], heading: string) =>
  summaries(table).find((one) => one.heading === heading);
const headingsOf = (table: unknown[][]) => summaries(table).map(({ heading }) => heading);
/** The rows of a summary as texts. */
const rowsOf = (table: unknown[][], heading: string) =>
  summaryOf(table, heading)?.rows.map((cells) => cells.join(' '));
/** The weeks of records of some days, by their Mondays, with their counts. */
const weeksOf = (days: readonly string[], synced = syncedBefore(TODAY)) =>
  summariesOf([['Announced'], ...days.map((day) => [on(day)])], ZONE, synced)
    .find(({ heading }) => heading === 'Records by week')
    ?.rows.map(([week, count]) => `${week instanceof Date ? ZONE.dayOf(week) : week}: ${count}`);

test('the trend begins with the week of the first record and ends with the last week that is over', () => {
  const days = ['2026-10-28', '2026-11-15', '2026-11-09', '2026-11-16', '2026-11-19'];
  expect(weeksOf(days)).toEqual(['2026-10-26: 1', '2026-11-02: 0', '2026-11-09: 2']);
  // no week follows the last record, and none is shown before the first one is over
  expect(weeksOf(['2026-10-01'])).toEqual(['2026-09-28: 1']);
  expect(weeksOf(['2026-11-17'])).toBeUndefined();
  expect(summaries([['Announced'], ['no date'], ['']])).toEqual([]);
});

test('a week is over on the next Monday, but not on its own Sunday', () => {
  const days = ['2026-11-10', '2026-11-17'];
  expect(weeksOf(days, syncedBefore('2026-11-23'))).toEqual(['2026-11-09: 1', '2026-11-16: 1']);
  expect(weeksOf(days, syncedBefore('2026-11-22'))).toEqual(['2026-11-09: 1']);
});

test('D60 weeks that were not synced, or only in part, are not counted', () => {
  const days = ['2026-10-26', '2026-10-28', '2026-11-02', '2026-11-03', '2026-11-09'];
  const weeks = (from: string, through: string) => weeksOf(days, { from, through });
  const all = ['2026-10-26: 2', '2026-11-02: 2', '2026-11-09: 1'];
  expect(weeks('2026-10-27', '2026-11-14')).toEqual([all[1]]);
  expect(weeks('2026-11-02', '2026-11-08')).toEqual([all[1]]);
  expect(weeks('2026-11-03', '2026-11-14')).toBeUndefined();
  expect(weeks('2026-10-26', '2026-11-15')).toEqual(all);
});

test('only the last half year is shown', () => {
  const weeks = weeksOf(['2021-01-04', '2026-11-10'])!;
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([26, '2026-05-18: 0', '2026-11-09: 1']);
});

test('each type is a part of the week, rare ones are combined; types outside the weeks are left out', () => {
  const types = ['A', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((type) => [on('2026-11-09'), type]);
  const table = [['Announced', 'Type'], ...types, [on('2026-11-18'), 'Z'], [on('2026-11-09'), '']];
  expect(summaryOf(table, 'Records by week and type')).toMatchObject({
    chart: 'stacked',
    header: ['Week of', 'A', 'B', 'C', 'D', 'E', 'F', 'Others'],
    rows: [[on('2026-11-09'), 2, 1, 1, 1, 1, 1, 2]],
  });
  expect(summaryOf(table, 'Records by type')?.rows[0]).toEqual(['A', 2]);
});

test('the reason "Others" and rare reasons are one column', () => {
  const reasons = ['Others', 'Others', 'A', 'A', 'B', 'B', 'C', 'C', 'D', 'D', 'E', 'E', 'F', 'F', 'G'];
  const moves = (all: readonly string[]) => [
    ['Announced', 'Reason'],
    ...all.map((reason) => [on('2026-11-09'), reason]),
  ];
  expect(summaryOf(moves(reasons), 'Records by week and reason')).toMatchObject({
    header: ['Week of', 'A', 'B', 'C', 'D', 'E', 'F', 'Others'],
    rows: [[on('2026-11-09'), 2, 2, 2, 2, 2, 2, 3]],
  });
  expect(summaryOf(moves(reasons.slice(0, 4)), 'Records by week and reason')).toMatchObject({
    header: ['Week of', 'A', 'Others'],
    rows: [[on('2026-11-09'), 2, 2]],
  });
});

const MONEY = [
  ['Company', 'Country', 'Jobs', 'Investment', 'Currency'],
  ['Acme', 'Germany', 10, 5_000_000, 'USD'],
  ['Brick', 'France', 70, 900_000_000, 'EUR'],
  ['Acme', 'France', 30, 2_000_000, 'USD'],
  ['=Cube', 'Germany', '', 1_000_000, 'USD'],
  ['Dale', 'Germany', 5, '', 'JPY'],
];

test('companies and countries are summed, the greatest first, and those without a number are left out', () => {
  expect(rowsOf(MONEY, 'Jobs by country')).toEqual(['France 100', 'Germany 15']);
  const { rows, ...companies } = summaryOf(MONEY, 'Top companies by jobs')!;
  expect(companies).toEqual({ heading: 'Top companies by jobs', chart: 'bar', header: ['Company', 'Jobs'] });
  expect(rows.flat()).toEqual(['Brick', 70, 'Acme', 40, 'Dale', 5]);
});

test('amounts of one currency are summed; the title names it and how many it leaves out', () => {
  const { header, rows } = summaryOf(MONEY, 'Top companies by investment, in USD (1 in other currencies)')!;
  expect(header).toEqual(['Company', 'Investment (USD)']);
  expect(rows.flat()).toEqual(['Acme', 7_000_000, 'Cube', 1_000_000]);
  const dollars = MONEY.filter((row) => row[4] !== 'EUR');
  expect(headingsOf(dollars)).toEqual([
    'Jobs by country',
    'Map: jobs by country',
    'Investment by country, in USD',
    'Top companies by jobs',
    'Top companies by investment, in USD',
  ]);
  // the tab has no column for the currency of the amounts
  const nameless = headingsOf(MONEY.map((row) => row.slice(0, 4)));
  expect(nameless).toEqual(['Jobs by country', 'Map: jobs by country', 'Top companies by jobs']);
});

test('only the twelve greatest have a bar', () => {
  const table = [['Company', 'Jobs'], ...Array.from({ length: 40 }, (_, index) => [`C${index}`, index])];
  const rows = summaryOf(table, 'Top companies by jobs')!.rows;
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([12, ['C39', 39], ['C28', 28]]);
});

test('without jobs, countries are counted by records; moves are counted by reason', () => {
  const rows = ['Spain Hired', 'Spain Left', 'Italy Hired'].map((row) => row.split(' '));
  const table = [['Country', 'Reason'], ...rows];
  expect(summaries(table)).toMatchObject([
    { heading: 'Records by country', chart: 'bar', header: ['Country', 'Records'] },
    { heading: 'Map: records by country', chart: 'map', header: ['Country', 'Records'] },
    { heading: 'Moves by reason', chart: 'pie', header: ['Reason', 'Moves'] },
  ]);
  for (const heading of ['Records by country', 'Map: records by country'])
    expect(rowsOf(table, heading)).toEqual(['Spain 2', 'Italy 1']);
  expect(rowsOf(table, 'Moves by reason')).toEqual(['Hired 2', 'Left 1']);
  // where no record has a number of jobs, the countries show records
  const undisclosed = [['Country', 'Jobs'], ...['Germany', 'France'].map((country) => [country, ''])];
  expect(headingsOf(undisclosed)).toEqual(['Records by country', 'Map: records by country']);
});

test('a map shows all countries, or the states if all records are in one country', () => {
  const rows = Array.from({ length: 40 }, (_, index) => [`Country ${index}`, index + 1]);
  const world = summaryOf([['Country', 'Jobs'], ...rows], 'Map: jobs by country')!;
  const seen = [world.chart, world.region, world.rows.length, world.rows[0]];
  expect(seen).toEqual(['map', undefined, 40, ['Country 39', 40]]);
  const header = ['Country', 'State'];
  const inStates = ['Texas', 'Ohio', 'Texas'].map((state) => ['United States', state]);
  const states = [header, ...inStates, ['', '']];
  const { rows: counts, ...map } = summaryOf(states, 'Map: records in United States')!;
  const heading = 'Map: records in United States';
  expect(map).toEqual({ heading, chart: 'map', region: 'US', header: ['State', 'Records'] });
  expect(counts.flat()).toEqual(['Texas', 2, 'Ohio', 1]);
  // without shapes of the states, or without states in the records, the map is that of the world
  for (const [country, state] of Object.entries({ Malta: 'Gozo', Germany: '' }))
    expect(headingsOf([header, [country, state]])).toContain('Map: records by country');
});
