/** Implements `Sheets` and `Person` of platform.ts: cells for the sidebar, and the person at the screen. */

import type { CellState } from '../../contract/sidebar-api.js';
import { ignoreErrors } from '../errors.js';
import type { Person, Sheets } from '../platform.js';
import { formatTable, PLAIN_TEXT } from './grid.js';

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
/** A confirmation has three lines, so it shows no more of a cell. */
const SHOWN_CHARACTERS = 200;

export const googleSheets: Sheets = {
  selected() {
    const range = SpreadsheetApp.getCurrentCell();
    return range ? stateOf(range) : undefined;
  },
  read({ sheet, a1 }) {
    const found = SpreadsheetApp.getActiveSpreadsheet().getSheetByName(sheet);
    return found ? stateOf(found.getRange(a1)) : undefined;
  },
  writeFormula({ sheet, a1 }, formula, style) {
    const cell = SpreadsheetApp.getActiveSpreadsheet().getSheetByName(sheet)?.getRange(a1);
    // formatting can fail, for instance at protected cells; the formula is written anyway
    if (style && cell)
      ignoreErrors(() => formatTable(cell.getSheet(), cell.getRow(), cell.getColumn(), style));
    // in a cell of plain text, the formula would stay a text
    if (cell?.getNumberFormats()[0]?.[0] === PLAIN_TEXT) cell.setNumberFormat('General');
    cell?.setFormula(formula);
  },
  values(reference) {
    const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
    const named = reference.includes('!') ? null : spreadsheet.getRangeByName(reference);
    return (named ?? spreadsheet.getRange(reference)).getValues();
  },
  open(name) {
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName(name);
    sheet?.activate();
    return sheet !== null;
  },
  isEditable: () => ignoreErrors(() => SpreadsheetApp.getCurrentCell()?.canEdit()) ?? true,
};

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

function stateOf(range: GoogleAppsScript.Spreadsheet.Range): CellState {
  return {
    sheet: range.getSheet().getName(),
    a1: range.getA1Notation(),
    formula: range.getFormula(),
    // a number format may hide a value
    text: (range.getDisplayValue() || String(range.getValue())).slice(0, SHOWN_CHARACTERS),
  };
}
