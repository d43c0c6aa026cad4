/** Installable triggers: stored with the person who created them, due by the sandbox's clock. */
import { randomUUID } from 'node:crypto';
import type { TriggerInfo, TriggerRequest } from '../bridge/operations.js';
import type { HandlersOf } from '../services/define.js';
import type { CLOCK_TRIGGER, SCRIPT_APP } from '../services/script.js';
import type { HostClock } from './clock.js';
import { type Caller, FIRST_DOCUMENT } from './handlers.js';

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

/** As it is kept in a file; those of earlier versions name no spreadsheet. */
export type StoredTrigger = Omit<Trigger, 'documentId'> & Partial<Pick<Trigger, 'documentId'>>;

export interface Triggers {
  readonly handlers: HandlersOf<Caller, typeof SCRIPT_APP> & HandlersOf<Caller, typeof CLOCK_TRIGGER>;
  /** All of them, of every person and spreadsheet. */
  list(): readonly Trigger[];
  /** Those of a spreadsheet that no longer exists. */
  forget(documentId: string): void;
  /** As Google does it, without a word: it stays in the list, and does not run. */
  disable(id: string): void;
  /** The due clock triggers of a spreadsheet, each rescheduled. */
  takeDue(documentId: string): readonly Trigger[];
}

export interface TriggersOptions {
  readonly clock: HostClock;
  readonly stored?: readonly StoredTrigger[];
  readonly onChange?: () => void;
}

export function createTriggers({ clock, stored = [], onChange }: TriggersOptions): Triggers {
  let triggers: readonly Trigger[] = stored.map((trigger) => ({
    ...trigger,
    documentId: trigger.documentId ?? FIRST_DOCUMENT,
  }));
  const ownOf = ({ user }: Caller) => triggers.filter(({ owner }) => owner === user.email);
  const replace = (next: readonly Trigger[]): void => {
    triggers = next;
    onChange?.();
  };
  return {
    handlers: {
      getProjectTriggers: (caller) => ownOf(caller).map(infoOf),
      getUserTriggers: (caller, spreadsheetId) =>
        ownOf(caller)
          .filter(({ documentId }) => documentId === spreadsheetId)
          .map(infoOf),
      createTrigger: (caller, request) => {
        check(caller, request, ownOf(caller));
        const trigger: Trigger = {
          id: randomUUID(),
          functionName: request.functionName,
          everyMs: request.everyMs,
          owner: caller.user.email,
          documentId: caller.documentId,
          nextAt: clock.now() + request.everyMs,
        };
        replace([...triggers, trigger]);
        return infoOf(trigger);
      },
      deleteTrigger: ({ user }, id) => {
        const found = triggers.find((trigger) => trigger.id === id && trigger.owner === user.email);
        if (!found) throw new Error('The trigger does not exist');
        replace(triggers.filter((trigger) => trigger !== found));
      },
    },
    list: () => triggers,
    forget: (gone) => replace(triggers.filter(({ documentId }) => documentId !== gone)),
    disable: (id) => replace(triggers.map((one) => (one.id === id ? { ...one, isDisabled: true } : one))),
    takeDue(document) {
      const now = clock.now();
      const due = triggers.filter(
        ({ documentId, nextAt, isDisabled }) => documentId === document && nextAt <= now && !isDisabled,
      );
      const next = triggers.map((one) => (due.includes(one) ? { ...one, nextAt: now + one.everyMs } : one));
      if (due.length > 0) replace(next);
      return due;
    },
  };
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
