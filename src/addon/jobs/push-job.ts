/** Pushes a group's news once a day, without an automatic retry if the news may have arrived. */
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import type { PushSettings } from '../../contract/jobs.js';
import type { StoredConnection } from '../account/connection.js';
import { errors, isSignalsError } from '../errors.js';
import type { News } from '../news/push-news.js';
import { todayIn, zoneOrUtc } from '../question/zone.js';
import { hash } from '../storage/text.js';
import type { Run } from './run.js';

const DAY_MS = 86_400_000;

/**
 * Sends nothing to an address that had the group's news today, or may have had it.
 * @throws BAD_INPUT if a person repeats such a push; the client's errors
 */
export function runPush(run: Run, settings: PushSettings, connection: StoredConnection, news: News): void {
  const { platform } = run;
  const now = platform.clock.now();
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const to = hash(`${settings.group} ${settings.callbackUrl}`);
  const { begunAt, answeredAt, ...last } = run.progress.pushed ?? {};
  const wasToday =
    last.to === to && begunAt !== undefined && zone.dayOf(new Date(begunAt)) === todayIn(zone, platform);
  if (wasToday) {
    if (run.byPerson) throw errors.pushedToday();
    if (answeredAt !== begunAt) run.addWarning({ kind: 'push-unclear' });
    return;
  }
  const answered = answeredAt === undefined ? {} : { answeredAt };
  // before the request: a run that dies may have pushed the news
  run.commit({ pushed: { ...answered, to, begunAt: now } });
  try {
    news.push({ ...settings, days: daysToPush(settings.days, answeredAt, now) }, connection);
  } catch (error) {
    if (!isSignalsError(error) || !error.unclear) {
      run.commit({ pushed: answered });
      throw error;
    }
    run.addWarning({ kind: 'push-unclear' });
    return;
  }
  run.commit({ pushed: { to, begunAt: now, answeredAt: now } });
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
