/** The host's workbook: Univer without a screen. */
import { type IWorkbookData, LocaleType, LogLevel, Univer } from '@univerjs/core';
import { FUniver } from '@univerjs/core/lib/facade';
import { UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
// these imports add their methods to FUniver
import type { FWorkbook } from '@univerjs/sheets/lib/facade';
import { CalculationMode, UniverSheetsFormulaPlugin } from '@univerjs/sheets-formula';
import { UniverSheetsNumfmtPlugin } from '@univerjs/sheets-numfmt';
import '@univerjs/sheets/lib/facade';
import '@univerjs/engine-formula/lib/facade';
import '@univerjs/sheets-formula/lib/facade';

export interface HeadlessWorkbook {
  readonly univer: Univer;
  readonly api: FUniver;
  /** Univer's facade of the workbook: its tabs and names. */
  readonly facade: FWorkbook;
}

/** Plugins start together with the workbook, so register hooks into them after this call. */
export function createHeadlessWorkbook(data: Partial<IWorkbookData>): HeadlessWorkbook {
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: {} },
    logLevel: LogLevel.WARN,
  });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  // like Sheets, calculates all formulas of an opened spreadsheet and ignores saved values
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.FORCED });
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  const api = FUniver.newAPI(univer);
  return { univer, api, facade: api.createWorkbook(data) };
}
