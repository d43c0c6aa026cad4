/** Output formats: a table for people, CSV for spreadsheets. */
import { isDate } from '../../addon/question/cells.js';
import type { Zone } from '../../addon/question/zone.js';
import { csvCell } from '../../contract/csv-cells.js';
import { printable } from '../../contract/printable.js';

export type PrintedRows = readonly (readonly unknown[])[];

const MAX_WIDTH = 40;

export function textOfCell(cell: unknown, zone: Zone): string {
  return isDate(cell) ? zone.dayOf(cell) : String(cell ?? '');
}

/** RFC 4180, but with LF as pipes expect. A text that is a formula in a spreadsheet gets an apostrophe. */
export function toCsv(rows: PrintedRows, zone: Zone): string {
  const cellOf = (cell: unknown) => (typeof cell === 'string' ? csvCell(cell) : textOfCell(cell, zone));
  return rows.map((row) => `${row.map(cellOf).join(',')}\n`).join('');
}

/** Pads columns to their widest cell. `isShortened` shortens wide ones. */
export function toText(rows: PrintedRows, zone: Zone, isShortened: boolean): string {
  const texts = rows.map((row) => row.map((cell) => printable(textOfCell(cell, zone))));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => [...(row[column] ?? '')].length)),
  );
  const shown = widths.map((width) => (isShortened ? Math.min(width, MAX_WIDTH) : width));
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => fit(text, shown[column] ?? 0))
      .join('  ')
      .trimEnd();
  return texts.map((row) => `${line(row)}\n`).join('');
}

function fit(text: string, width: number): string {
  const letters = [...text];
  if (letters.length > width) return `${letters.slice(0, width - 1).join('')}…`;
  return text + ' '.repeat(width - letters.length);
}

export function tableOf(items: readonly object[], fields: readonly string[]): PrintedRows {
  return [
    fields,
    ...items.map((item) => fields.map((field) => (item as Record<string, unknown>)[field] ?? '')),
  ];
}
