/** The configuration of Chart.js for a chart, in the page's light or dark colours. */
import type { ChartConfiguration } from 'chart.js';
import type { ChartData } from './chart-data.js';

type ChartColours = typeof LIGHT;

export const LIGHT = {
  text: '#5f6368',
  line: '#dadce0',
  /** Colours of the series in order: contrast 3:1 on the surface, and neighbours differ in lightness. */
  series: ['#1a73e8', '#e8710a', '#12857c', '#9334e6', '#b06000', '#d01884', '#5f6368', '#3c7d1e'],
};
const DARK: ChartColours = {
  text: '#a8abb0',
  line: '#444746',
  series: ['#8ab4f8', '#fcad70', '#5bc9bf', '#c58af9', '#fdd663', '#ff8bcb', '#9aa0a6', '#93c47d'],
};
/** The chart shortens longer labels; the cells show them in full. */
const LABEL_CHARACTERS = 26;

export function coloursOf(): ChartColours {
  return matchMedia('(prefers-color-scheme: dark)').matches ? DARK : LIGHT;
}

/** @returns the configuration for `new Chart`, without animation, so that a screenshot is complete at once */
export function chartConfiguration(
  data: ChartData,
  colours: ChartColours,
): ChartConfiguration<'bar' | 'pie'> {
  const { kind, labels, series, title } = data;
  const isPie = kind === 'pie';
  const colour = (at: number) => colours.series[at % colours.series.length] ?? 'gray';
  const datasets = series.map(({ name, values }, index) => ({
    label: name,
    data: [...values],
    backgroundColor: isPie ? labels.map((_, at) => colour(at)) : colour(index),
    // Chart.js draws a white border by default, even on a dark page
    ...(isPie && { borderWidth: 0 }),
  }));
  return {
    type: isPie ? 'pie' : 'bar',
    data: { labels: [...labels], datasets },
    options: {
      animation: false,
      // the overlay follows the grid, and its size is fixed
      responsive: false,
      indexAxis: kind === 'bars' ? 'y' : 'x',
      color: colours.text,
      layout: { padding: 12 },
      ...(!isPie && { scales: scalesOf(data, colours) }),
      plugins: {
        title: {
          display: title !== '',
          text: title,
          align: 'start',
          color: colours.text,
          font: { size: 16 },
        },
        legend: { display: isPie || series.length > 1, position: isPie ? 'right' : 'top' },
      },
    },
  };
}

function scalesOf({ kind, stacked, series }: ChartData, { text: color, line }: ChartColours) {
  const names = {
    stacked,
    grid: { display: false },
    ticks: {
      color,
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
    grid: { color: line },
    ticks: {
      color,
      // no fractions of records on the axis, and 1.5B must not become 2B
      ...(isWhole && { precision: 0 }),
      format: { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const,
    },
  };
  return kind === 'bars' ? { y: names, x: numbers } : { x: names, y: numbers };
}
