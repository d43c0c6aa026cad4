/** ScriptApp: authorization, and clock triggers. */
import { LATENCY, LOCAL, namesOf, type OrNull, serviceOf, setter, tableOf } from './define.js';
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
}).chain(LOCAL, {
  everyHours: setter('everyMs', (hours) => Number(hours) * HOUR_MS),
});

const BUILDER = tableOf<GoogleAppsScript.Script.TriggerBuilder, TriggerRequest>('TriggerBuilder', {
  timeBased: { ...LOCAL, handle: ({ self }) => CLOCK_BUILDER.open(self.data as TriggerRequest) },
});

type AuthorizationInfo = OrNull<GoogleAppsScript.Script.AuthorizationInfo, 'getAuthorizationUrl'>;

const AUTHORIZATION = tableOf<AuthorizationInfo, { isMissing: boolean }>('AuthorizationInfo').with(LOCAL, {
  getAuthorizationStatus: ({ isMissing }) => STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED'],
  getAuthorizationUrl: ({ isMissing }) => (isMissing ? 'https://accounts.google.com/o/oauth2/auth' : null),
});

const WEB_APP = tableOf<OrNull<GoogleAppsScript.Script.Service, 'getUrl'>>('Service').with(LOCAL, {
  getUrl: ({ webAppUrl }) => webAppUrl() ?? null,
});

const SCRIPT_APP = serviceOf<GoogleAppsScript.Script.ScriptApp>('ScriptApp', {
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
    // the published types lack the scopes that the reference documents
    getAuthorizationInfo: ({ permissions }, _mode, scopes?: readonly string[]) =>
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
