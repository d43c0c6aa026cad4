/** The configuration of Chart.js for a chart. */
import type { ChartConfiguration } from 'chart.js';
import type { ChartData } from './chart-data.js';

/** The chart shortens longer labels; the cells show them in full. */
const LABEL_CHARACTERS = 26;

/** @returns the configuration for `new Chart`, without animation, so that a screenshot is complete at once */
export function chartConfiguration(data: ChartData): ChartConfiguration<'bar' | 'pie'> {
  const { kind, labels, series, title } = data;
  const isPie = kind === 'pie';
  const colour = (at: number) => data.colours[at % data.colours.length] ?? '#1a73e8';
  const datasets = series.map(({ name, values }, index) => ({
    label: name,
    data: [...values],
    backgroundColor: isPie ? labels.map((_, at) => colour(at)) : colour(index),
  }));
  return {
    type: isPie ? 'pie' : 'bar',
    data: { labels: [...labels], datasets },
    options: {
      animation: false,
      responsive: false,
      indexAxis: kind === 'bars' ? 'y' : 'x',
      layout: { padding: 12 },
      ...(!isPie && { scales: scalesOf(data) }),
      plugins: {
        title: { display: title !== '', text: title, align: 'start', font: { size: 16 } },
        legend: { display: isPie || series.length > 1, position: isPie ? 'right' : 'top' },
      },
    },
  };
}

function scalesOf({ kind, stacked, series }: ChartData) {
  const names = {
    stacked,
    grid: { display: false },
    ticks: {
      autoSkip: kind !== 'bars',
      callback(this: { getLabelForValue(value: number): string }, value: string | number) {
        const label = this.getLabelForValue(Number(value));
        return label.length > LABEL_CHARACTERS ? `${label.slice(0, LABEL_CHARACTERS - 1)}…` : label;
      },
    },
  };
  const isWhole = series.every(({ values }) => values.every((value) => value === null || value % 1 === 0));
  const numbers = {
    stacked,
    beginAtZero: true,
    ticks: {
      // no fractions of records on the axis, and 1.5B must not become 2B
      ...(isWhole && { precision: 0 }),
      format: { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const,
    },
  };
  return kind === 'bars' ? { y: names, x: numbers } : { x: names, y: numbers };
}
