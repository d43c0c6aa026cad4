/** Syncs a tab window by window: queries, writes and settles each one before the next. */

import type { SyncSettings } from '../../contract/jobs.js';
import { tableStyleOf } from '../../contract/looks.js';
import { isoOf, settledDay } from '../../core/days.js';
import { placesOf, textAt } from '../../core/records.js';
import { ownLook } from '../account/appearance.js';
import type { EventLog, RecordNow } from '../alerts/event-log.js';
import { queued } from '../alerts/outbox.js';
import { errors, isSignalsError } from '../errors.js';
import type { Tab } from '../platform.js';
import { createZone } from '../question/zone.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { findColumns, ID_HEADER, MODIFIED_HEADER, NEW_HEADER } from '../tab/synced-columns.js';
import { type Written, writeRows } from '../tab/write-rows.js';
import { summaryOf } from '../table/record-summary.js';
import type { Row } from '../table/rows.js';
import { shownRows } from '../table/shown-rows.js';
import type { DayWindow, RequestedWindow, SyncPlace } from './job.js';
import { hasRoom, noteLeft } from './job-events.js';
import { readSyncQuestion } from './sync-question.js';
import { checkCellQuota, incomingOf, openTab, placeOf } from './sync-tab.js';
import {
  afterAnswer,
  halved,
  isTooMuch,
  limitFor,
  lowerLimit,
  mayBeTooMuch,
  mostOfDay,
  withFirstDays,
  withNextWindow,
} from './sync-window.js';
import { NOTHING_WRITTEN, type ReceivedWindow, receiveWindow, settleWindow } from './window-purchase.js';
import {
  type Buyer,
  budgetOf,
  countParts,
  countRecords,
  isPaid,
  lastOfFirstDays,
  openBuyer,
  stepFor,
  todayOf,
  type WindowLimits,
} from './window-query.js';

/** The input of an execution of a sync. */
interface SyncRun extends Pick<Buyer, 'run' | 'connection'> {
  readonly settings: SyncSettings;
  /** The log of events for a webhook that gets all records. */
  readonly log: EventLog | undefined;
}

/** The parts of one execution of a sync. */
interface Sync extends SyncRun, Buyer {
  readonly tab: Tab;
  readonly headers: readonly string[];
  /** Headers that this execution adds to the tab. */
  readonly adding: readonly string[];
  /** Rows that still fit into the spreadsheet. */
  rowsLeft: number;
  /** False once the service did not count records: it is not asked again. */
  isCounting: boolean;
}

/** In credits; infinite if the records are free. */
interface Allowance extends WindowLimits {
  /** The most that a run may spend if it starts with the whole day's budget. */
  readonly whole: number;
}

/**
 * Returns true if it stopped for lack of time: the next run resumes.
 * @throws an error for the sidebar; the progress is stored, and no answer is lost
 */
export function runSync(begun: SyncRun): boolean {
  const sync = openSync(begun);
  for (;;) {
    if (sync.platform.clock.now() >= sync.run.stopAt) return true;
    if (hasRoom(sync.log, sync.run) && goOn(sync)) continue;
    noteLeft(sync, sync.log);
    return false;
  }
}

function openSync(begun: SyncRun): Sync {
  const { run, settings, connection } = begun;
  const { platform } = run;
  const zone = createZone(platform.spreadsheet.timeZone());
  const asked = readSyncQuestion(platform, settings.formula, zone);
  const headers = [
    ...asked.columns.map(({ header }) => header),
    ...(settings.newSince ? [NEW_HEADER] : []),
    ID_HEADER,
  ];
  const tab = openTab(run, settings);
  const { adding = [], ...place } = placeOf(run, settings);
  const paths = asked.columns.map(({ fields: [field] }) => field?.path ?? '');
  const added = settings.newSince ? ['lastModified'] : [];
  findColumns(tab, headers, adding, () => ownLook(platform, tableStyleOf([...paths, ...added, 'id'])));
  const buyer = openBuyer({ run, asked, connection, zone });
  const { rows: rowsLeft, notice } = checkCellQuota(platform.grid, tab);
  if (notice) run.say(notice);
  if (adding.length > 0) {
    const older = adding.filter((header) => header !== NEW_HEADER);
    if (older.length > 0) run.say({ kind: 'columns', headers: older });
    run.commit({ place });
  }
  const isCounting = isPaid(asked);
  return { ...begun, ...buyer, tab, headers, adding, rowsLeft, isCounting };
}

/** Handles one window. @returns true if there is more to do and credits are left */
function goOn(sync: Sync): boolean {
  const { run, settings, platform } = sync;
  const allowance = allowanceOf(sync);
  const stored = placeOf(run, settings);
  const days = { from: settings.from, last: isoOf(settledDay(platform.clock.now())) };
  const next = withNextWindow(stored, days, allowance.left, () => countParts(sync));
  if (next.windows.length === 0) return false;
  const place = withFirstDays(next, (window) => lastOfFirstDays(sync, window));
  const [first] = place.windows as [DayWindow];
  const window = { ...first, limit: Math.max(1, limitFor(first, allowance.left, place)) };
  const step = stepFor(sync, window);
  if (step.kind === 'repeat' && step.purchase.amount > allowance.leftForRepeat) return stopForBudget(sync);
  const isBought = step.kind === 'buy' && isPaid(sync.asked);
  if (isBought && !isAffordable(sync, place, allowance, stored.windows.length > 0))
    return stopForBudget(sync);
  if (sync.rowsLeft < window.limit) throw errors.spreadsheetFull(Math.max(0, sync.rowsLeft));
  const count = isBought ? toldCount(sync, window) : undefined;
  // records beyond a limit can only be requested together with the rest of their day
  if (count !== undefined && count > window.limit) {
    if (window.start < window.end) {
      run.commit({ place: halved(place) });
      return true;
    }
    if (window.limit < mostOfDay(place)) return stopAtDay(sync, window, allowance);
  }
  const received = receive(sync, window, place, allowance, count);
  return received === undefined || writeWindow(sync, window, place, received, allowance);
}

function allowanceOf(sync: Sync): Allowance {
  const { run, settings, asked } = sync;
  const infinite = Number.POSITIVE_INFINITY;
  if (!isPaid(asked)) return { left: infinite, leftForRepeat: infinite, whole: infinite };
  const ofRun = run.creditsLeft(settings.budget);
  const {
    daily,
    left: ofDay,
    settings: { monthlyBudget = infinite },
  } = budgetOf(sync);
  return {
    left: Math.max(0, Math.min(ofRun, ofDay)),
    // a budget that was lowered since also limits repeated requests
    leftForRepeat: ofDay < 0 ? 0 : ofRun,
    whole: Math.min(settings.budget, daily, monthlyBudget),
  };
}

/** @throws BUDGET if a day has more records than any run may pay for */
function isAffordable(
  sync: Sync,
  { windows: [first], density }: SyncPlace,
  { left, whole }: Allowance,
  wasAsked: boolean,
): boolean {
  if (left < 1 || (left < whole && mayBeTooMuch(first!, density, left))) return false;
  // for a day that was never queried, the estimate only comes from other days
  if (wasAsked && isTooMuch(first!, density, left)) throw dayTooLarge(sync, first!.start, whole);
  return true;
}

function dayTooLarge({ settings }: Sync, day: string, whole: number) {
  return errors.dayTooLarge(day, whole, whole === settings.budget);
}

function stopForBudget({ run }: Sync): false {
  run.say({ kind: 'budget' });
  return false;
}

/** Stops at a day with more records than this run may buy. @throws BUDGET if no run may buy more */
function stopAtDay(sync: Sync, { start, limit }: RequestedWindow, { whole }: Allowance): false {
  if (limit >= whole) throw dayTooLarge(sync, start, whole);
  return stopForBudget(sync);
}

function toldCount(sync: Sync, window: RequestedWindow): number | undefined {
  const count = sync.isCounting ? countRecords(sync, window) : undefined;
  sync.isCounting = count !== undefined;
  return count;
}

/** @returns undefined if the service refuses the limit, or other days had to be settled first */
function receive(
  sync: Sync,
  window: RequestedWindow,
  place: SyncPlace,
  allowance: Allowance,
  count: number | undefined,
): ReceivedWindow | undefined {
  try {
    return receiveWindow(sync, window, place, allowance, count);
  } catch (error) {
    const isRefused = isSignalsError(error) && error.code === 'BAD_INPUT';
    const most = isRefused ? lowerLimit(error.reason, window.limit) : undefined;
    if (most === undefined) throw error;
    sync.run.commit({ place: { ...placeOf(sync.run, sync.settings), most } });
    return undefined;
  }
}

/** @returns true if there is more to do and credits are left */
function writeWindow(
  sync: Sync,
  window: RequestedWindow,
  place: SyncPlace,
  received: ReceivedWindow,
  allowance: Allowance,
): boolean {
  const { platform, run, settings, zone, asked, tab, headers } = sync;
  const whenAdded = new Map([[NEW_HEADER, zone.midnight(todayOf(sync))]]);
  const shown = shownRows(asked.shown, received.rows);
  const incoming = incomingOf(shown, asked, zone).map((one) => ({ ...one, whenAdded }));
  let newest: readonly string[] = [];
  let written: Written;
  try {
    written = writeRows(tab, incoming, {
      headers,
      newRows: settings.newRows,
      zone,
      unnoted: [...UNNOTED, ...sync.adding],
      onAdd(added, changed) {
        newest = [...added];
        tell(sync, shown.rows, added, changed);
      },
    });
    // flush before settling: settled records must be in the tab
    platform.grid.flush();
  } catch (error) {
    // the days are still to do: a later run writes the paid records without buying them again
    ignoreErrors(() => settleWindow(sync, received, placeOf(run, settings), NOTHING_WRITTEN));
    throw error;
  }
  sync.rowsLeft -= written.added;
  const { isFull, missing, records } = received;
  const isOneDay = window.start === window.end;
  const isAtMost = window.limit >= mostOfDay(place);
  // before settling, which writes the notices too
  if (isOneDay && isFull && isAtMost) run.say({ kind: 'cut', day: window.start, limit: window.limit });
  if (isOneDay && !isFull && missing.length > 0) run.say({ kind: 'perhaps-cut', day: window.start, records });
  const after = afterAnswer(place, { asked: window, ...received });
  settleWindow(sync, received, after, { ...written, newest });
  return isOneDay && isFull && !isAtMost ? stopAtDay(sync, window, allowance) : true;
}

/**
 * Queues messages before the rows are in the tab: for a repeated run, rows in the tab are not new.
 * Queued records are not queued again. If the properties are full, the tab is more important.
 */
function tell(
  { platform, run, asked, tab, log }: Sync,
  rows: readonly Row[],
  ids: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): void {
  const { alerts } = run.job;
  if (!alerts) return;
  const { dataset } = asked.question;
  const changes = rows.flatMap((row): RecordNow[] => {
    const id = textAt(row, placesOf(dataset).id);
    const isOld = !ids.has(id) && !changed.has(id);
    return id === ''
      ? []
      : [{ kind: ids.has(id) ? 'new' : 'changed', dataset, id, row, question: '', isOld }];
  });
  // rows are newest first; events are in the order of the changes
  log?.add(changes.reverse(), platform.clock.now());
  if (ids.size === 0) return;
  const summaries = rows.map((row) => summaryOf(asked.question.dataset, row));
  const records = summaries.filter(({ id }) => ids.has(id)).map((one) => ({ ...one, tab: tab.name() }));
  try {
    run.commit({}, { before: () => queued(run.properties, alerts, records) });
  } catch (error) {
    if (isSignalsError(error)) throw error;
  }
}

/** Changes of this column get no note: they only accompany other changes. */
const UNNOTED = [MODIFIED_HEADER];
