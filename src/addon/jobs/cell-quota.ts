/** Whether the spreadsheet has room: Sheets holds ten million cells, and refuses what goes beyond in the middle of a write. */
import type { Grid, Tab } from '../platform.js';
import type { Notice } from './notices.js';
import type { Run } from './run.js';

const MAX_CELLS = 10_000_000;
const NEARLY_FULL = 9_000_000;
/** A tab of this size is looked after with each run, a smaller one from time to time. */
const LARGE_TAB = 1_000_000;
const EVERY_RUNS_MS = 7 * 86_400_000;

export interface CellQuota {
  /** Rows that still fit; infinite where they were counted not long ago and were many. */
  readonly rows: number;
  /** Where there is not much. */
  readonly notice?: Notice;
}

export function checkCellQuota(grid: Grid, tab: Tab, run: Run): CellQuota {
  const { rows, columns } = tab.size();
  const { begun, ended } = run.progress();
  if (rows * columns < LARGE_TAB && ended > 0 && sameStretch(begun, ended)) {
    return { rows: Number.POSITIVE_INFINITY };
  }
  const cells = grid.tabs().reduce((sum, one) => {
    const size = one.size();
    return sum + size.rows * size.columns;
  }, 0);
  const room = Math.floor((MAX_CELLS - cells) / columns);
  return { rows: room, ...(cells > NEARLY_FULL && { notice: { kind: 'room', rows: room } }) };
}

/** Whether the run before fell into the same week: then the tabs were counted in it, or before. */
function sameStretch(begun: number, ended: number): boolean {
  return Math.floor(begun / EVERY_RUNS_MS) === Math.floor(ended / EVERY_RUNS_MS);
}
