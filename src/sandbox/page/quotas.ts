/** What each person has used of Google's quotas, as lines of text under the person's address. */
import type { Status } from '../server/protocol.js';

const MINUTE_MS = 60_000;

/** Reads and writes of properties have one limit together. */
export function describeQuotas(
  quotas: Status['quotas'],
): (readonly [person: string, lines: readonly string[]])[] {
  return Object.entries(quotas).map(([email, use]) => {
    const { propertyReads, propertyWrites, fetches, recipients, triggerMs } = use;
    const lines = [
      `${of(propertyReads.used + propertyWrites.used, propertyReads.limit)} property reads and writes`,
      `${of(fetches.used, fetches.limit)} fetches`,
      `${of(recipients.used, recipients.limit)} mails`,
      `${of(Math.ceil(triggerMs.used / MINUTE_MS), triggerMs.limit / MINUTE_MS)} min of triggers`,
    ];
    return [email, lines] as const;
  });
}

function of(used: number, limit: number): string {
  return `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`;
}
