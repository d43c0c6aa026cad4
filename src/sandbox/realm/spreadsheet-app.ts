/** SpreadsheetApp. */
import { Exception } from '../services/exception.js';
import { UI } from '../services/ui.js';
import { strict } from './not-emulated.js';
import { BANDING_THEMES, COPY_PASTE_TYPES } from './range.js';
import { openRemote } from './remote.js';
import type { ServiceContext } from './services.js';
import { createSpreadsheet } from './spreadsheet.js';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Executions started by a person's click, or that build a menu. */
const WITH_SCREEN = ['menu', 'sidebar', 'simple-trigger'];

export function createSpreadsheetApp(context: ServiceContext) {
  const { call, environment, permissions } = context;
  const active = (method: string): Spreadsheet | null => {
    permissions.service(`SpreadsheetApp.${method}`, 'spreadsheet');
    return environment.inDocument ? createSpreadsheet(context) : null;
  };
  const activeOrThrow = (method: string): Spreadsheet => {
    const spreadsheet = active(method);
    if (!spreadsheet) throw new Exception(`There is no active spreadsheet for ${method}`);
    return spreadsheet;
  };
  return strict('SpreadsheetApp', {
    BandingTheme: strict('SpreadsheetApp.BandingTheme', BANDING_THEMES),
    CopyPasteType: strict('SpreadsheetApp.CopyPasteType', COPY_PASTE_TYPES),
    getActiveSpreadsheet: () => active('getActiveSpreadsheet'),
    getActive: () => active('getActive'),
    getActiveSheet: () => activeOrThrow('getActiveSheet').getActiveSheet(),
    getActiveRange: () => activeOrThrow('getActiveRange').getActiveRange(),
    getCurrentCell: () => activeOrThrow('getCurrentCell').getCurrentCell(),
    flush() {
      permissions.service('SpreadsheetApp.flush', 'spreadsheet');
      call('Spreadsheet.flush');
    },
    getUi() {
      if (!WITH_SCREEN.includes(environment.mode)) {
        throw new Exception('Cannot call SpreadsheetApp.getUi() from this context.');
      }
      return openRemote(context, UI, {});
    },
    openById: refuse('openById'),
    openByUrl: refuse('openByUrl'),
  });
}

/** With the scope spreadsheets.currentonly, or in a custom function, no other file can be opened. */
function refuse(method: string): () => never {
  return () => {
    throw new Exception(
      `You do not have permission to call SpreadsheetApp.${method}. ` +
        'Required permissions: https://www.googleapis.com/auth/spreadsheets',
    );
  };
}
