/** How a chart is drawn: what Chart.js is told, in the page's colours, light and dark. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { ChartData } from './chart-data.js';

export interface ChartColours {
  readonly text: string;
  readonly soft: string;
  readonly line: string;
  readonly surface: string;
  /** Of the series, in order; neighbours differ in lightness too. */
  readonly series: readonly string[];
}

type Kind = 'bar' | 'line' | 'pie';

const FONT = 'Roboto, "Segoe UI", Arial, sans-serif';
/** Longer labels are cut: the cells have them whole. */
const LABEL_CHARACTERS = 26;

/** @param style of the page, which has the colours */
export function coloursOf(style: CSSStyleDeclaration): ChartColours {
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: colour('--text'),
    soft: colour('--text-soft'),
    line: colour('--line'),
    surface: colour('--surface'),
    series: Array.from({ length: 8 }, (_, index) => colour(`--series-${index + 1}`)),
  };
}

/** @returns for `new Chart`; nothing moves, so that a picture is complete at once */
export function chartConfiguration(data: ChartData, colours: ChartColours): ChartConfiguration<Kind> {
  const { kind, labels, series } = data;
  const isRound = kind === 'pie';
  const isLegendShown = isRound || series.length > 1;
  return {
    type: kind === 'pie' ? 'pie' : kind === 'lines' ? 'line' : 'bar',
    data: { labels: [...labels], datasets: series.map((one, index) => dataset(data, one, index, colours)) },
    options: {
      animation: false,
      maintainAspectRatio: false,
      // the overlay follows the grid; its size is fixed
      responsive: false,
      indexAxis: kind === 'bars' ? 'y' : 'x',
      font: { family: FONT, size: 12 },
      color: colours.soft,
      layout: { padding: { top: 12, right: 18, bottom: 10, left: 12 } },
      ...(!isRound && { scales: scalesOf(data, colours) }),
      plugins: {
        title: {
          display: data.title !== '',
          text: data.title,
          align: 'start',
          color: colours.text,
          font: { family: FONT, size: 16, weight: 'normal' },
          padding: { bottom: 12 },
        },
        legend: {
          display: isLegendShown,
          position: isRound ? 'right' : 'top',
          align: 'start',
          labels: { color: colours.soft, boxWidth: 10, boxHeight: 10, padding: 12, font: { family: FONT } },
        },
        tooltip: { mode: isRound ? 'nearest' : 'index', intersect: false, axis: kind === 'bars' ? 'y' : 'x' },
      },
    },
  };
}

function dataset(
  { kind, labels }: ChartData,
  { name, values }: ChartData['series'][number],
  index: number,
  { series, surface }: ChartColours,
): ChartDataset<Kind, (number | null)[]> {
  const colour = (at: number) => series[at % series.length] ?? 'gray';
  const isRound = kind === 'pie';
  return {
    label: name,
    data: [...values],
    backgroundColor: isRound ? labels.map((_, at) => colour(at)) : colour(index),
    borderColor: kind === 'lines' ? colour(index) : surface,
    borderWidth: kind === 'lines' ? 2 : isRound ? 1 : 0,
    ...(kind !== 'lines' && !isRound && { maxBarThickness: 34, borderRadius: 2 }),
  };
}

function scalesOf({ kind, stacked }: ChartData, { soft, line }: ChartColours) {
  const font = { family: FONT, size: 11 };
  const names = {
    stacked,
    grid: { display: false },
    border: { color: line },
    ticks: {
      color: soft,
      font,
      autoSkip: kind !== 'bars',
      maxRotation: 0,
      autoSkipPadding: 14,
      callback(this: { getLabelForValue(value: number): string }, value: string | number) {
        const label = this.getLabelForValue(Number(value));
        return label.length > LABEL_CHARACTERS ? `${label.slice(0, LABEL_CHARACTERS - 1)}…` : label;
      },
    },
  };
  const numbers = {
    stacked,
    beginAtZero: true,
    grid: { color: line },
    border: { display: false },
    ticks: {
      color: soft,
      font,
      precision: 0,
      maxTicksLimit: 7,
      format: { notation: 'compact', maximumFractionDigits: 1 } as const,
    },
  };
  return kind === 'bars' ? { y: names, x: numbers } : { x: names, y: numbers };
}
