/** Charts as data, so that scripts can create them and tests can read them. */
import type { ChartInfo } from '../bridge/operations.js';
import { LOCAL, namesOf, serviceOf, setter, tableOf } from './define.js';
import { RANGE } from './range.js';

const CHARTS = serviceOf<typeof Charts>('Charts', { ChartType: namesOf('BAR', 'COLUMN', 'GEO', 'PIE') });

export const EMBEDDED_CHART = tableOf<GoogleAppsScript.Spreadsheet.EmbeddedChart, ChartInfo>('EmbeddedChart');

type BuilderState = Omit<ChartInfo, 'id'>;
type Builder = GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;

const BUILDER = tableOf<Builder, BuilderState>('EmbeddedChartBuilder', {
  build: {
    local: true,
    handle({ self }) {
      const id = `chart-${Math.random().toString(36).slice(2)}`;
      return EMBEDDED_CHART.open({ ...(self.data as BuilderState), id });
    },
  },
}).chain(LOCAL, {
  setChartType: setter('type'),
  addRange: ({ ranges }, range) => ranges.push(RANGE.argument(range, 'EmbeddedChartBuilder.addRange').area),
  setOption: ({ options }, name, value) => Reflect.set(options, name, value),
  setNumHeaders: ({ options }, count) => Reflect.set(options, 'numHeaders', count),
  setPosition: ({ self }, row, column) => Object.assign(self.data, { row, column }),
});

export const openBuilder = () => BUILDER.open({ type: 'COLUMN', row: 1, column: 1, ranges: [], options: {} });

export const CHART_TABLES = [CHARTS, EMBEDDED_CHART, BUILDER];
