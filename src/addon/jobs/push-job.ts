/** The push of a group's news: once a day, and never retried automatically if it may have arrived. */
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import type { PushSettings } from '../../contract/jobs.js';
import type { StoredConnection } from '../account/connection.js';
import { errors, isSignalsError } from '../errors.js';
import type { News } from '../news/push-news.js';
import type { Run } from './run.js';

const DAY_MS = 86_400_000;

/** @throws BAD_INPUT when a person wants what went out today already; what the client throws */
export function runPush(run: Run, settings: PushSettings, connection: StoredConnection, news: News): void {
  const now = run.platform.clock.now();
  const days = daysToPush(settings.days, run.progress().pushed?.answeredAt, now);
  try {
    const outcome = news.push({ ...settings, days, again: false }, connection);
    if (outcome.kind !== 'pushed-already') run.commit({ pushed: { answeredAt: now } });
    else if (run.byPerson) throw errors.pushedToday();
    else if (outcome.push.result === 'unknown') run.say({ kind: 'push-unclear' });
  } catch (error) {
    if (!isSignalsError(error) || !error.unclear) throw error;
    run.say({ kind: 'push-unclear' });
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
