/** Charts: built and stored as data, so that scripts can create them and tests can read them. */

import type { CellArea, ChartInfo } from '../bridge/operations.js';
import { Exception } from '../services/exception.js';
import { createMark, emulate, strict } from './not-emulated.js';
import { AREA } from './range.js';
import { numericId } from './services.js';

type EmbeddedChart = GoogleAppsScript.Spreadsheet.EmbeddedChart;
type EmbeddedChartBuilder = GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;

export const CHART_TYPES = Object.fromEntries(
  ['AREA', 'BAR', 'COLUMN', 'COMBO', 'LINE', 'PIE', 'SCATTER', 'TABLE'].map((type) => [type, type]),
);

const INFO = createMark<ChartInfo>('chart');

/** @throws for an object that is not from a chart builder of this realm. */
export function infoOf(chart: object): ChartInfo {
  const info = INFO.of(chart);
  if (!info) throw new Exception("The parameters don't match the method signature for Sheet.insertChart.");
  return info;
}

/** What `newChart` answers. */
export function createChartBuilder(): EmbeddedChartBuilder {
  let type = 'COLUMN';
  let place = { row: 1, column: 1 };
  const ranges: CellArea[] = [];
  const options: Record<string, unknown> = {};
  const builder: EmbeddedChartBuilder = emulate<EmbeddedChartBuilder>('EmbeddedChartBuilder', {
    setChartType(value) {
      type = String(value);
      return builder;
    },
    addRange(range) {
      const area = AREA.of(range);
      if (!area) throw new Exception('Argument cannot be null: range');
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

/** A chart of the sheet. */
export function createEmbeddedChart(info: ChartInfo): EmbeddedChart {
  return emulate<EmbeddedChart>('EmbeddedChart', {
    [INFO.key]: info,
    getChartId: () => numericId(info.id),
    getOptions: () => strict('ChartOptions', { get: (name: string) => info.options[name] ?? null }),
  });
}
