/** The sync of a tab: window by window, each asked, written and settled before the next. */

import { DATASETS } from '../../contract/datasets.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { lookOf } from '../../contract/looks.js';
import { ownLook } from '../account/appearance.js';
import type { StoredConnection } from '../account/connection.js';
import { dailyBudgetOf } from '../account/payer.js';
import { queued } from '../alerts/outbox.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties, Tab } from '../platform.js';
import { settledDay } from '../question/window.js';
import { createZone } from '../question/zone.js';
import { findColumns, ID_HEADER, MODIFIED_HEADER, NEW_HEADER } from '../tab/synced-columns.js';
import { writeRows } from '../tab/write-rows.js';
import { summaryOf } from '../table/record-summary.js';
import type { Row } from '../table/rows.js';
import { checkCellQuota } from './cell-quota.js';
import type { DayWindow, RequestedWindow, SyncPlace } from './job.js';
import type { Run } from './run.js';
import { readSyncQuestion } from './sync-question.js';
import {
  afterAnswer,
  halved,
  isTooMuch,
  limitFor,
  lowerLimit,
  MAX_RECORDS,
  mayBeTooMuch,
  mostOfDay,
  startOf,
  withFirstDays,
  withNextWindow,
} from './sync-window.js';
import { createWindowPurchases } from './window-purchase.js';
import type { ReceivedWindow } from './window-types.js';

/**
 * Returns whether it stopped for lack of time: then it resumes in the next slot.
 * @throws what a sidebar shows; the place is kept, and nothing that was asked is lost
 */
export function runSync(
  platform: Platform,
  properties: Properties,
  run: Run,
  settings: SyncSettings,
  connection: StoredConnection,
): boolean {
  const { clock, grid } = platform;
  const zone = createZone(platform.spreadsheet.timeZone());
  const asked = readSyncQuestion(platform, settings.formula, zone);
  const isPaid = DATASETS[asked.question.dataset].paid;
  const headers = [
    ...asked.columns.map(({ header }) => header),
    ...(settings.newSince ? [NEW_HEADER] : []),
    ID_HEADER,
  ];
  const today = () => zone.dayOf(new Date(clock.now()));
  const tab = openTab(platform, run, settings);
  const { adding = [] } = placeOf(run, settings);
  const paths = asked.columns.map(({ fields: [field] }) => field?.path ?? '');
  const added = settings.newSince ? ['lastModified'] : [];
  findColumns(tab, headers, adding, () => ownLook(platform, lookOf([...paths, ...added, 'id'])));
  const purchases = createWindowPurchases(platform, properties, { run, asked, connection, zone });
  const room = checkCellQuota(grid, tab, run);
  if (room.notice) run.say(room.notice);
  let rowsLeft = room.rows;
  if (adding.length > 0) {
    const { adding: _adding, ...place } = placeOf(run, settings);
    const older = adding.filter((header) => header !== NEW_HEADER);
    if (older.length > 0) run.say({ kind: 'columns', headers: older });
    run.commit({ place });
  }

  for (;;) {
    if (clock.now() >= run.stopAt) return true;
    const allowed = isPaid ? allowance() : Number.POSITIVE_INFINITY;
    // the most that any run may spend, at the beginning of a day
    const whole = isPaid ? Math.min(settings.budget, daily()) : Number.POSITIVE_INFINITY;
    const { from } = settings;
    const last = settledDay(clock.now());
    const stored = placeOf(run, settings);
    const next = withNextWindow(stored, { from, last }, allowed, purchases.parts);
    if (next.windows.length === 0) return false;
    const place = next.asked ? next : withFirstDays(next, purchases.firstDays);
    const [first] = place.windows as [DayWindow];
    const isFree = place.asked !== undefined || first.isKnown === true;
    if (!isFree && (allowed < 1 || (allowed < whole && mayBeTooMuch(first, place.density, allowed)))) {
      run.say({ kind: 'budget' });
      return false;
    }
    // of a day that was never asked for, only other days are known
    if (!isFree && stored.windows.length > 0 && isTooMuch(first, place.density, allowed)) {
      throw errors.dayTooLarge(first.start, whole, whole === settings.budget);
    }
    // what another run has asked and not got may cost all of it: that waits for a run with its whole budget
    const left = run.creditsLeft(settings.budget);
    if (isPaid && place.asked && place.asked.limit > left && left < settings.budget) {
      run.say({ kind: 'budget' });
      return false;
    }
    if (rowsLeft < MAX_RECORDS) throw errors.spreadsheetFull(Math.max(0, rowsLeft));
    const affordable = first.isKnown ? Number.POSITIVE_INFINITY : allowed;
    const window: RequestedWindow = place.asked ?? { ...first, limit: limitFor(first, affordable, place) };
    // what a limit has cut off can only be asked for together with more of the same day
    if (isPaid && !isFree) {
      const count = purchases.count(first) ?? 0;
      if (count > window.limit && first.start < first.end) {
        run.commit({ place: halved(place) });
        continue;
      }
      if (count > window.limit && window.limit < mostOfDay(place)) {
        if (window.limit >= whole) throw errors.dayTooLarge(first.start, whole, whole === settings.budget);
        run.say({ kind: 'budget' });
        return false;
      }
    }
    const received = ask(window, place);
    if (!received) continue;
    const whenAdded = new Map([[NEW_HEADER, zone.midnight(today())]]);
    const incoming = received.incoming.map((one) => ({ ...one, whenAdded }));
    const written = writeRows(tab, incoming, {
      headers,
      newRows: settings.newRows,
      zone,
      unnoted: [...UNNOTED, ...adding],
      inserting: place.inserting,
      onAdd: (ids) => tell(received.rows, ids),
      onInsert: (inserting) => run.commit({ place: { ...placeOf(run, settings), inserting } }),
    });
    rowsLeft -= written.added;
    const most = mostOfDay(place);
    const isFullDay = received.isFull && window.start === window.end;
    // before it is settled, and written with it
    if (isFullDay && window.limit >= most) run.say({ kind: 'cut', day: window.start, limit: window.limit });
    if (received.looksCut && window.start === window.end) {
      run.say({ kind: 'perhaps-cut', day: window.start, records: received.records });
    }
    // the tab first: what is settled must be there
    grid.flush();
    received.settle(afterAnswer(placeOf(run, settings), { asked: window, ...received }), written);
    if (isFullDay && window.limit < Math.min(whole, most)) {
      run.say({ kind: 'budget' });
      return false;
    }
    if (isFullDay && window.limit < most) {
      throw errors.dayTooLarge(window.start, whole, whole === settings.budget);
    }
  }

  /** Nothing where the service refuses so high a limit: the next round asks with a lower one. */
  function ask(window: RequestedWindow, place: SyncPlace): ReceivedWindow | undefined {
    try {
      return purchases.ask(window, { ...place, asked: window });
    } catch (error) {
      const isRefused = isSignalsError(error) && error.code === 'BAD_INPUT';
      const most = isRefused ? lowerLimit(error.reason, window.limit) : undefined;
      if (most === undefined) throw error;
      const { asked: _asked, ...rest } = placeOf(run, settings);
      run.commit({ place: { ...rest, most } });
      return undefined;
    }
  }

  /**
   * Before they are in the tab: what is in the tab is not new to a run that repeats this. What was told is not told again.
   * Where the properties are full, the tab is more important.
   */
  function tell(rows: readonly Row[], ids: ReadonlySet<string>): void {
    const { alerts } = run.job;
    if (!alerts) return;
    const summaries = rows.map((row) => summaryOf(asked.question.dataset, row));
    const records = summaries.filter(({ id }) => ids.has(id)).map((one) => ({ ...one, tab: tab.name() }));
    try {
      run.commit({}, { before: () => queued(properties, alerts, records) });
    } catch (error) {
      if (isSignalsError(error)) throw error;
    }
  }

  /** Credits that this run, and the spreadsheet today, may still spend. */
  function allowance(): number {
    return Math.min(run.creditsLeft(settings.budget), daily() - purchases.committed());
  }

  function daily(): number {
    return dailyBudgetOf(platform, properties, connection);
  }
}

/** Changes of this column say nothing that the others do not. */
const UNNOTED = [MODIFIED_HEADER];

function placeOf(run: Run, settings: SyncSettings): SyncPlace {
  return run.progress().place ?? startOf(settings);
}

/** The job's tab, found by its id once it is known: it may be renamed. @throws BAD_INPUT when it was deleted */
function openTab({ grid }: Platform, run: Run, settings: SyncSettings): Tab {
  const place = placeOf(run, settings);
  const tabs = grid.tabs();
  if (place.tab !== undefined) {
    const tab = tabs.find(({ id }) => id === place.tab);
    if (!tab) throw errors.noTab(settings.tab);
    return tab;
  }
  const tab = tabs.find((one) => one.name() === settings.tab) ?? grid.insert(settings.tab);
  run.commit({ place: { ...place, tab: tab.id } });
  return tab;
}
