/** ScriptApp: triggers and authorization. */

import type { TriggerInfo, TriggerRequest } from '../bridge/operations.js';
import { Exception } from './exception.js';
import { strict } from './not-emulated.js';
import { requireArgument, type ServiceContext } from './services.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

const AUTH_MODES = { NONE: 'NONE', CUSTOM_FUNCTION: 'CUSTOM_FUNCTION', LIMITED: 'LIMITED', FULL: 'FULL' };
const EVENT_TYPES = {
  CLOCK: 'CLOCK',
  ON_OPEN: 'ON_OPEN',
  ON_EDIT: 'ON_EDIT',
  ON_CHANGE: 'ON_CHANGE',
  ON_FORM_SUBMIT: 'ON_FORM_SUBMIT',
};
const TRIGGER_SOURCES = { CLOCK: 'CLOCK', SPREADSHEETS: 'SPREADSHEETS' };
const AUTHORIZATION_STATUS = { REQUIRED: 'REQUIRED', NOT_REQUIRED: 'NOT_REQUIRED' };
const WEEK_DAYS = Object.fromEntries(
  ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => [day, day]),
);

export function createScriptApp({ call, environment, permissions }: ServiceContext) {
  const person = (method: string): void => permissions.service(`ScriptApp.${method}`, 'triggers');
  /** Google ends the execution and asks the person. */
  const requireAll = (scopes: readonly string[]): void => {
    if (permissions.missing(scopes).length > 0) {
      throw new Exception('Authorization is required to perform that action.');
    }
  };
  return strict('ScriptApp', {
    AuthMode: strict('AuthMode', AUTH_MODES),
    EventType: strict('EventType', EVENT_TYPES),
    TriggerSource: strict('TriggerSource', TRIGGER_SOURCES),
    AuthorizationStatus: strict('AuthorizationStatus', AUTHORIZATION_STATUS),
    WeekDay: strict('WeekDay', WEEK_DAYS),
    getProjectTriggers() {
      person('getProjectTriggers');
      return call('ScriptApp.getProjectTriggers').map(triggerFrom);
    },
    getUserTriggers(spreadsheet: { getId(): string }) {
      person('getUserTriggers');
      requireArgument('document', spreadsheet);
      const { clockTriggersByDocument } = environment.switches;
      return call('ScriptApp.getUserTriggers', spreadsheet.getId())
        .filter(({ eventType }) => clockTriggersByDocument || eventType !== 'CLOCK')
        .map(triggerFrom);
    },
    newTrigger(functionName: string) {
      person('newTrigger');
      requireArgument('functionName', functionName);
      // Google's own words are in no source
      if (environment.switches.testDeployment) {
        throw new Exception('Installable triggers are not supported in test deployments of add-ons.');
      }
      const create = (request: Omit<TriggerRequest, 'functionName'>) =>
        triggerFrom(call('ScriptApp.createTrigger', { functionName: String(functionName), ...request }));
      return strict('TriggerBuilder', {
        timeBased: () => createClockBuilder(create),
        forSpreadsheet: (_spreadsheet: unknown) => createSpreadsheetBuilder(create),
      });
    },
    deleteTrigger(trigger: { getUniqueId(): string }) {
      person('deleteTrigger');
      requireArgument('trigger', trigger);
      call('ScriptApp.deleteTrigger', trigger.getUniqueId());
    },
    getAuthorizationInfo(_mode: unknown, scopes = environment.scopes ?? []) {
      const isMissing = permissions.missing(scopes).length > 0;
      return strict('AuthorizationInfo', {
        getAuthorizationStatus: () => AUTHORIZATION_STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED'],
        getAuthorizationUrl: () => (isMissing ? 'https://accounts.google.com/o/oauth2/auth' : null),
      });
    },
    requireScopes: (_mode: unknown, scopes: readonly string[]) => requireAll(scopes),
    requireAllScopes: (_mode: unknown) => requireAll(environment.scopes ?? []),
    getScriptId: () => environment.scriptId,
    getService: () => strict('Service', { getUrl: () => environment.webAppUrl ?? null }),
  });
}

type Create = (request: Omit<TriggerRequest, 'functionName'>) => ReturnType<typeof triggerFrom>;

function createClockBuilder(create: Create) {
  let request: Omit<TriggerRequest, 'functionName'> = { eventType: 'CLOCK', everyMs: 0 };
  const wants = (change: Partial<TriggerRequest>) => {
    request = { ...request, ...change };
    return builder;
  };
  const builder = strict('ClockTriggerBuilder', {
    // an add-on may not run more often than hourly
    everyMinutes(_n: number): never {
      throw new Exception('The time-based trigger of an add-on must run at most once an hour.');
    },
    everyHours: (n: number): object => wants({ everyMs: n * HOUR_MS }),
    everyDays: (n: number): object => wants({ everyMs: n * DAY_MS }),
    everyWeeks: (n: number): object => wants({ everyMs: n * WEEK_MS }),
    onWeekDay: (_day: string): object => wants({ everyMs: WEEK_MS }),
    atHour: (hour: number): object => wants({ atHour: hour }),
    nearMinute: (_minute: number): object => builder,
    inTimezone: (_timeZone: string): object => builder,
    after: (milliseconds: number): object => wants({ afterMs: milliseconds }),
    at: (date: Date): object => wants({ afterMs: date.getTime() - Date.now() }),
    create: () => create(request),
  });
  return builder;
}

function createSpreadsheetBuilder(create: Create) {
  let eventType: TriggerInfo['eventType'] | undefined;
  const wants = (type: TriggerInfo['eventType']) => {
    eventType = type;
    return builder;
  };
  const builder = strict('SpreadsheetTriggerBuilder', {
    onOpen: (): object => wants('ON_OPEN'),
    onEdit: (): object => wants('ON_EDIT'),
    onChange: (): object => wants('ON_CHANGE'),
    create() {
      if (!eventType) throw new Exception('The event of the trigger is missing');
      return create({ eventType, everyMs: 0 });
    },
  });
  return builder;
}

function triggerFrom(info: TriggerInfo) {
  return strict('Trigger', {
    getUniqueId: () => info.id,
    getHandlerFunction: () => info.functionName,
    getEventType: () => info.eventType,
    getTriggerSource: () => (info.eventType === 'CLOCK' ? 'CLOCK' : 'SPREADSHEETS'),
    getTriggerSourceId: () => null,
  });
}
