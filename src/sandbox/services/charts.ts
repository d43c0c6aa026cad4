/** Charts as data, so that scripts can create them and tests can read them. */
import type { CellArea, ChartInfo } from '../bridge/operations.js';
import { dataOf, namesOf, Remote, setter, tableOf, wrongSignature } from './define.js';
import { areaOf } from './range.js';

const CHARTS = tableOf<object>(
  { kind: 'Charts', isGlobal: true, constants: { ChartType: namesOf('BAR', 'COLUMN', 'GEO', 'PIE') } },
  {},
);

const EMBEDDED_CHART = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChart>({ kind: 'EmbeddedChart' }, {});

interface BuilderState {
  readonly type: string;
  readonly ranges: CellArea[];
  readonly options: Record<string, unknown>;
  readonly row: number;
  readonly column: number;
}

const BUILDER = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder, BuilderState>(
  { kind: 'EmbeddedChartBuilder' },
  {
    setChartType: setter('type'),
    addRange: {
      local: true,
      chains: true,
      handle(_call, { ranges }, range) {
        const area = areaOf(range);
        if (!area) throw wrongSignature('EmbeddedChartBuilder.addRange', [range]);
        ranges.push(area);
      },
    },
    setOption: {
      local: true,
      chains: true,
      handle: (_call, { options }, name, value) => Reflect.set(options, name, value),
    },
    setNumHeaders: {
      local: true,
      chains: true,
      handle: (_call, { options }, count) => Reflect.set(options, 'numHeaders', count),
    },
    setPosition: {
      local: true,
      chains: true,
      handle: (_call, state, row, column) => Object.assign(state, { row, column }),
    },
    build: {
      local: true,
      handle: (_call, state) => openChart({ ...state, id: `chart-${Math.random().toString(36).slice(2)}` }),
    },
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
