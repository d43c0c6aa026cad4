/** The push of a group's news: once a day, and never retried automatically if it may have arrived. */
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import type { PushSettings } from '../../contract/jobs.js';
import type { StoredConnection } from '../account/connection.js';
import { errors, isSignalsError } from '../errors.js';
import type { News } from '../news/push-news.js';
import { createZone } from '../question/zone.js';
import type { PushPlace } from './job.js';
import type { Run } from './run.js';

const DAY_MS = 86_400_000;

/** @throws BAD_INPUT when a person wants what went out today already; what the client throws */
export function runPush(run: Run, settings: PushSettings, connection: StoredConnection, news: News): void {
  const { platform } = run;
  const zone = createZone(platform.spreadsheet.timeZone());
  const now = platform.clock.now();
  const today = zone.dayOf(new Date(now));
  const { pushed } = run.progress();
  const before = pushed?.answeredAt;
  if (pushed?.day === today) {
    if (run.byPerson) throw errors.pushedToday();
    if (pushed.result === 'unknown') run.say({ kind: 'push-unclear' });
    return;
  }
  const days = daysToPush(settings.days, before, now);
  // written before it is sent: if this execution dies, the day counts as pushed
  run.commit({ pushed: pushedAt('unknown') });
  try {
    const outcome = news.push({ ...settings, days, again: false }, connection);
    const isUnclear = outcome.kind === 'pushed-already' && outcome.push.result === 'unknown';
    if (isUnclear) run.say({ kind: 'push-unclear' });
    run.commit({ pushed: pushedAt(isUnclear ? 'unknown' : 'answered') });
  } catch (error) {
    if (isSignalsError(error) && error.unclear) {
      run.say({ kind: 'push-unclear' });
      return;
    }
    // refused: nothing went out, so the day may be tried again
    run.commit({ pushed: { ...pushedAt('unknown'), day: '' } });
    throw error;
  }

  function pushedAt(result: PushPlace['result']): PushPlace {
    const answeredAt = result === 'answered' ? now : before;
    return { day: today, result, ...(answeredAt !== undefined && { answeredAt }) };
  }
}

/**
 * A push goes back to the day of the last one: what was published on that day after it has gone out to nobody.
 * What comes again is known to a receiver by its id. The service counts days in UTC.
 */
function daysToPush(days: number, before: number | undefined, now: number): number {
  const dayOf = (moment: number) => Math.floor(moment / DAY_MS);
  const since = before === undefined ? 1 : Math.max(1, dayOf(now) - dayOf(before));
  return Math.min(days + since, MAX_NEWS_DAYS);
}
