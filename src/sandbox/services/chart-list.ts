/** The charts of each tab. Their ranges move with inserted and deleted rows and columns. */
import type { ChartInfo, ChartsByTab } from '../bridge/operations.js';
import type { Workbook } from '../workbook/host-workbook.js';

export type HostCharts = ReturnType<typeof createCharts>;

export function createCharts(
  { onCellsMoved, sheets }: Workbook,
  stored: ChartsByTab,
  onChange: (charts: ChartsByTab) => void,
) {
  let byTab = stored;
  /** Excludes charts of deleted tabs, but keeps them, because the person may undo the deletion. */
  const list = (): ChartsByTab => Object.fromEntries(Object.entries(byTab).filter(([id]) => sheets.find(id)));
  const replace = (next: ChartsByTab): void => {
    if (JSON.stringify(next) === JSON.stringify(byTab)) return;
    byTab = next;
    onChange(list());
  };

  onCellsMoved((follow) => {
    // a deleted range has no data to draw
    const moved = (chart: ChartInfo) => ({
      ...chart,
      ranges: chart.ranges.flatMap((area) => follow(area) ?? []),
    });
    replace(Object.fromEntries(Object.entries(byTab).map(([id, all]) => [id, all.map(moved)])));
  });

  return {
    list,
    of: (sheetId: string): readonly ChartInfo[] => byTab[sheetId] ?? [],
    set: (sheetId: string, charts: readonly ChartInfo[]): void => replace({ ...byTab, [sheetId]: charts }),
  };
}
