/** Implements `Person` of platform.ts: the person at the screen. */

import { ignoreErrors } from '../errors.js';
import type { Person } from '../platform.js';

/** The published types lack `scopes` here; the reference of ScriptApp has it. */
interface ScopedScriptApp {
  getAuthorizationInfo(
    mode: GoogleAppsScript.Script.AuthMode,
    scopes?: string[],
  ): GoogleAppsScript.Script.AuthorizationInfo;
}

/** A person can grant only some of the scopes. Runs of jobs do not wait for those of mail and triggers. */
const SPREADSHEET_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.currentonly';
const RUN_SCOPES = [SPREADSHEET_SCOPE, 'https://www.googleapis.com/auth/script.external_request'];
const UNKNOWN_LOCALE = 'en';

export const googlePerson: Person = {
  // Google may withhold the locale before the person's consent; the menu must still appear
  locale: () => ignoreErrors(() => Session.getActiveUserLocale()) || UNKNOWN_LOCALE,
  // needs a permission that the add-on does not request; some organisations grant it anyway
  name: () => ignoreErrors(() => Session.getEffectiveUser().getEmail()) ?? '',
  lacksPermission: () => isAsking(ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL)),
  mayUseSpreadsheet: () => hasScopes([SPREADSHEET_SCOPE]),
  mayRunJobs: () => hasScopes(RUN_SCOPES),
  permissionAddress: () =>
    ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationUrl() ?? '',
};

function hasScopes(scopes: string[]): boolean {
  const script: ScopedScriptApp = ScriptApp;
  return !isAsking(script.getAuthorizationInfo(ScriptApp.AuthMode.FULL, scopes));
}

function isAsking(info: GoogleAppsScript.Script.AuthorizationInfo): boolean {
  return info.getAuthorizationStatus() === ScriptApp.AuthorizationStatus.REQUIRED;
}
