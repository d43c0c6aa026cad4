/** Charts as data, so that scripts can create them and tests can read them. */
import type { CellArea, ChartInfo } from '../bridge/operations.js';
import { dataOf, type MethodContext, namesOf, setter, tableOf } from './define.js';
import { wrongSignature } from './exception.js';
import { areaOf } from './range.js';

export const CHARTS = tableOf<object>({
  kind: 'Charts',
  constants: { ChartType: namesOf('BAR', 'COLUMN', 'GEO', 'PIE') },
})({});

interface BuilderState {
  type: string;
  row: number;
  column: number;
  readonly ranges: CellArea[];
  readonly options: Record<string, unknown>;
}

const EMBEDDED_CHART = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChart>({ kind: 'EmbeddedChart' })({});

const BUILDER = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder, BuilderState>({
  kind: 'EmbeddedChartBuilder',
})({
  setChartType: setter('type'),
  addRange: {
    inRealm(_realm, { ranges }, range) {
      const area = areaOf(range);
      if (!area) throw wrongSignature('EmbeddedChartBuilder.addRange', [range]);
      ranges.push(area);
    },
    chains: true,
  },
  setOption: {
    inRealm: (_realm, { options }, name, value) => Reflect.set(options, name, value),
    chains: true,
  },
  setNumHeaders: {
    inRealm: (_realm, { options }, count) => Reflect.set(options, 'numHeaders', count),
    chains: true,
  },
  setPosition: {
    inRealm: (_realm, state, row, column) => Object.assign(state, { row, column }),
    chains: true,
  },
  build: {
    inRealm: (realm, state) =>
      openChart(realm, { ...state, id: `chart-${Math.random().toString(36).slice(2)}` }),
  },
});

export function openBuilder({ open }: MethodContext): GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder {
  const state: BuilderState = { type: 'COLUMN', row: 1, column: 1, ranges: [], options: {} };
  return open(BUILDER, state);
}

export function openChart(
  { open }: MethodContext,
  info: ChartInfo,
): GoogleAppsScript.Spreadsheet.EmbeddedChart {
  return open(EMBEDDED_CHART, info);
}

/** @throws if the object is not a chart of this realm */
export function infoOf(chart: unknown): ChartInfo {
  const info = dataOf<ChartInfo>(EMBEDDED_CHART, chart);
  if (!info) throw wrongSignature('Sheet.insertChart', [chart]);
  return info;
}
