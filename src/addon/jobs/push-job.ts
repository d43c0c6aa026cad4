/** The push of a group's news: once a day, and never again by itself when nobody knows whether it arrived. */
import type { PushSettings } from '../../contract/jobs.js';
import { errors, isSignalsError } from '../errors.js';
import { createNews } from '../news.js';
import type { Platform } from '../platform.js';
import { createZone } from '../question/zone.js';
import type { ConnectionStore } from '../store/connection.js';
import type { Run } from './run.js';
import type { SyncResult } from './sync.js';

const UNCLEAR = 'The last push got no answer: the news may have arrived.';

/** @throws BAD_INPUT when a person wants what went out today already; what the client throws */
export function runPush(
  platform: Platform,
  connections: ConnectionStore,
  run: Run,
  settings: PushSettings,
): SyncResult {
  const zone = createZone(platform.spreadsheet.timeZone());
  const today = zone.dayOf(new Date(platform.clock.now()));
  const { pushed } = run.progress();
  if (pushed?.day === today) {
    if (run.by !== '') throw errors.pushedToday();
    return { unfinished: false, notice: pushed.result === 'unknown' ? UNCLEAR : '' };
  }
  // written before it is sent: if this execution dies, the day counts as pushed
  run.commit({ pushed: { day: today, result: 'unknown' } });
  try {
    const outcome = createNews(platform, connections).push({ ...settings, again: false });
    const isUnclear = outcome.kind === 'pushed-already' && outcome.push.result === 'unknown';
    run.commit({ pushed: { day: today, result: isUnclear ? 'unknown' : 'answered' } });
    return { unfinished: false, notice: isUnclear ? UNCLEAR : '' };
  } catch (error) {
    if (isSignalsError(error) && error.unclear) return { unfinished: false, notice: UNCLEAR };
    // refused: nothing went out, so the day may be tried again
    run.commit({ pushed: { day: '', result: 'unknown' } });
    throw error;
  }
}
