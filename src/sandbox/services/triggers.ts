/** Clock triggers, which belong to the person who created them and to a spreadsheet. */
import { randomUUID } from 'node:crypto';
import type { Caller } from './caller.js';
import type { HostClock } from './clock.js';

const MAX_TRIGGERS = 20;
export const HOUR_MS = 3_600_000;

export interface TriggerRequest {
  readonly functionName: string;
  readonly everyMs: number;
}

export interface Trigger extends TriggerRequest {
  readonly id: string;
  /** Google can disable a trigger without notice; the list still includes it. */
  readonly isDisabled?: true;
  /** The address of the person who created the trigger; it runs as this person. */
  readonly owner: string;
  /** The spreadsheet in which it runs. */
  readonly documentId: string;
  /** Milliseconds since 1970. */
  readonly nextAt: number;
}

export type Triggers = ReturnType<typeof createTriggers>;

export function createTriggers(clock: HostClock, stored: readonly Trigger[], onChange: () => void) {
  // the clock of the last start may have been ahead
  let all = stored.map((one) => ({ ...one, nextAt: Math.min(one.nextAt, clock.now() + one.everyMs) }));
  const replace = (next: Trigger[]): void => {
    all = next;
    onChange();
  };
  /** Returns the triggers of the caller in all spreadsheets. */
  const ownOf = ({ user }: Pick<Caller, 'user'>): readonly Trigger[] =>
    all.filter(({ owner }) => owner === user.email);
  return {
    ownOf,
    /** Returns the triggers of all people and spreadsheets. */
    list: (): readonly Trigger[] => all,
    /** Disables a trigger as Google does, without notice: the list keeps it, but it does not run. */
    disable: (id: string): void =>
      replace(all.map((one) => (one.id === id ? { ...one, isDisabled: true } : one))),
    /** Returns the due triggers of a spreadsheet and sets their next times. */
    takeDue(document: string): readonly Trigger[] {
      const now = clock.now();
      const due = all.filter(
        ({ documentId, nextAt, isDisabled }) => documentId === document && nextAt <= now && !isDisabled,
      );
      if (due.length > 0)
        replace(all.map((one) => (due.includes(one) ? { ...one, nextAt: now + one.everyMs } : one)));
      return due;
    },
    create(caller: Caller, request: TriggerRequest): Trigger {
      const { documentId, user } = caller;
      const own = ownOf(caller);
      if (own.length >= MAX_TRIGGERS) throw new Error('This script has too many triggers.');
      // Google's rule for add-ons: "one of each type per user and document"
      if (own.some((trigger) => trigger.documentId === documentId)) {
        throw new Error(
          'This add-on has created too many time-based triggers in this document for this Google user account.',
        );
      }
      const nextAt = clock.now() + request.everyMs;
      const trigger = { ...request, id: randomUUID(), owner: user.email, documentId, nextAt };
      replace([...all, trigger]);
      return trigger;
    },
    delete(caller: Pick<Caller, 'user'>, id: string | undefined): void {
      const found = ownOf(caller).find((trigger) => trigger.id === id);
      if (!found) throw new Error('The trigger does not exist');
      replace(all.filter((trigger) => trigger !== found));
    },
  };
}
