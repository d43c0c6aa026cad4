/** Charts in a tab. */
import type { Bench, Rule } from './rule.js';

function builder({ sheet }: Bench) {
  const tab = sheet();
  tab.getRange('A1:B3').setValues([
    ['Month', 'Jobs'],
    ['Jan', 3],
    ['Feb', 5],
  ]);
  const chart = tab
    .newChart()
    .setChartType(Charts.ChartType.COLUMN)
    .addRange(tab.getRange('A1:B3'))
    .setOption('title', 'Jobs')
    .setPosition(5, 1, 0, 0)
    .build();
  return { tab, chart };
}

export const chartRules: readonly Rule[] = [
  {
    name: 'a chart is inserted and removed',
    source: 'docs',
    expected: [1, 0],
    see: (bench) => {
      const { tab, chart } = builder(bench);
      tab.insertChart(chart);
      const inserted = tab.getCharts();
      for (const one of inserted) tab.removeChart(one);
      return [inserted.length, tab.getCharts().length];
    },
  },
];
