/** Charts as data, so that scripts can create them and tests can read them. */
import type { CellArea, ChartInfo } from '../bridge/operations.js';
import {
  chained,
  dataOf,
  local,
  namesOf,
  Remote,
  serviceOf,
  setter,
  tableOf,
  wrongSignature,
} from './define.js';
import { areaOf } from './range.js';

const CHARTS = serviceOf<typeof Charts>('Charts', { ChartType: namesOf('BAR', 'COLUMN', 'GEO', 'PIE') });

const EMBEDDED_CHART = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChart>('EmbeddedChart', {});

interface BuilderState extends Omit<ChartInfo, 'id'> {
  readonly ranges: CellArea[];
}

const BUILDER = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder, BuilderState>(
  'EmbeddedChartBuilder',
  {
    setChartType: setter('type'),
    addRange: chained(({ ranges }, range) => {
      const area = areaOf(range);
      if (!area) throw wrongSignature('EmbeddedChartBuilder.addRange', [range]);
      ranges.push(area);
    }),
    setOption: chained(({ options }, name, value) => Reflect.set(options, name, value)),
    setNumHeaders: chained(({ options }, count) => Reflect.set(options, 'numHeaders', count)),
    setPosition: chained(({ self }, row, column) => Object.assign(self.data, { row, column })),
    build: local(({ self }) => {
      const id = `chart-${Math.random().toString(36).slice(2)}`;
      return openChart({ ...(self.data as BuilderState), id });
    }),
  },
);

export const CHART_TABLES = [CHARTS, EMBEDDED_CHART, BUILDER];

export function openBuilder(): Remote {
  const state: BuilderState = { type: 'COLUMN', row: 1, column: 1, ranges: [], options: {} };
  return new Remote(BUILDER, state);
}

export function openChart(info: ChartInfo): Remote {
  return new Remote(EMBEDDED_CHART, info);
}

/** @throws if the object is not a chart */
export function infoOf(chart: unknown): ChartInfo {
  const info = dataOf<ChartInfo>(EMBEDDED_CHART.kind, chart);
  if (!info) throw wrongSignature('Sheet.insertChart', [chart]);
  return info;
}
