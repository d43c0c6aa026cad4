/** The charts of each tab. Charts and their ranges move with inserted and deleted rows and columns. */
import type { CellArea, ChartInfo, ChartsByTab } from '../bridge/operations.js';
import type { HeadlessWorkbook } from './headless.js';
import { areaOf, onCellsMoved, rangeOf } from './moved-areas.js';

export type HostCharts = ReturnType<typeof createCharts>;

export function createCharts(
  { workbook, univer }: HeadlessWorkbook,
  stored: ChartsByTab,
  onChange: (charts: ChartsByTab) => void,
) {
  let byTab = stored;
  /** Excludes charts of deleted tabs, but keeps them, because the person may undo the deletion. */
  const list = (): ChartsByTab =>
    Object.fromEntries(Object.entries(byTab).filter(([id]) => workbook.getSheetBySheetId(id)));
  const replace = (next: ChartsByTab): void => {
    if (JSON.stringify(next) === JSON.stringify(byTab)) return;
    byTab = next;
    onChange(list());
  };

  onCellsMoved(univer, (changed, follow) => {
    const moved = (area: CellArea): CellArea[] => {
      if (area.sheetId !== changed) return [area];
      const range = follow(rangeOf(area));
      // a deleted range has no data to draw
      return range ? [areaOf(area.sheetId, range)] : [];
    };
    const movedChart = (chart: ChartInfo, sheetId: string): ChartInfo => {
      // if the chart's cell is deleted, move the chart to the first remaining cell after it
      const [onward, one] = [Number.MAX_SAFE_INTEGER, 1];
      const { row, column } = chart;
      const [below] = moved({ sheetId, row, column, numRows: onward, numColumns: one });
      const [beside] = moved({ sheetId, row, column, numRows: one, numColumns: onward });
      return {
        ...chart,
        row: below?.row ?? row,
        column: beside?.column ?? column,
        ranges: chart.ranges.flatMap(moved),
      };
    };
    replace(
      Object.fromEntries(
        Object.entries(byTab).map(([sheetId, all]) => [sheetId, all.map((one) => movedChart(one, sheetId))]),
      ),
    );
  });

  return {
    list,
    of: (sheetId: string): readonly ChartInfo[] => byTab[sheetId] ?? [],
    set: (sheetId: string, charts: readonly ChartInfo[]): void => replace({ ...byTab, [sheetId]: charts }),
  };
}
