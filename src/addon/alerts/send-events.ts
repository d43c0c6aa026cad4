/**
 * Sends the events that wait in the outbox of a job, in their order and in batches. What has no good answer stays there, and
 * all behind it: it is sent again, and a receiver knows by the names of the events what it has got before.
 */
import type { Platform } from '../platform.js';
import { hash } from '../storage/text.js';
import type { Destination } from './destinations.js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { NO_ANSWER, sheetAddress, signedPost } from './send-alerts.js';

/** A message with so many has some hundred kilobytes at the most. */
const MAX_EVENTS = 100;

export interface SentEvents {
  /** Why the first of those that are left has not arrived; empty where all have, or time has run out. */
  readonly failure: string;
  readonly isTimeOut: boolean;
}

/** @param hasTime asked before each message; it may keep the lease of the run */
export function sendEvents(
  platform: Platform,
  log: EventLog,
  job: string,
  destination: Destination,
  hasTime: () => boolean,
): SentEvents {
  for (let batch = nextOf(log.waiting()); batch.length > 0; batch = nextOf(log.waiting())) {
    if (!hasTime()) return { failure: '', isTimeOut: true };
    const left = log.waiting().length - batch.length;
    const data = { job, url: sheetAddress(platform), events: log.read(batch), left };
    const id = `msg_${hash(batch.map(({ event }) => event).join())}`;
    const failure = signedPost(platform, destination, id, { type: 'records.changed', data })();
    if (failure !== '') return { failure: failure ?? NO_ANSWER, isTimeOut: false };
    log.note(batch, platform.clock.now());
  }
  log.trim();
  return { failure: '', isTimeOut: false };
}

/** Those whose lines follow each other. */
function nextOf(waiting: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const end = waiting.findIndex(({ line }, index) => line !== waiting[0]!.line + index);
  return waiting.slice(0, Math.min(MAX_EVENTS, end < 0 ? waiting.length : end));
}
