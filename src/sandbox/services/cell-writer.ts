/** Changes cells of a spreadsheet for a script, after a check that the person may. */
import type { ICellData, Nullable } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';
import type { CellView } from '../workbook/cells.js';
import type { HostCharts } from '../workbook/charts.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller } from './caller.js';
import type { Protections } from './protections.js';
import { openTimeZone } from './time-zone.js';
import { type CellContent, cellFrom } from './written-values.js';

export interface SpreadsheetProperties {
  readonly id: string;
  readonly locale: string;
  timeZone: string;
}

/** The parts of a spreadsheet that its services share. */
export interface SpreadsheetParts {
  readonly spreadsheet: SpreadsheetProperties;
  readonly workbook: HostWorkbook;
  readonly charts: HostCharts;
  readonly protections: Protections;
}

/** Returns the new content of a cell; `row` and `column` count from the corner of the area. */
export type CellChange = (cell: CellView, row: number, column: number) => ICellData;

export function createCellWriter({ workbook: { cells }, spreadsheet, protections }: SpreadsheetParts) {
  const write = (caller: Caller, area: CellArea, change: CellChange): void => {
    protections.check(caller, area);
    cells.write(area, change);
  };
  return {
    write,
    /** Keeps the content: with only a style, the grid would turn text that looks like a number into one. */
    amend: (caller: Caller, area: CellArea, change: CellChange): void =>
      write(caller, area, (cell, r, c) => ({ ...keptOf(cell.own), ...change(cell, r, c) })),
    setValues(caller: Caller, area: CellArea, valueAt: (r: number, c: number) => CellContent): void {
      const zone = openTimeZone(spreadsheet.timeZone);
      write(caller, area, ({ own, pattern }, r, c) => ({
        ...cellFrom(valueAt(r, c), pattern(), zone),
        ...unlinked(own),
      }));
    },
  };
}

/** Removes a cell's link. No source says if the link survives when the same text is written again. */
function unlinked(own: Nullable<ICellData>): ICellData {
  const { link, ...custom } = own?.custom ?? {};
  return link ? { custom } : {};
}

/** Returns the content to write again with a new style or note; otherwise the grid removes a formula. */
function keptOf(own: Nullable<ICellData>): ICellData {
  if (own?.f || own?.si) return { f: own.f ?? null, si: own.si ?? null };
  return own && own.v !== undefined && own.v !== null ? { v: own.v, t: own.t ?? null } : {};
}
