/** The charts of each tab. Charts and their ranges move with inserted and deleted rows and columns. */
import type { ChartInfo, ChartsByTab } from '../bridge/operations.js';
import type { HeadlessWorkbook } from './headless.js';
import { onCellsMoved } from './moved-areas.js';

export type HostCharts = ReturnType<typeof createCharts>;

export function createCharts(
  { facade, univer }: HeadlessWorkbook,
  stored: ChartsByTab,
  onChange: (charts: ChartsByTab) => void,
) {
  let byTab = stored;
  /** Excludes charts of deleted tabs, but keeps them, because the person may undo the deletion. */
  const list = (): ChartsByTab =>
    Object.fromEntries(Object.entries(byTab).filter(([id]) => facade.getSheetBySheetId(id)));
  const replace = (next: ChartsByTab): void => {
    if (JSON.stringify(next) === JSON.stringify(byTab)) return;
    byTab = next;
    onChange(list());
  };

  onCellsMoved(univer, (follow) => {
    const moved = (sheetId: string) => (chart: ChartInfo) => {
      // if the chart's cell is deleted, move the chart to the first remaining cell after it
      const onward = Number.MAX_SAFE_INTEGER;
      const { row, column } = chart;
      const below = follow({ sheetId, row, column, numRows: onward, numColumns: 1 });
      const beside = follow({ sheetId, row, column, numRows: 1, numColumns: onward });
      return {
        ...chart,
        row: below?.row ?? row,
        column: beside?.column ?? column,
        // a deleted range has no data to draw
        ranges: chart.ranges.flatMap((area) => follow(area) ?? []),
      };
    };
    replace(Object.fromEntries(Object.entries(byTab).map(([id, all]) => [id, all.map(moved(id))])));
  });

  return {
    list,
    of: (sheetId: string): readonly ChartInfo[] => byTab[sheetId] ?? [],
    set: (sheetId: string, charts: readonly ChartInfo[]): void => replace({ ...byTab, [sheetId]: charts }),
  };
}
