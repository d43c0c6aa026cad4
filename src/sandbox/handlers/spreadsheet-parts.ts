/** The parts of a spreadsheet that its services share. */
import type { HostCharts } from '../workbook/charts.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Protections } from './protections.js';

export interface SpreadsheetProperties {
  readonly id: string;
  readonly locale: string;
  timeZone: string;
}

export interface SpreadsheetParts {
  readonly spreadsheet: SpreadsheetProperties;
  readonly workbook: HostWorkbook;
  readonly charts: HostCharts;
  readonly protections: Protections;
}
