/** Turns the cells of a chart into labels and series. */
import type { ChartInfo } from '../bridge/operations.js';

/** A cell's displayed text and its value. */
export interface ChartCell {
  readonly text: string;
  readonly value: unknown;
}

export type ChartData = ReturnType<typeof chartDataOf>;

// the page has no maps, so it shows a geo chart as bars
const KINDS = { BAR: 'bars', GEO: 'bars', PIE: 'pie' } as const;
const NAMED = { columns: 'Column chart', bars: 'Bar chart', pie: 'Pie chart' };

/** @param table the chart's cells: labels in the first column; with headers, names in the first row */
export function chartDataOf(
  { type, options }: Pick<ChartInfo, 'type' | 'options'>,
  table: readonly (readonly ChartCell[])[],
) {
  const headers = Number(options['numHeaders'] ?? 0) > 0 ? 1 : 0;
  const names = headers ? (table[0] ?? []) : [];
  // rows that a person has emptied are no data
  const rows = table.slice(headers).filter((row) => row.some(({ text }) => text !== ''));
  const columns = Math.max(0, ...table.map((row) => row.length));
  const kind = KINDS[type as keyof typeof KINDS] ?? 'columns';
  const series = Array.from({ length: Math.max(0, columns - 1) }, (_, index) => ({
    name: names[index + 1]?.text ?? '',
    /** Null for a cell without a number. */
    values: rows.map((row) => {
      const value = row[index + 1]?.value;
      return typeof value === 'number' ? value : null;
    }),
  }));
  return {
    title: typeof options['title'] === 'string' ? options['title'] : '',
    kind,
    stacked: Boolean(options['isStacked']),
    /** The colours that the script has chosen for the series; without any, the chart is blue. */
    colours: Array.isArray(options['colors']) ? options['colors'].map(String) : [],
    labels: rows.map(([label]) => label?.text ?? ''),
    // a pie shows one series
    series: kind === 'pie' ? series.slice(0, 1) : series,
  };
}

/** Returns the text alternative of a chart; the numbers themselves are in the cells. */
export function describeChart({ title, kind, labels, series }: ChartData): string {
  const sums = labels.map((label, at) => ({
    label,
    sum: series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  }));
  const [greatest] = [...sums].sort((a, b) => b.sum - a.sum);
  const parts = series.length > 1 ? ` in ${series.length} parts` : '';
  const most = greatest && greatest.sum > 0 ? `, most: ${greatest.label}, ${greatest.sum}` : '';
  const values = labels.length === 1 ? '1 value' : `${labels.length} values`;
  return `${title || 'Chart'}. ${NAMED[kind]} of ${values}${parts}${most}.`;
}
