/** The sync of a tab: window by window, each asked, written and settled before the next. */

import { DATASETS } from '../../contract/datasets.js';
import { addDays } from '../../contract/dates.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { errors } from '../errors.js';
import type { Platform, Properties, Tab } from '../platform.js';
import { createZone } from '../question/zone.js';
import type { StoredConnection } from '../store/connection.js';
import { readBook } from '../store/ledger.js';
import { committed, turnTo } from '../store/ledger-book.js';
import { readSettings } from '../store/settings.js';
import { settledDay } from '../store/window.js';
import type { AskedWindow, SyncPlace } from './job.js';
import { checkRoom, withNotice } from './room.js';
import type { Run } from './run.js';
import { readSyncQuestion } from './sync-question.js';
import {
  afterAnswer,
  isTooMuch,
  limitFor,
  MAX_RECORDS_OF_DAY,
  mayBeTooMuch,
  withNextWindow,
} from './sync-window.js';
import { findColumns, ID_HEADER } from './synced-columns.js';
import { createWindowFetch } from './window-fetch.js';
import { writeRows } from './write-rows.js';

export interface SyncResult {
  /** It stopped for want of time: it goes on in the next slot. */
  readonly unfinished: boolean;
  /** What there is to say although it went well; empty for nothing. */
  readonly notice: string;
}

/** @throws what a sidebar shows; the place is kept, and nothing that was asked is lost */
export function runSync(
  platform: Platform,
  properties: Properties,
  run: Run,
  settings: SyncSettings,
  connection: StoredConnection,
): SyncResult {
  const { clock, grid } = platform;
  const zone = createZone(platform.spreadsheet.timeZone());
  const asked = readSyncQuestion(platform, settings.formula, zone);
  const isPaid = DATASETS[asked.question.dataset].paid;
  const headers = [...asked.columns.map(({ header }) => header), ID_HEADER];
  const tab = openTab(platform, run, settings);
  const columns = findColumns(tab, headers);
  const fetchWindow = createWindowFetch(platform, properties, { run, asked, connection, zone });
  let notice = withNotice(run.progress().notice, checkRoom(grid, tab, run));

  for (;;) {
    if (clock.now() >= run.stopAt) return { unfinished: true, notice };
    const allowed = isPaid ? allowance() : Number.POSITIVE_INFINITY;
    // the most that any run may spend, at the beginning of a day
    const whole = isPaid ? Math.min(settings.budget, daily()) : Number.POSITIVE_INFINITY;
    const place = withNextWindow(placeOf(run, settings), settledDay(clock.now()), allowed);
    const [first] = place.windows;
    if (!first) return { unfinished: false, notice };
    if (!place.asked && (allowed < 1 || (allowed < whole && mayBeTooMuch(first, place.density, allowed)))) {
      return { unfinished: false, notice: withNotice(notice, BUDGET_REACHED) };
    }
    if (!place.asked && isTooMuch(first, place.density, allowed)) {
      throw errors.dayTooLarge(first.start, whole, whole === settings.budget);
    }
    const window: AskedWindow = place.asked ?? { ...first, limit: limitFor(first, allowed) };
    const received = fetchWindow(window, { ...place, asked: window });
    const written = writeRows(tab, received.incoming, {
      columns,
      newRows: settings.newRows,
      zone,
      unnoted: UNNOTED,
      inserting: place.inserting,
      onInsert: (inserting) => run.commit({ place: { ...placeOf(run, settings), inserting } }),
    });
    // the tab first: what is settled must be there
    grid.flush();
    received.settle(afterAnswer(placeOf(run, settings), { asked: window, ...received }), written);
    if (received.isFull && window.start === window.end) {
      if (window.limit < Math.min(whole, MAX_RECORDS_OF_DAY)) {
        return { unfinished: false, notice: withNotice(notice, BUDGET_REACHED) };
      }
      if (window.limit < MAX_RECORDS_OF_DAY) {
        throw errors.dayTooLarge(window.start, whole, whole === settings.budget);
      }
      const more = `${window.start} has more than ${window.limit} records; the rest is left out.`;
      notice = withNotice(notice, more);
    }
  }

  /** Credits that this run, and the spreadsheet today, may still spend. */
  function allowance(): number {
    const today = zone.dayOf(new Date(clock.now()));
    const spent = committed(turnTo(readBook(properties), today));
    return Math.min(settings.budget - run.progress().credits, daily() - spent);
  }

  function daily(): number {
    return Math.min(readSettings(properties).dailyBudget, connection.dailyCap ?? Number.POSITIVE_INFINITY);
  }
}

/** Changes of this column say nothing that the others do not. */
const UNNOTED = ['Last modified'];
const BUDGET_REACHED = 'The budget is used up; the next run goes on.';

function placeOf(run: Run, settings: SyncSettings): SyncPlace {
  const through = addDays(settings.from, -1);
  return run.progress().place ?? { through, until: through, windows: [], density: 0 };
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
