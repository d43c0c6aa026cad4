/**
 * Sends the waiting events of a job's outbox in order and in batches. Without a good answer, a batch and all
 * later events stay there and are sent again. A receiver recognizes repeated events by their ids.
 */
import type { Platform } from '../platform.js';
import { hash } from '../storage/text.js';
import type { Destination } from './destinations.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { NO_ANSWER, prepareSignedPost, sheetAddress } from './send-alerts.js';

/** Keeps a message below some hundred kilobytes. */
const MAX_EVENTS = 100;

export interface SentEvents {
  /** Why the first remaining event did not arrive; empty if all arrived or time ran out. */
  readonly failure: string;
  readonly isTimeOut: boolean;
}

/** @param hasTime called before each message; it may renew the run's lease */
export function sendEvents(
  platform: Platform,
  log: EventLog,
  job: string,
  destination: Destination,
  hasTime: () => boolean,
): SentEvents {
  for (let batch = nextBatch(log.waiting()); batch.length > 0; batch = nextBatch(log.waiting())) {
    if (!hasTime()) return { failure: '', isTimeOut: true };
    const left = log.waiting().length - batch.length;
    const data = { job, url: sheetAddress(platform), events: log.read(batch), left };
    const id = `msg_${hash(batch.map(({ event }) => event).join())}`;
    const failure = prepareSignedPost(platform, destination, id, { type: 'records.changed', data })();
    if (failure !== '') return { failure: failure ?? NO_ANSWER, isTimeOut: false };
    log.markSent(batch, platform.clock.now());
  }
  log.trim();
  return { failure: '', isTimeOut: false };
}

/** Returns the first events in consecutive rows. */
function nextBatch(waiting: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const end = waiting.findIndex(({ rowNumber }, index) => rowNumber !== waiting[0]!.rowNumber + index);
  return waiting.slice(0, Math.min(MAX_EVENTS, end < 0 ? waiting.length : end));
}
