/** What the services of the spreadsheet are about. */
import type { HostCharts } from '../workbook/charts.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Protections } from './protections.js';

/** The properties of a spreadsheet, except its cells. */
export interface SpreadsheetProperties {
  readonly id: string;
  readonly url: string;
  readonly locale: string;
  timeZone: string;
}

export interface SpreadsheetParts {
  readonly spreadsheet: SpreadsheetProperties;
  readonly workbook: HostWorkbook;
  readonly charts: HostCharts;
  readonly protections: Protections;
  /** Called when its properties have changed. */
  readonly onChange: () => void;
}
