/** ScriptApp: clock triggers and authorization. */
import type { TriggerInfo } from '../bridge/operations.js';
import { type MethodContext, namesOf, setter, tableOf } from './define.js';
import { Exception } from './exception.js';

const SERVICE = 'ScriptApp';
const HOUR_MS = 3_600_000;
/** No source has measured triggers: as much as a web service. */
const WEB_MS = 175;
const STATUS = namesOf('REQUIRED', 'NOT_REQUIRED');

interface BuilderState {
  readonly functionName: string;
  everyMs: number;
}

const AUTHORIZATION_INFO = tableOf<GoogleAppsScript.Script.AuthorizationInfo, Authorization>({
  kind: 'AuthorizationInfo',
})({
  getAuthorizationStatus: {
    inRealm: (_realm, { isMissing }) => STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED'],
  },
  getAuthorizationUrl: {
    inRealm: (_realm, { isMissing }) => (isMissing ? 'https://accounts.google.com/o/oauth2/auth' : null),
  },
});

interface Authorization {
  readonly isMissing: boolean;
}

const WEB_APP = tableOf<GoogleAppsScript.Script.Service>({ kind: 'Service' })({
  getUrl: { inRealm: ({ environment }) => environment.webAppUrl ?? null },
});

/** No reference documents this method, but published scripts use it. */
interface Disableable {
  isDisabled(): boolean;
}

const TRIGGER = tableOf<GoogleAppsScript.Script.Trigger & Disableable, TriggerInfo>({ kind: 'Trigger' })({
  isDisabled: { inRealm: (_realm, { isDisabled }) => isDisabled === true },
  getUniqueId: { inRealm: (_realm, { id }) => id },
  getHandlerFunction: { inRealm: (_realm, { functionName }) => functionName },
});
const openTriggers = (found: readonly TriggerInfo[], realm: MethodContext) =>
  found.map((info) => realm.open(TRIGGER, info));

export const CLOCK_TRIGGER = tableOf<GoogleAppsScript.Script.ClockTriggerBuilder, BuilderState>({
  kind: 'ClockTriggerBuilder',
  service: SERVICE,
  latencyMs: WEB_MS,
})({
  everyHours: setter('everyMs', (hours) => Number(hours) * HOUR_MS),
  create: {
    operation: 'createTrigger',
    toArguments: ({ functionName, everyMs }) => [{ functionName, everyMs }] as const,
    fromAnswer: (info: TriggerInfo, realm) => realm.open(TRIGGER, info),
  },
});

const TRIGGER_BUILDER = tableOf<GoogleAppsScript.Script.TriggerBuilder, BuilderState>({
  kind: 'TriggerBuilder',
})({
  timeBased: { inRealm: ({ open }, building) => open(CLOCK_TRIGGER, building) },
});

export const SCRIPT_APP = tableOf<GoogleAppsScript.Script.ScriptApp & Scoped>({
  kind: SERVICE,
  latencyMs: WEB_MS,
  constants: {
    AuthMode: namesOf('NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL'),
    AuthorizationStatus: STATUS,
  },
})({
  getProjectTriggers: { needs: 'triggers', fromAnswer: openTriggers },
  getUserTriggers: {
    needs: 'triggers',
    required: ['document'],
    toArguments: (_data, document) => [document.getId()] as const,
    // clock triggers belong to a person and a spreadsheet, but no event of the spreadsheet fires them
    fromAnswer: (found: readonly TriggerInfo[], realm) =>
      openTriggers(realm.environment.switches.clockTriggersByDocument ? found : [], realm),
  },
  newTrigger: {
    needs: 'triggers',
    required: ['functionName'],
    inRealm({ environment, open }, _data, functionName) {
      // no source quotes Google's message
      if (environment.switches.testDeployment)
        throw new Exception('Installable triggers are not supported in test deployments of add-ons.');
      return open(TRIGGER_BUILDER, { functionName: String(functionName), everyMs: 0 } satisfies BuilderState);
    },
  },
  deleteTrigger: {
    needs: 'triggers',
    required: ['trigger'],
    toArguments: (_data, trigger) => [trigger.getUniqueId()] as const,
  },
  getAuthorizationInfo: {
    inRealm: ({ environment, open, permissions }, _data, _mode, scopes = environment.scopes ?? []) =>
      open(AUTHORIZATION_INFO, { isMissing: permissions.missing(scopes).length > 0 } satisfies Authorization),
  },
  // Google ends the execution and shows the person a consent dialog
  requireScopes: {
    inRealm({ permissions }, _data, _mode, scopes) {
      if (permissions.missing(scopes).length > 0)
        throw new Exception('Authorization is required to perform that action.');
    },
  },
  getService: { inRealm: ({ open }) => open(WEB_APP, {}) },
});

/** The published types lack the scopes that ScriptApp's reference documents. */
interface Scoped {
  getAuthorizationInfo(
    mode: GoogleAppsScript.Script.AuthMode,
    scopes?: readonly string[],
  ): GoogleAppsScript.Script.AuthorizationInfo;
  requireScopes(mode: GoogleAppsScript.Script.AuthMode, scopes: readonly string[]): void;
}
