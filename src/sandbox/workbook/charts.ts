/** The charts of each tab. Their ranges move with inserted and deleted rows and columns. */
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
