/** ScriptApp: authorization, and clock triggers. */
import { CHAINED, LATENCY, LOCAL, namesOf, serviceOf, setter, tableOf } from './define.js';
import { SPREADSHEET } from './spreadsheet.js';
import { HOUR_MS, type Trigger, type TriggerRequest } from './triggers.js';

const STATUS = namesOf('REQUIRED', 'NOT_REQUIRED');

/** No reference documents this method, but published scripts use it. */
interface Disableable {
  isDisabled(): boolean;
}

const TRIGGER = tableOf<GoogleAppsScript.Script.Trigger & Disableable, Trigger>('Trigger').with(LOCAL, {
  isDisabled: ({ isDisabled }) => isDisabled === true,
  getUniqueId: ({ id }) => id,
  getHandlerFunction: ({ functionName }) => functionName,
});

type ClockBuilder = GoogleAppsScript.Script.ClockTriggerBuilder;

const CLOCK_BUILDER = tableOf<ClockBuilder, TriggerRequest>('ClockTriggerBuilder', {
  create: {
    latencyMs: LATENCY.web,
    handle: (call) => TRIGGER.open(call.triggers.create(call, call.self.data as TriggerRequest)),
  },
}).with(CHAINED, {
  everyHours: setter('everyMs', (hours) => Number(hours) * HOUR_MS),
});

const BUILDER = tableOf<GoogleAppsScript.Script.TriggerBuilder, TriggerRequest>('TriggerBuilder', {
  timeBased: { ...LOCAL, handle: ({ self }) => CLOCK_BUILDER.open(self.data as TriggerRequest) },
});

type AuthorizationInfo = GoogleAppsScript.Script.AuthorizationInfo;

const AUTHORIZATION = tableOf<AuthorizationInfo, { isMissing: boolean }>('AuthorizationInfo').with(LOCAL, {
  getAuthorizationStatus: ({ isMissing }) => STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED'],
  getAuthorizationUrl: ({ isMissing }) => (isMissing ? 'https://accounts.google.com/o/oauth2/auth' : null),
});

const WEB_APP = tableOf<GoogleAppsScript.Script.Service>('Service').with(LOCAL, {
  getUrl: ({ webAppUrl }) => webAppUrl() ?? null,
});

/** The published types lack the scopes that ScriptApp's reference documents. */
interface Scoped {
  getAuthorizationInfo(mode: GoogleAppsScript.Script.AuthMode, scopes?: readonly string[]): AuthorizationInfo;
  requireScopes(mode: GoogleAppsScript.Script.AuthMode, scopes: readonly string[]): void;
}

const SCRIPT_APP = serviceOf<GoogleAppsScript.Script.ScriptApp & Scoped>('ScriptApp', {
  AuthMode: namesOf('NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL'),
  AuthorizationStatus: STATUS,
})
  .with(
    { needs: 'triggers', latencyMs: LATENCY.web },
    {
      getProjectTriggers: (call) => call.triggers.ownOf(call).map(openTrigger),
      getUserTriggers(call, document) {
        // clock triggers belong to a person and a spreadsheet, but no event of the spreadsheet fires them
        if (!call.switches.clockTriggersByDocument) return [];
        const id = SPREADSHEET.dataOf(document)?.id;
        const here = call.triggers.ownOf(call).filter(({ documentId }) => documentId === id);
        return here.map(openTrigger);
      },
      deleteTrigger: (call, trigger) => call.triggers.delete(call, TRIGGER.dataOf(trigger)?.id),
    },
  )
  .with(LOCAL, {
    newTrigger: {
      needs: 'triggers',
      handle({ switches }, functionName) {
        // no source quotes Google's message
        if (switches.testDeployment)
          throw new Error('Installable triggers are not supported in test deployments of add-ons.');
        return BUILDER.open({ functionName: String(functionName), everyMs: 0 });
      },
    },
    getAuthorizationInfo: ({ permissions }, _mode, scopes) =>
      AUTHORIZATION.open({ isMissing: permissions.missing(scopes).length > 0 }),
    // Google ends the execution and shows the person a consent dialog
    requireScopes({ permissions }, _mode, scopes) {
      if (permissions.missing(scopes).length > 0)
        throw new Error('Authorization is required to perform that action.');
    },
    getService: () => WEB_APP.open({}),
  });

const openTrigger = (trigger: Trigger) => TRIGGER.open(trigger);

export const SCRIPT_TABLES = [TRIGGER, CLOCK_BUILDER, BUILDER, AUTHORIZATION, WEB_APP, SCRIPT_APP];
