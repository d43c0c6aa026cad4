/** The parts of a spreadsheet that its services share. */
import type { SpreadsheetProperties } from '../methods/spreadsheet.js';
import type { HostCharts } from '../workbook/charts.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Protections } from './protections.js';

export interface SpreadsheetParts {
  readonly spreadsheet: SpreadsheetProperties;
  readonly workbook: HostWorkbook;
  readonly charts: HostCharts;
  readonly protections: Protections;
}
