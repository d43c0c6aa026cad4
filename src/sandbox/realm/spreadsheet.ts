/** Spreadsheet: the file that the script belongs to. */

import { a1Of, parseA1 } from '../bridge/a1-notation.js';
import type { SheetInfo } from '../bridge/operations.js';
import { requireArgument } from '../services/arguments.js';
import { Exception } from '../services/exception.js';
import { emulate } from './not-emulated.js';
import { AREA, createRange } from './range.js';
import type { ServiceContext } from './services.js';
import { createSheet } from './sheet.js';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const TOAST_SECONDS = 5;

export function createSpreadsheet(context: ServiceContext): Spreadsheet {
  const { call, permissions } = context;
  const properties = () => call('Spreadsheet.getProperties');
  const sheetFrom = (info: SheetInfo): Sheet => createSheet(context, spreadsheet, info);
  const sheets = () => call('Spreadsheet.getSheets');
  const selection = () => call('Spreadsheet.getSelection');
  const activeSheet = (): Sheet => {
    const { sheetId, sheetName } = selection();
    return sheetFrom({ id: sheetId, name: sheetName });
  };
  const activeRange = (cellOnly: boolean): Range => {
    const { sheetId, sheetName, row, column, numRows, numColumns } = selection();
    const size = cellOnly ? { numRows: 1, numColumns: 1 } : { numRows, numColumns };
    return createRange(context, sheetFrom({ id: sheetId, name: sheetName }), {
      sheetId,
      row,
      column,
      ...size,
    });
  };
  const byName = (name: string): Sheet | null => {
    const info = sheets().find((one) => one.name === name);
    return info ? sheetFrom(info) : null;
  };

  const spreadsheet: Spreadsheet = emulate<Spreadsheet>('Spreadsheet', {
    getId: () => properties().id,
    getName: () => properties().name,
    getUrl: () => properties().url,
    rename(name: string) {
      permissions.write('rename');
      call('Spreadsheet.setName', String(name));
    },
    getSpreadsheetTimeZone: () => properties().timeZone,
    setSpreadsheetTimeZone(timeZone: string) {
      permissions.write('setSpreadsheetTimeZone');
      call('Spreadsheet.setTimeZone', String(timeZone));
    },
    getSpreadsheetLocale: () => properties().locale,
    getSheets: () => sheets().map(sheetFrom),
    getNumSheets: () => sheets().length,
    getSheetByName: (name: string) => byName(String(name)),
    getActiveSheet: activeSheet,
    getActiveRange: () => activeRange(false),
    getCurrentCell: () => activeRange(true),
    getActiveCell: () => activeRange(true),
    getRange(a1: string) {
      const reference = parseA1(String(a1));
      if (!reference) throw new Exception('Range not found');
      const sheet = reference.sheetName === undefined ? activeSheet() : byName(reference.sheetName);
      if (!sheet) throw new Exception('Range not found');
      const { row, column, lastRow, lastColumn } = reference;
      if (lastRow === undefined || lastColumn === undefined) return sheet.getRange(a1);
      return sheet.getRange(a1Of(row, column, lastRow - row + 1, lastColumn - column + 1));
    },
    getRangeByName(name: string) {
      const reference = call('Spreadsheet.getNamedRange', String(name));
      return reference === null ? null : spreadsheet.getRange(reference);
    },
    setNamedRange(name: string, range: Range) {
      permissions.write('setNamedRange');
      const area = AREA.of(range);
      if (!area) throw new Exception('Range not found');
      call('Spreadsheet.setNamedRange', String(name), area);
    },
    getDataRange: () => activeSheet().getDataRange(),
    insertSheet(first?: string | number | object, second?: number | object) {
      permissions.write('insertSheet');
      if (typeof first === 'object' || typeof second === 'object') {
        throw new Error('Spreadsheet.insertSheet with options is not emulated');
      }
      const name = typeof first === 'string' ? first : null;
      const index = typeof first === 'number' ? first : (second ?? null);
      return sheetFrom(call('Spreadsheet.insertSheet', name, index));
    },
    deleteSheet(sheet: Sheet) {
      permissions.write('deleteSheet');
      const name = sheet.getName();
      const info = sheets().find((one) => one.name === name);
      if (info) call('Spreadsheet.deleteSheet', info.id);
    },
    setActiveSheet(sheet: Sheet) {
      permissions.write('setActiveSheet');
      sheet.activate();
      return sheet;
    },
    toast(message: string, title = '', seconds: number | null = TOAST_SECONDS) {
      permissions.write('toast');
      requireArgument('msg', message);
      call('Spreadsheet.toast', String(message), String(title ?? ''), seconds ?? TOAST_SECONDS);
    },
    getOwner: () => null,
    getEditors: () => [],
  });
  return spreadsheet;
}
