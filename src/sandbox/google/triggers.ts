/** Installable triggers: stored with the person who created them, due by the sandbox's clock. */
import { randomUUID } from 'node:crypto';
import type { TriggerInfo, TriggerRequest } from '../bridge/operations.js';
import type { HostClock } from './clock.js';
import { type Caller, FIRST_DOCUMENT, type Handlers, type OperationsOf } from './handlers.js';

const MAX_TRIGGERS = 20;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface Trigger extends TriggerInfo {
  /** The address of the person who created it and as whom it runs. */
  readonly owner: string;
  /** The spreadsheet with which it runs. */
  readonly documentId: string;
  /** Milliseconds since 1970; undefined for a trigger that waits for an event. */
  readonly nextAt: number | undefined;
}

/** As it is kept in a file; those of earlier versions name no spreadsheet. */
export type StoredTrigger = Omit<Trigger, 'documentId'> & Partial<Pick<Trigger, 'documentId'>>;

export interface Triggers {
  readonly handlers: Handlers<OperationsOf<'ScriptApp'>>;
  /** All of them, of every person and spreadsheet. */
  list(): readonly Trigger[];
  /** Those of a spreadsheet that no longer exists. */
  forget(documentId: string): void;
  /** The due clock triggers of a spreadsheet, each rescheduled; a trigger that runs once is removed. */
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
      'ScriptApp.getProjectTriggers': (caller) => ownOf(caller).map(infoOf),
      'ScriptApp.getUserTriggers': (caller, spreadsheetId) =>
        ownOf(caller)
          .filter(({ documentId }) => documentId === spreadsheetId)
          .map(infoOf),
      'ScriptApp.createTrigger': (caller, request) => {
        check(caller, request, ownOf(caller));
        const trigger: Trigger = {
          id: randomUUID(),
          functionName: request.functionName,
          everyMs: request.everyMs,
          eventType: request.eventType,
          owner: caller.user.email,
          documentId: caller.documentId,
          nextAt: request.eventType === 'CLOCK' ? firstTime(request, clock.now()) : undefined,
        };
        replace([...triggers, trigger]);
        return infoOf(trigger);
      },
      'ScriptApp.deleteTrigger': ({ user }, id) => {
        const found = triggers.find((trigger) => trigger.id === id && trigger.owner === user.email);
        if (!found) throw new Error('The trigger does not exist');
        replace(triggers.filter((trigger) => trigger !== found));
      },
    },
    list: () => triggers,
    forget: (gone) => replace(triggers.filter(({ documentId }) => documentId !== gone)),
    takeDue(document) {
      const now = clock.now();
      const due = triggers.filter(
        ({ documentId, nextAt }) => documentId === document && nextAt !== undefined && nextAt <= now,
      );
      if (due.length > 0) {
        replace(
          triggers.flatMap((trigger) => {
            if (!due.includes(trigger)) return [trigger];
            return trigger.everyMs > 0 ? [{ ...trigger, nextAt: now + trigger.everyMs }] : [];
          }),
        );
      }
      return due;
    },
  };
}

function check({ documentId }: Caller, request: TriggerRequest, own: readonly Trigger[]): void {
  if (own.length >= MAX_TRIGGERS) throw new Error('This script has too many triggers.');
  // Google's rule for add-ons: "one of each type per user and document"
  const inDocument = own.filter((trigger) => trigger.documentId === documentId);
  if (inDocument.some(({ eventType }) => eventType === request.eventType)) {
    throw new Error(
      'This add-on has created too many time-based triggers in this document for this Google user account.',
    );
  }
  const once = request.everyMs === 0;
  if (request.eventType === 'CLOCK' && !once && request.everyMs < HOUR_MS) {
    throw new Error('The time-based trigger of an add-on must run at most once an hour.');
  }
  if (request.eventType === 'CLOCK' && once && request.afterMs === undefined) {
    throw new Error('The time of the trigger is missing');
  }
}

function firstTime({ everyMs, afterMs, atHour }: TriggerRequest, now: number): number {
  if (afterMs !== undefined) return now + Math.max(0, afterMs);
  if (atHour === undefined) return now + everyMs;
  const today = new Date(now);
  const at = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), atHour);
  return at > now + MINUTE_MS ? at : at + 24 * HOUR_MS;
}

function infoOf({ id, functionName, everyMs, eventType }: Trigger): TriggerInfo {
  return { id, functionName, everyMs, eventType };
}
