/** The output of a command: answers go to standard output, all else to standard error. */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { isDate } from '../../addon/question/cells.js';
import type { Zone } from '../../addon/question/zone.js';
import { csvCell } from '../../contract/csv-cells.js';
import { asFields } from '../../contract/json.js';
import { printable } from '../../contract/printable.js';
import { short } from '../../contract/short-text.js';
import type { LineSettings } from './options.js';

export interface Streams {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly fd?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export type Output = ReturnType<typeof createOutput>;

type PrintedRows = readonly (readonly unknown[])[];

/** A longer text of a table on a terminal is shortened. */
const MAX_WIDTH = 40;

/** Writes completely or not at all, so that later output never begins in the middle of a line. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  const { size } = fstatSync(file);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    // removes its partial line only if no other program has appended meanwhile
    if (fstatSync(file).size === size + written) ftruncateSync(file, size);
    throw error;
  }
}

export function createOutput({ out, err }: Streams, zone: Zone, { format, quiet = false }: LineSettings) {
  const isTerminal = out.isTTY === true;
  const output = {
    format: format ?? (isTerminal ? 'table' : 'csv'),
    isJson: format === 'json' || format === 'ndjson',
    async write(text: string): Promise<void> {
      const shown = isTerminal ? printable(text, '\n\t') : text;
      // Node's stream ignores a partial write to a full disk
      if (out.fd !== undefined && fstatSync(out.fd).isFile()) return writeWhole(out.fd, shown);
      // a watch continues only after the pipe has accepted everything
      await new Promise<void>((resolve, reject) => {
        out.write(shown, (error) => (error ? reject(error) : resolve()));
      });
    },
    /** Writes items as NDJSON. */
    writeLines: (items: readonly object[]): Promise<void> =>
      output.write(items.map((item) => `${JSON.stringify(item)}\n`).join('')),
    /** Writes items in the format of the settings. @param table for the formats that are no JSON */
    print(items: readonly object[], table: PrintedRows): Promise<void> {
      if (output.format === 'json') return output.write(`${JSON.stringify(items, null, 2)}\n`);
      if (output.format === 'ndjson') return output.writeLines(items);
      return output.write(output.format === 'csv' ? toCsv(table, zone) : toText(table, zone, isTerminal));
    },
    /** Writes a line to standard error. */
    say(text: string): void {
      if (!quiet) err.write(`${printable(text)}\n`);
    },
    /** Shows the progress of a long command, if a person is at the terminal. */
    progress(text: string): void {
      if (err.isTTY === true) output.say(text);
    },
    /** Shows a table on standard error before a question. */
    show: (table: PrintedRows) => void err.write(toText(table, zone, err.isTTY === true)),
  };
  return output;
}

export function tableOf(items: readonly object[], fields: readonly string[]): PrintedRows {
  return [fields, ...items.map((item) => fields.map((field) => asFields(item)[field]))];
}

function textOfCell(cell: unknown, zone: Zone): string {
  return isDate(cell) ? zone.dayOf(cell) : String(cell ?? '');
}

/** RFC 4180, but with LF as pipes expect. A text that is a formula in a spreadsheet gets an apostrophe. */
export function toCsv(rows: PrintedRows, zone: Zone): string {
  const cellOf = (cell: unknown) =>
    typeof cell === 'number' ? String(cell) : csvCell(textOfCell(cell, zone));
  return rows.map((row) => `${row.map(cellOf).join(',')}\n`).join('');
}

/** Pads columns to their widest cell. `isShortened` shortens wide ones. */
export function toText(rows: PrintedRows, zone: Zone, isShortened: boolean): string {
  const textOf = (cell: unknown) => {
    const text = printable(textOfCell(cell, zone));
    return isShortened ? short(text, MAX_WIDTH) : text;
  };
  const texts = rows.map((row) => row.map(textOf));
  const widths = texts[0]?.map((_, column) =>
    texts.reduce((width, row) => Math.max(width, (row[column] ?? '').length), 0),
  );
  const padded = texts.map((row) => row.map((text, column) => text.padEnd(widths?.[column] ?? 0)));
  return padded.map((row) => `${row.join('  ').trimEnd()}\n`).join('');
}
