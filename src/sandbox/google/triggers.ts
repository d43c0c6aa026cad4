/** Installable triggers: stored with the person who created them, due by the sandbox's clock. */
import { randomUUID } from 'node:crypto';
import type { TriggerInfo, TriggerRequest } from '../bridge/operations.js';
import { CLOCK_TRIGGER, SCRIPT_APP } from '../services/script.js';
import type { Caller } from './caller.js';
import type { HostClock } from './clock.js';
import { serviceOf } from './dispatch.js';

const MAX_TRIGGERS = 20;
const HOUR_MS = 3_600_000;

export interface Trigger extends TriggerInfo {
  /** The address of the person who created it and as whom it runs. */
  readonly owner: string;
  /** The spreadsheet with which it runs. */
  readonly documentId: string;
  /** Milliseconds since 1970. */
  readonly nextAt: number;
}

export class Triggers {
  readonly #clock: HostClock;
  readonly #onChange: () => void;
  #all: readonly Trigger[];

  constructor(clock: HostClock, stored: readonly Trigger[], onChange: () => void) {
    this.#clock = clock;
    this.#all = stored;
    this.#onChange = onChange;
  }

  readonly services = [
    serviceOf(SCRIPT_APP, {
      getProjectTriggers: (caller) => this.#ownOf(caller).map(infoOf),
      getUserTriggers: (caller, spreadsheetId) =>
        this.#ownOf(caller)
          .filter(({ documentId }) => documentId === spreadsheetId)
          .map(infoOf),
      deleteTrigger: (caller, id) => {
        const found = this.#ownOf(caller).find((trigger) => trigger.id === id);
        if (!found) throw new Error('The trigger does not exist');
        this.#replace(this.#all.filter((trigger) => trigger !== found));
      },
    }),
    serviceOf(CLOCK_TRIGGER, {
      createTrigger: (caller, request) => {
        check(caller, request, this.#ownOf(caller));
        const { documentId, user } = caller;
        const nextAt = this.#clock.now() + request.everyMs;
        const trigger = { ...request, id: randomUUID(), owner: user.email, documentId, nextAt };
        this.#replace([...this.#all, trigger]);
        return infoOf(trigger);
      },
    }),
  ];

  /** All of them, of every person and spreadsheet. */
  list(): readonly Trigger[] {
    return this.#all;
  }

  /** Those of a spreadsheet that no longer exists. */
  forget(gone: string): void {
    this.#replace(this.#all.filter(({ documentId }) => documentId !== gone));
  }

  /** As Google does it, without a word: it stays in the list, and does not run. */
  disable(id: string): void {
    this.#replace(this.#all.map((one) => (one.id === id ? { ...one, isDisabled: true } : one)));
  }

  /** The due clock triggers of a spreadsheet, each rescheduled. */
  takeDue(document: string): readonly Trigger[] {
    const now = this.#clock.now();
    const due = this.#all.filter(
      ({ documentId, nextAt, isDisabled }) => documentId === document && nextAt <= now && !isDisabled,
    );
    if (due.length > 0)
      this.#replace(
        this.#all.map((one) => (due.includes(one) ? { ...one, nextAt: now + one.everyMs } : one)),
      );
    return due;
  }

  #ownOf({ user }: Caller): readonly Trigger[] {
    return this.#all.filter(({ owner }) => owner === user.email);
  }

  #replace(next: readonly Trigger[]): void {
    this.#all = next;
    this.#onChange();
  }
}

function check({ documentId }: Caller, request: TriggerRequest, own: readonly Trigger[]): void {
  if (own.length >= MAX_TRIGGERS) throw new Error('This script has too many triggers.');
  // Google's rule for add-ons: "one of each type per user and document"
  if (own.some((trigger) => trigger.documentId === documentId)) {
    throw new Error(
      'This add-on has created too many time-based triggers in this document for this Google user account.',
    );
  }
  if (request.everyMs < HOUR_MS) throw new Error('The time of the trigger is missing');
}

function infoOf({ id, functionName, everyMs, isDisabled }: Trigger): TriggerInfo {
  return { id, functionName, everyMs, ...(isDisabled && { isDisabled }) };
}
