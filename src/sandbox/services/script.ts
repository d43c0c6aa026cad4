/** ScriptApp: authorization, and clock triggers, which belong to the person who created them. */
import { randomUUID } from 'node:crypto';
import type { HostClock } from './clock.js';
import type { Caller } from './define.js';
import {
  type Call,
  dataOf,
  local,
  namesOf,
  Remote,
  recorded,
  serviceOf,
  setter,
  type Table,
  tableOf,
} from './define.js';

const MAX_TRIGGERS = 20;
const HOUR_MS = 3_600_000;
const STATUS = namesOf('REQUIRED', 'NOT_REQUIRED');

interface TriggerRequest {
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
  const ownOf = ({ user }: Caller): readonly Trigger[] => all.filter(({ owner }) => owner === user.email);
  return {
    /** Returns the triggers of all people and spreadsheets. */
    list: (): readonly Trigger[] => all,
    /** Removes the triggers of a spreadsheet that no longer exists. */
    removeDocument: (gone: string): void => replace(all.filter(({ documentId }) => documentId !== gone)),
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
    /** Returns the triggers of the caller in all spreadsheets. */
    ownOf,
    create(caller: Caller, request: TriggerRequest): Trigger {
      check(caller, request, ownOf(caller));
      const { documentId, user } = caller;
      const nextAt = clock.now() + request.everyMs;
      const trigger = { ...request, id: randomUUID(), owner: user.email, documentId, nextAt };
      replace([...all, trigger]);
      return trigger;
    },
    delete(caller: Caller, id: string | undefined): void {
      const found = ownOf(caller).find((trigger) => trigger.id === id);
      if (!found) throw new Error('The trigger does not exist');
      replace(all.filter((trigger) => trigger !== found));
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
  // without hours it is not a number
  if (!(request.everyMs >= HOUR_MS)) throw new Error('The time of the trigger is missing');
}

const TRIGGER = tableOf<GoogleAppsScript.Script.Trigger & Disableable, Trigger>('Trigger', {
  isDisabled: local(({ isDisabled }) => isDisabled === true),
  getUniqueId: local(({ id }) => id),
  getHandlerFunction: local(({ self }) => (self.data as Trigger).functionName),
});

/** No reference documents this method, but published scripts use it. */
interface Disableable {
  isDisabled(): boolean;
}

interface Authorization {
  readonly isMissing: boolean;
}

const AUTHORIZATION_INFO = tableOf<GoogleAppsScript.Script.AuthorizationInfo, Authorization>(
  'AuthorizationInfo',
  {
    getAuthorizationStatus: local(({ isMissing }) => STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED']),
    getAuthorizationUrl: local(({ isMissing }) =>
      isMissing ? 'https://accounts.google.com/o/oauth2/auth' : null,
    ),
  },
);

/** @param webAppUrl returns the address of the script's web app; undefined if it is not deployed */
export function scriptTables(triggers: Triggers, webAppUrl: () => string | undefined): readonly Table[] {
  const webApp = tableOf<GoogleAppsScript.Script.Service>('Service', {
    getUrl: local(() => webAppUrl() ?? null),
  });
  const clockBuilder = tableOf<GoogleAppsScript.Script.ClockTriggerBuilder>('ClockTriggerBuilder', {
    everyHours: setter('everyMs', (hours) => Number(hours) * HOUR_MS),
    create: recorded('ScriptApp.createTrigger', (call) => {
      const request = call.self.data as TriggerRequest;
      return new Remote(TRIGGER, triggers.create(call, request));
    }),
  });
  const builder = tableOf<GoogleAppsScript.Script.TriggerBuilder>('TriggerBuilder', {
    timeBased: local(({ self }) => new Remote(clockBuilder, self.data)),
  });
  const newTrigger = ({ switches }: Call, functionName: string) => {
    // no source quotes Google's message
    if (switches.testDeployment)
      throw new Error('Installable triggers are not supported in test deployments of add-ons.');
    const request: TriggerRequest = { functionName: String(functionName), everyMs: 0 };
    return new Remote(builder, request);
  };
  const script = serviceOf<GoogleAppsScript.Script.ScriptApp & Scoped>('ScriptApp', {
    AuthMode: namesOf('NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL'),
    AuthorizationStatus: STATUS,
    getProjectTriggers: {
      needs: 'triggers',
      handle: (call) => triggers.ownOf(call).map((one) => new Remote(TRIGGER, one)),
    },
    getUserTriggers: {
      needs: 'triggers',
      required: ['document'],
      handle(call, document) {
        // clock triggers belong to a person and a spreadsheet, but no event of the spreadsheet fires them
        if (!call.switches.clockTriggersByDocument) return [];
        const id = dataOf<{ readonly id: string }>('Spreadsheet', document)?.id;
        const found = triggers.ownOf(call).filter(({ documentId }) => documentId === id);
        return found.map((one) => new Remote(TRIGGER, one));
      },
    },
    newTrigger: local(newTrigger, { needs: 'triggers', required: ['functionName'] }),
    deleteTrigger: {
      needs: 'triggers',
      required: ['trigger'],
      handle: (call, trigger) => triggers.delete(call, dataOf<Trigger>('Trigger', trigger)?.id),
    },
    getAuthorizationInfo: local(({ permissions }, _mode, scopes) => {
      const isMissing = permissions.missing(scopes).length > 0;
      return new Remote(AUTHORIZATION_INFO, { isMissing } satisfies Authorization);
    }),
    // Google ends the execution and shows the person a consent dialog
    requireScopes: local(({ permissions }, _mode, scopes) => {
      if (permissions.missing(scopes).length > 0)
        throw new Error('Authorization is required to perform that action.');
    }),
    getService: local(() => new Remote(webApp, {})),
  });
  return [TRIGGER, AUTHORIZATION_INFO, webApp, clockBuilder, builder, script];
}

/** The published types lack the scopes that ScriptApp's reference documents. */
interface Scoped {
  getAuthorizationInfo(
    mode: GoogleAppsScript.Script.AuthMode,
    scopes?: readonly string[],
  ): GoogleAppsScript.Script.AuthorizationInfo;
  requireScopes(mode: GoogleAppsScript.Script.AuthMode, scopes: readonly string[]): void;
}
