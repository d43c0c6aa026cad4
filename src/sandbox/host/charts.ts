/** The charts of a spreadsheet by tab, which stay at their cells when rows and columns come and go. */
import type { ChartInfo, ChartsByTab } from '../bridge/operations.js';
import { shiftCharts } from '../workbook/chart-areas.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import { onShift } from '../workbook/shifts.js';

export interface HostCharts {
  readonly byTab: Map<string, readonly ChartInfo[]>;
  /** Without those of tabs that a person has deleted, who may yet undo it. */
  list(): ChartsByTab;
  /** To be called when a chart came or went. */
  changed(): void;
}

export function createCharts(
  { workbook, univer }: HostWorkbook,
  stored: ChartsByTab = {},
  onCharts: (charts: ChartsByTab) => void,
): HostCharts {
  const byTab = new Map(Object.entries(stored));
  const list = () => Object.fromEntries([...byTab].filter(([id]) => workbook.getSheetBySheetId(id)));
  const changed = () => onCharts(list());
  onShift(univer, (shift) => {
    const before = Object.fromEntries(byTab);
    const after = shiftCharts(before, shift);
    if (after === before) return;
    for (const [id, all] of Object.entries(after)) byTab.set(id, all);
    changed();
  });
  return { byTab, list, changed };
}
