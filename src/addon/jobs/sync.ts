/** Syncs a tab window by window: queries, writes and settles each one before the next. */

import type { SyncSettings } from '../../contract/jobs.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { isoOf, settledDay } from '../../core/days.js';
import type { StoredConnection } from '../account/connection.js';
import type { RecordState } from '../alerts/event-log.js';
import { valuesToQueue } from '../alerts/outbox.js';
import { errors, ignoreErrors, isSignalsError } from '../errors.js';
import type { Tab } from '../platform.js';
import { createZone, todayIn } from '../question/zone.js';
import { findColumns, ID_HEADER, NEW_HEADER } from '../tab/synced-columns.js';
import { type Written, writeRows } from '../tab/write-rows.js';
import { summaryOf } from '../table/record-summary.js';
import type { Row } from '../table/rows.js';
import { shownRows } from '../table/shown-rows.js';
import type { DayWindow } from './job.js';
import { isFull, logRemoved } from './job-events.js';
import type { Run } from './run.js';
import { readSyncQuestion } from './sync-question.js';
import { cursorOf, openTab, rowsLeftIn, toIncomingRecords } from './sync-tab.js';
import {
  afterAnswer,
  halved,
  lowerLimit,
  maxLimitOfDay,
  mayExceedBudget,
  requestLimit,
  withFirstDays,
  withNextWindow,
  withSameCompanies,
} from './sync-window.js';
import { type CurrentWindow, type ReceivedWindow, receiveWindow, settleWindow } from './window-purchase.js';
import { Buyer, budgetOf, UNLIMITED, type WindowLimits } from './window-query.js';

interface Sync extends Buyer {
  readonly settings: SyncSettings;
  readonly tab: Tab;
  readonly headers: readonly string[];
  /** Rows that still fit into the spreadsheet. */
  rowsLeft: number;
}

/**
 * Returns true if it stopped for lack of time: the next run resumes.
 * @throws an error for the sidebar; the progress is stored, and no answer is lost
 */
export function runSync(run: Run, settings: SyncSettings, connection: StoredConnection): boolean {
  const sync = openSync(run, settings, connection);
  let hasMore = true;
  while (hasMore) {
    if (run.isOver()) return true;
    run.renewLease();
    hasMore = !isFull(run) && syncNextWindow(sync);
  }
  logRemoved(sync);
  return false;
}

function openSync(run: Run, settings: SyncSettings, connection: StoredConnection): Sync {
  const { platform } = run;
  const zone = createZone(platform.spreadsheet.timeZone());
  const syncQuestion = readSyncQuestion(platform, settings.formula, zone);
  const { columns } = syncQuestion;
  const mark = settings.newSince ? [NEW_HEADER] : [];
  const headers = [...columns.map(({ header }) => header), ...mark, ID_HEADER];
  const paths = columns.map(({ fields: [field] }) => field?.path ?? '');
  const pathOfMark = settings.newSince ? ['lastModified'] : [];
  const tab = openTab(run, settings, headers);
  const { adding = [], ...cursor } = cursorOf(run, settings);
  const { byHeader } = findColumns(tab, headers, adding, () => tableStyleOf([...paths, ...pathOfMark, 'id']));
  const missing = headers.filter((header) => !byHeader.has(header));
  if (missing.length > 0) run.addWarning({ kind: 'no-column', headers: missing });
  const rowsLeft = rowsLeftIn(platform.grid, tab);
  if (adding.length > 0) {
    const older = adding.filter((header) => header !== NEW_HEADER);
    if (older.length > 0) run.addWarning({ kind: 'columns', headers: older });
    run.commit({ place: cursor });
  }
  const buyer = new Buyer(run, syncQuestion, connection, zone);
  return Object.assign(buyer, { settings, tab, headers, rowsLeft });
}

/** Handles one window. @returns true if there is more to do and credits are left */
function syncNextWindow(sync: Sync): boolean {
  const { run, settings, platform } = sync;
  const limits = limitsOf(sync);
  const parts = () => sync.parts();
  const stored = withSameCompanies(cursorOf(run, settings), parts);
  const days = { from: settings.from, last: isoOf(settledDay(platform.clock.now())) };
  const next = withNextWindow(stored, days, limits.creditsLeft, parts);
  if (next.windows.length === 0) return false;
  const cursor = withFirstDays(next, (window) => sync.lastOfFirstDays(window));
  const [first] = cursor.windows as [DayWindow];
  const window = { ...first, limit: Math.max(1, requestLimit(first, limits.creditsLeft, cursor)) };
  const current = { window, cursor, limits };
  const step = sync.step(window);
  if (step.kind === 'repeat' && step.purchase.amount > limits.creditsForRepeat) return stopForBudget(sync);
  const isBought = step.kind === 'buy' && sync.isPaid;
  if (isBought && !isAffordable(sync, current, stored.windows.length > 0)) return stopForBudget(sync);
  if (sync.rowsLeft < window.limit) throw errors.spreadsheetFull(Math.max(0, sync.rowsLeft));
  const count = isBought ? sync.count(window) : undefined;
  // records beyond a limit can only be requested together with the rest of their day
  if (count !== undefined && count > window.limit) {
    if (window.start < window.end) {
      run.commit({ place: halved(cursor) });
      return true;
    }
    if (window.limit < maxLimitOfDay(cursor)) return stopAtDay(sync, current);
  }
  const received = receive(sync, current, count);
  return typeof received === 'boolean' ? received : writeWindow(sync, current, received);
}

function limitsOf(sync: Sync): WindowLimits {
  const { run, settings } = sync;
  if (!sync.isPaid) return UNLIMITED;
  const ofRun = run.creditsLeft(settings.budget);
  const budget = budgetOf(sync);
  return {
    creditsLeft: Math.max(0, Math.min(ofRun, budget.left)),
    // a budget that was lowered since also limits repeated requests
    creditsForRepeat: budget.left < 0 ? 0 : ofRun,
    fullBudget: Math.min(settings.budget, budget.daily, budget.settings.monthlyBudget ?? budget.daily),
  };
}

/** @throws BUDGET if a day has more records than any run may pay for */
function isAffordable(sync: Sync, { window, cursor, limits }: CurrentWindow, wasQueried: boolean): boolean {
  const { creditsLeft, fullBudget } = limits;
  if (creditsLeft < 1) return false;
  if (creditsLeft < fullBudget && mayExceedBudget(window, cursor.density, creditsLeft)) return false;
  const exceedsBudget = window.start === window.end && cursor.density > creditsLeft;
  // for a day that was never queried, the estimate only comes from other days
  if (wasQueried && exceedsBudget) throw dayTooLarge(sync, window.start, fullBudget);
  return true;
}

function dayTooLarge({ settings }: Sync, day: string, fullBudget: number) {
  return errors.dayTooLarge(day, fullBudget, fullBudget === settings.budget);
}

function stopForBudget({ run }: Sync): false {
  run.addWarning({ kind: 'budget' });
  return false;
}

/** Stops at a day with more records than this run may buy. @throws BUDGET if no run may buy more */
function stopAtDay(sync: Sync, { window: { start, limit }, limits }: CurrentWindow): false {
  if (limit >= limits.fullBudget) throw dayTooLarge(sync, start, limits.fullBudget);
  return stopForBudget(sync);
}

/** @returns true if the window has to be chosen again, false if credits are lacking */
function receive(sync: Sync, current: CurrentWindow, count?: number): ReceivedWindow | boolean {
  try {
    return receiveWindow(sync, current, count) ?? true;
  } catch (error) {
    if (!isSignalsError(error)) throw error;
    const { code, details } = error;
    if (details?.key === 'busy') return true;
    if (details?.key === 'budgetUsed') return stopForBudget(sync);
    const { window, cursor } = current;
    if (details?.key === 'capReached') {
      if (window.start === window.end) {
        // the next day does not help if this day costs more than a whole cap
        const cap = sync.exceededCap(count && Math.min(count, window.limit));
        throw cap === undefined ? error : errors.dayOverCap(window.start, cap);
      }
      sync.run.commit({ place: halved(cursor) });
      return true;
    }
    if (code !== 'BAD_INPUT') throw error;
    const most = lowerLimit(error.reason, window.limit);
    sync.run.commit({ place: { ...cursorOf(sync.run, sync.settings), most } });
    // even the lowest is refused: the limit is not the reason, and to keep it would cut full days for good
    if (most === undefined) throw error;
    return true;
  }
}

/** @returns true if there is more to do and credits are left */
function writeWindow(sync: Sync, current: CurrentWindow, received: ReceivedWindow): boolean {
  const { window, cursor } = current;
  const { platform, run, settings, zone, syncQuestion, tab, headers } = sync;
  const { answer, isFull, missing, records } = received;
  const whenAdded = new Map([[NEW_HEADER, zone.midnight(todayIn(zone, platform))]]);
  const shown = shownRows(syncQuestion.shown, received.rows);
  const incoming = toIncomingRecords(shown, syncQuestion, zone).map((one) => ({ ...one, whenAdded }));
  let newest: readonly string[] = [];
  let written: Written;
  try {
    written = writeRows(tab, incoming, {
      headers,
      newRows: settings.newRows,
      zone,
      onAdd(added, changed) {
        newest = [...added];
        queueMessages(sync, shown.rows, added, changed);
      },
    });
    // flush before settling: settled records must be in the tab
    platform.grid.flush();
  } catch (error) {
    // the days are still to do: a later run writes the paid records without buying them again
    ignoreErrors(() => settleWindow(sync, answer, cursorOf(run, settings)));
    throw error;
  }
  sync.rowsLeft -= written.added;
  const isOneDay = window.start === window.end;
  const isAtMaxLimit = window.limit >= maxLimitOfDay(cursor);
  // before settling, which writes the warnings too
  if (isOneDay && isFull && isAtMaxLimit)
    run.addWarning({ kind: 'cut', day: window.start, limit: window.limit });
  if (isOneDay && !isFull && missing.length > 0)
    run.addWarning({ kind: 'perhaps-cut', day: window.start, records });
  const after = afterAnswer(cursor, { requested: window, ...received });
  settleWindow(sync, answer, after, written, newest);
  return isOneDay && isFull && !isAtMaxLimit ? stopAtDay(sync, current) : true;
}

/**
 * Queues messages before the rows are in the tab: for a repeated run, rows in the tab are not new.
 * Queued records are not queued again. If the properties are full, the tab is more important.
 */
function queueMessages(
  { platform, run, syncQuestion, tab }: Sync,
  rows: readonly Row[],
  added: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): void {
  const { alerts } = run.job;
  if (!alerts) return;
  const { dataset } = syncQuestion.question;
  const found = rows.map((row) => ({ row, ...summaryOf(dataset, row) })).filter(({ id }) => id !== '');
  const states = found.map(({ row, id }): RecordState => {
    const isOld = !added.has(id) && !changed.has(id);
    return { kind: added.has(id) ? 'new' : 'changed', dataset, id, row, question: '', isOld };
  });
  // rows are newest first; events are in the order of the changes
  run.log?.add(states.reverse(), platform.clock.now());
  const fresh = found.filter(({ id }) => added.has(id));
  if (fresh.length === 0) return;
  const name = tab.name();
  const records = fresh.map(({ row: _row, ...record }) => ({ ...record, tab: name }));
  try {
    run.commit({}, { before: () => valuesToQueue(run.properties, alerts, records) });
  } catch (error) {
    if (isSignalsError(error)) throw error;
  }
}
