/** The data that a chart draws from its cells, and its text alternative. */

import { type ChartCell, chartDataOf, describeChart } from '../../../src/sandbox/page/chart-data.js';
import { chartConfiguration } from '../../../src/sandbox/page/chart-look.js';

const cell = (value: string | number | null): ChartCell => ({
  text: value === null ? '' : typeof value === 'number' ? value.toLocaleString('en-US') : value,
  value: value ?? '',
});
const cells = (rows: (string | number | null)[][]) => rows.map((row) => row.map(cell));
const TABLE = cells([
  ['Country', 'Jobs', 'Sites'],
  ['Germany', 1_200, 3],
  ['France', 300, null],
  [null, null, null],
]);

test('the first row has the names and the first column the labels; empty rows are ignored', () => {
  const options = { title: 'Jobs', numHeaders: 1, isStacked: true };
  expect(chartDataOf({ type: 'COLUMN', options }, TABLE)).toEqual({
    title: 'Jobs',
    kind: 'columns',
    stacked: true,
    colours: [],
    labels: ['Germany', 'France'],
    series: [
      { name: 'Jobs', values: [1_200, 300] },
      { name: 'Sites', values: [3, null] },
    ],
  });
});

test('without headers every row is data; a pie has one series; texts are not numbers', () => {
  const data = chartDataOf(
    { type: 'PIE', options: {} },
    cells([
      ['A', 1, 2],
      ['B', 'x', 3],
    ]),
  );
  expect(data).toMatchObject({ title: '', kind: 'pie', labels: ['A', 'B'] });
  expect(data.series).toEqual([{ name: '', values: [1, null] }]);
});

test.each([[[]], [[[]]], [cells([['only labels']])]])('without numbers nothing is drawn: %j', (table) => {
  const data = chartDataOf({ type: 'BAR', options: { numHeaders: 0 } }, table);
  expect(data.series).toEqual([]);
  expect(describeChart(data)).toMatch(/^Chart\. Bar chart of (0 values|1 value)\.$/);
});

test('the text alternative has the title, the number of values and the largest one', () => {
  const settings = { type: 'BAR', options: { title: 'Jobs by country', numHeaders: 1 } };
  const one = TABLE.map((row) => row.slice(0, 2));
  expect(describeChart(chartDataOf(settings, one))).toBe(
    'Jobs by country. Bar chart of 2 values, most: Germany, 1200.',
  );
  expect(describeChart(chartDataOf(settings, TABLE))).toBe(
    'Jobs by country. Bar chart of 2 values in 2 parts, most: Germany, 1203.',
  );
});

test('the axis counts whole records and distinguishes 1.5 billion from two', () => {
  const ticksOf = (values: number[]) => {
    const data = chartDataOf({ type: 'BAR', options: {} }, cells(values.map((value) => ['a', value])));
    return chartConfiguration(data).options?.scales?.['x']?.ticks as {
      precision?: number;
      format: Intl.NumberFormatOptions;
    };
  };
  const written = (value: number) => new Intl.NumberFormat('en-US', ticksOf([value]).format).format(value);
  expect([5e8, 1.5e9, 2e9].map(written)).toEqual(['500M', '1.5B', '2B']);
  expect([ticksOf([1, 2]).precision, ticksOf([0.5, 2]).precision]).toEqual([0, undefined]);
});
