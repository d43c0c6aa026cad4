/** Pushes a group's news once a day, without an automatic retry if the news may have arrived. */
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import type { PushSettings } from '../../contract/jobs.js';
import type { StoredConnection } from '../account/connection.js';
import { errors, isSignalsError } from '../errors.js';
import type { News } from '../news/push-news.js';
import type { Run } from './run.js';

const DAY_MS = 86_400_000;

/** @throws BAD_INPUT if a person repeats today's push; the client's errors */
export function runPush(run: Run, settings: PushSettings, connection: StoredConnection, news: News): void {
  const now = run.platform.clock.now();
  const days = daysToPush(settings.days, run.progress().pushed?.answeredAt, now);
  try {
    const outcome = news.push({ ...settings, days, again: false }, connection);
    if (outcome.kind !== 'pushed-already') run.commit({ pushed: { answeredAt: now } });
    else if (run.byPerson) throw errors.pushedToday();
    else if (outcome.push.result === 'unknown') run.addWarning({ kind: 'push-unclear' });
  } catch (error) {
    if (!isSignalsError(error) || !error.unclear) throw error;
    run.addWarning({ kind: 'push-unclear' });
  }
}

/**
 * Includes the day of the last push: it did not contain news that was published later that day. A receiver
 * recognizes repeated news by its id. The service counts days in UTC.
 */
function daysToPush(days: number, before: number | undefined, now: number): number {
  const dayOf = (moment: number) => Math.floor(moment / DAY_MS);
  const since = before === undefined ? 1 : Math.max(1, dayOf(now) - dayOf(before));
  return Math.min(days + since, MAX_NEWS_DAYS);
}
