/** The tab `Signals log`: a row for each run, the newest at the bottom. */
import { LOG_TAB } from '../../contract/jobs.js';
import type { Grid } from '../platform.js';
import { escapeCellText } from '../tab/cell-text.js';
import { en } from '../texts/en.js';
import type { Job, JobProgress } from './job.js';
import { textOfNotices } from './notices.js';

const HEADER = ['When', 'Job', 'Result', 'New', 'Changed', 'Credits', 'Message'];
const MAX_ROWS = 5_000;

export function appendToLog(grid: Grid, job: Job, progress: JobProgress): void {
  const tab = grid.tabs().find((one) => one.name() === LOG_TAB) ?? grid.insert(LOG_TAB);
  const { rows } = tab.used();
  const width = HEADER.length;
  if (rows === 0) {
    tab.write({ row: 1, column: 1, numRows: 1, numColumns: width }, [HEADER]);
    tab.freezeHeader();
  }
  // a log that is full is the person's to clear
  if (rows >= MAX_ROWS) return;
  const { begun, error, notices, unfinished, added, changed, credits } = progress;
  const result = error !== '' ? 'failed' : unfinished ? 'continues' : 'done';
  const row = [
    new Date(begun),
    job.name,
    result,
    added,
    changed,
    credits,
    error || textOfNotices(notices, en),
  ];
  const at = Math.max(rows, 1) + 1;
  if (at > tab.size().rows) tab.addRows(1);
  tab.write({ row: at, column: 1, numRows: 1, numColumns: width }, [row.map(escapeCellText)]);
}
