/** Charts: built and kept as data, so that a script can make them and a reader can see what they show. */
import type { Area, ChartInfo } from '../executions/operations.js';
import { createMark, strict } from './not-emulated.js';
import { AREA } from './range.js';

export type ChartBuilder = ReturnType<typeof createChartBuilder>;
export type EmbeddedChart = ReturnType<typeof createEmbeddedChart>;

export const CHART_TYPES = Object.fromEntries(
  ['AREA', 'BAR', 'COLUMN', 'COMBO', 'LINE', 'PIE', 'SCATTER', 'TABLE'].map((type) => [type, type]),
);

const INFO = createMark<ChartInfo>('chart');

/** @throws for an object that no chart builder of this realm made. */
export function infoOf(chart: object): ChartInfo {
  const info = INFO.of(chart);
  if (!info) throw new Error("The parameters don't match the method signature for Sheet.insertChart.");
  return info;
}

export function createChartBuilder() {
  let type = 'COLUMN';
  let place = { row: 1, column: 1 };
  const ranges: Area[] = [];
  const options: Record<string, unknown> = {};
  const builder = strict('EmbeddedChartBuilder', {
    setChartType(value: string) {
      type = value;
      return builder;
    },
    addRange(range: unknown) {
      const area = AREA.of(range);
      if (!area) throw new Error('Argument cannot be null: range');
      ranges.push(area);
      return builder;
    },
    setOption(name: string, value: unknown) {
      options[name] = value;
      return builder;
    },
    setNumHeaders(count: number) {
      options['numHeaders'] = count;
      return builder;
    },
    setPosition(row: number, column: number, _offsetX: number, _offsetY: number) {
      place = { row, column };
      return builder;
    },
    build: () =>
      createEmbeddedChart({
        id: `chart-${Math.random().toString(36).slice(2)}`,
        type,
        ranges,
        ...place,
        options,
      }),
  });
  return builder;
}

export function createEmbeddedChart(info: ChartInfo) {
  return strict('EmbeddedChart', {
    [INFO.key]: info,
    getChartId: () => info.id,
    getOptions: () => strict('ChartOptions', { get: (name: string) => info.options[name] ?? null }),
  });
}
