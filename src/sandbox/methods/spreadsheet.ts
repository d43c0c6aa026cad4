/** SpreadsheetApp, and the spreadsheet to which the script belongs. */
import { parseA1 } from '../bridge/a1-notation.js';
import type { Mode } from '../bridge/modes.js';
import type { CellArea, SheetInfo } from '../bridge/operations.js';
import { type MethodContext, tableOf } from './define.js';
import { Exception } from './exception.js';
import { BANDING_THEMES, COPY_PASTE_TYPES, RANGE, type RangeData, WRAP_STRATEGIES } from './range.js';
import { SHEET, type Tab, tabIdOf } from './sheet.js';
import { UI } from './ui.js';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

const TOAST_SECONDS = 5;
const PROPERTY_MS = 34;
/** Executions that a click has started or that build a menu. */
const WITH_SCREEN: readonly Mode[] = ['menu', 'sidebar', 'simple-trigger'];

export interface SpreadsheetProperties {
  readonly id: string;
  readonly locale: string;
  timeZone: string;
}

type Selection = CellArea & { readonly sheetName: string };

export const SPREADSHEET = tableOf<Spreadsheet & NamedSheet>({ kind: 'Spreadsheet', latencyMs: 400 })({
  getId: {
    operation: 'getProperties',
    fromAnswer: ({ id }: SpreadsheetProperties) => id,
    latencyMs: PROPERTY_MS,
  },
  getSpreadsheetLocale: {
    aliasOf: 'getProperties',
    fromAnswer: ({ locale }: SpreadsheetProperties) => locale,
  },
  getSpreadsheetTimeZone: {
    aliasOf: 'getProperties',
    fromAnswer: ({ timeZone }: SpreadsheetProperties) => timeZone,
  },
  getSheets: {
    fromAnswer: (all: readonly SheetInfo[], realm) => all.map((info) => openSheet(realm, info)),
    latencyMs: PROPERTY_MS,
  },
  getSheetByName: {
    aliasOf: 'getSheets',
    fromAnswer(all: readonly SheetInfo[], realm, _data, name) {
      const info = all.find((one) => one.name === String(name));
      return info ? openSheet(realm, info) : null;
    },
  },
  getActiveSheet: {
    operation: 'getSelection',
    fromAnswer: ({ sheetId: id, sheetName: name }: Selection, realm) => openSheet(realm, { id, name }),
    latencyMs: PROPERTY_MS,
  },
  getActiveRange: {
    aliasOf: 'getSelection',
    fromAnswer: (selection: Selection, realm) => openRange(realm, selection),
  },
  getCurrentCell: {
    aliasOf: 'getSelection',
    fromAnswer: (selection: Selection, realm) =>
      openRange(realm, { ...selection, numRows: 1, numColumns: 1 }),
  },
  getRange: {
    inRealm({ self }, _data, a1) {
      const file = self as Spreadsheet;
      const reference = parseA1(String(a1));
      const { sheetName } = reference ?? {};
      const sheet =
        reference && (sheetName === undefined ? file.getActiveSheet() : file.getSheetByName(sheetName));
      if (!sheet) throw new Exception('Range not found');
      return sheet.getRange(a1.slice(a1.lastIndexOf('!') + 1));
    },
  },
  getRangeByName: {
    operation: 'getNamedRange',
    toArguments: (_data, name) => [String(name)] as const,
    fromAnswer: (reference: string | null, { self }) =>
      reference === null ? null : (self as Spreadsheet).getRange(reference),
  },
  insertSheet: {
    writes: true,
    toArguments(_data, ...[name, ...rest]) {
      if (typeof name !== 'string' || rest.length > 0)
        throw new Error('Spreadsheet.insertSheet is only emulated with a name');
      return [name] as const;
    },
    fromAnswer: (info: SheetInfo, realm) => openSheet(realm, info),
  },
  deleteSheet: { writes: true, toArguments: (_data, sheet) => [tabIdOf(sheet) ?? ''] as const },
  setActiveSheet: {
    writes: true,
    toArguments: (_data, sheet) => [tabIdOf(sheet) ?? ''] as const,
    fromAnswer: (_answer: unknown, _realm, _data, sheet) => sheet,
  },
  toast: {
    writes: true,
    required: ['msg'],
    toArguments: (_data, message, title, seconds) =>
      [String(message), String(title ?? ''), seconds ?? TOAST_SECONDS] as const,
  },
});

/** The emulated overloads. */
interface NamedSheet {
  insertSheet(name: string): GoogleAppsScript.Spreadsheet.Sheet;
  setActiveSheet(sheet: GoogleAppsScript.Spreadsheet.Sheet): GoogleAppsScript.Spreadsheet.Sheet;
}

function openSheet({ open }: MethodContext, info: SheetInfo) {
  return open(SHEET, { ...info } satisfies Tab);
}

function openRange(realm: MethodContext, { sheetName, ...area }: Selection) {
  const sheet = openSheet(realm, { id: area.sheetId, name: sheetName });
  return realm.open(RANGE, { area, sheet } satisfies RangeData);
}

export const SPREADSHEET_APP = tableOf<GoogleAppsScript.Spreadsheet.SpreadsheetApp>({
  kind: 'SpreadsheetApp',
  service: 'Spreadsheet',
  latencyMs: 400,
  constants: {
    BandingTheme: BANDING_THEMES,
    CopyPasteType: COPY_PASTE_TYPES,
    WrapStrategy: WRAP_STRATEGIES,
  },
})({
  getActiveSpreadsheet: { needs: 'spreadsheet', inRealm: active },
  getActiveSheet: { needs: 'spreadsheet', inRealm: (realm) => activeOf(realm).getActiveSheet() },
  getActiveRange: { needs: 'spreadsheet', inRealm: (realm) => activeOf(realm).getActiveRange() },
  getCurrentCell: { needs: 'spreadsheet', inRealm: (realm) => activeOf(realm).getCurrentCell() },
  flush: { needs: 'spreadsheet' },
  getUi: {
    inRealm({ environment, open }) {
      if (WITH_SCREEN.includes(environment.mode)) return open(UI, {});
      throw new Exception('Cannot call SpreadsheetApp.getUi() from this context.');
    },
  },
});

function active({ environment, open }: MethodContext): Spreadsheet | null {
  return environment.inDocument ? open(SPREADSHEET, {}) : null;
}

function activeOf(realm: MethodContext): Spreadsheet {
  const spreadsheet = active(realm);
  if (!spreadsheet) throw new Exception('There is no active spreadsheet');
  return spreadsheet;
}
