/** Charts stay at their cells and keep drawing them when rows and columns come and go, as in Sheets. */
import type { CellArea, ChartInfo, ChartsByTab } from '../bridge/operations.js';

/** Rows or columns that came or went. Both count from 1. */
export interface Shift {
  readonly sheetId: string;
  readonly axis: 'row' | 'column';
  readonly first: number;
  /** Negative for those that went. */
  readonly count: number;
}

/** The charts after it; the same object where none of them has moved. */
export function shiftCharts(charts: ChartsByTab, shift: Shift): ChartsByTab {
  const next = Object.fromEntries(
    Object.entries(charts).map(([sheetId, all]) => [
      sheetId,
      all.map((chart) => shiftChart(chart, sheetId, shift)),
    ]),
  );
  return JSON.stringify(next) === JSON.stringify(charts) ? charts : next;
}

function shiftChart(chart: ChartInfo, sheetId: string, shift: Shift): ChartInfo {
  const { axis } = shift;
  const place = shift.sheetId === sheetId ? shiftInterval(chart[axis], 1, shift).start : chart[axis];
  return { ...chart, [axis]: place, ranges: chart.ranges.map((area) => shiftArea(area, shift)) };
}

function shiftArea(area: CellArea, shift: Shift): CellArea {
  if (area.sheetId !== shift.sheetId) return area;
  const { axis } = shift;
  const size = axis === 'row' ? 'numRows' : 'numColumns';
  const { start, length } = shiftInterval(area[axis], area[size], shift);
  return { ...area, [axis]: start, [size]: length };
}

function shiftInterval(
  start: number,
  length: number,
  { first, count }: Shift,
): { start: number; length: number } {
  if (count > 0) {
    if (first <= start) return { start: start + count, length };
    return { start, length: first < start + length ? length + count : length };
  }
  const end = first - count;
  const before = Math.max(0, Math.min(end, start) - first);
  const within = Math.max(0, Math.min(end, start + length) - Math.max(first, start));
  // of an area that is gone nothing is drawn
  return { start: start - before, length: length - within };
}
