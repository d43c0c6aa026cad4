/** The output of a command: answers go to standard output, all else to standard error. */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { isDate } from '../../addon/question/cells.js';
import type { Zone } from '../../addon/question/zone.js';
import { csvCell } from '../../contract/csv-cells.js';
import { asFields } from '../../contract/json.js';
import { printable } from '../../contract/printable.js';
import type { SignalsClient } from '../types.js';
import type { LineSettings, OutputFormat } from './options.js';

export interface Streams {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly fd?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export type Output = ReturnType<typeof createOutput>;

export interface CommandContext {
  readonly client: SignalsClient;
  readonly settings: LineSettings;
  readonly output: Output;
  readonly format: OutputFormat;
  /** Undefined if nobody is at a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Ends a watch. */
  readonly signal: AbortSignal;
}

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

export function createOutput({ out, err }: Streams, zone: Zone, isQuiet: boolean) {
  const output = {
    async write(text: string): Promise<void> {
      const shown = out.isTTY === true ? printable(text, '\n\t') : text;
      // Node's stream ignores a partial write to a full disk
      if (out.fd !== undefined && fstatSync(out.fd).isFile()) return writeWhole(out.fd, shown);
      // a watch continues only after the pipe has accepted everything
      await new Promise<void>((resolve, reject) => {
        out.write(shown, (error) => (error ? reject(error) : resolve()));
      });
    },
    /** Writes a line to standard error. */
    say(text: string): void {
      if (!isQuiet) err.write(`${printable(text)}\n`);
    },
    /** Shows the progress of a long command, if a person is at the terminal. */
    progress(text: string): void {
      if (err.isTTY === true) output.say(text);
    },
    rows: (format: OutputFormat, rows: PrintedRows): Promise<void> =>
      output.write(format === 'csv' ? toCsv(rows, zone) : toText(rows, zone, out.isTTY === true)),
    items(format: OutputFormat, items: readonly object[], fields: readonly string[]): Promise<void> {
      if (format === 'json') return output.write(`${JSON.stringify(items, null, 2)}\n`);
      if (format === 'ndjson') return output.write(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
      return output.rows(format, tableOf(items, fields));
    },
    /** Writes an object; as a table, the fields of `shown`. */
    facts(format: OutputFormat, item: object, shown: object): Promise<void> {
      if (format === 'json' || format === 'ndjson') return output.items(format, [item], []);
      return output.rows(format, Object.entries(shown));
    },
    /** Shows a table on standard error before a question. */
    show: (items: readonly object[], fields: readonly string[]) =>
      void err.write(toText(tableOf(items, fields), zone, err.isTTY === true)),
  };
  return output;
}

function textOfCell(cell: unknown, zone: Zone): string {
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
  const padded = texts.map((row) => row.map((text, column) => fit(text, shown[column] ?? 0)));
  return padded.map((row) => `${row.join('  ').trimEnd()}\n`).join('');
}

function fit(text: string, width: number): string {
  const letters = [...text];
  if (letters.length > width) return `${letters.slice(0, width - 1).join('')}…`;
  return text + ' '.repeat(width - letters.length);
}

function tableOf(items: readonly object[], fields: readonly string[]): PrintedRows {
  return [fields, ...items.map((item) => fields.map((field) => asFields(item)[field]))];
}
