/** The output of a command: answers go to standard output, all else to standard error. */
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import type { Zone } from '../../addon/question/zone.js';
import { printable } from '../../contract/printable.js';
import type { SignalsClient } from '../types.js';
import { type PrintedRows, tableOf, toCsv, toText } from './formats.js';
import type { LineSettings, OutputFormat } from './options.js';
import type { TerminalPrompts } from './prompt.js';

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
  readonly confirm: TerminalPrompts['confirm'] | undefined;
  /** Ends a watch. */
  readonly signal: AbortSignal;
}

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

const BAR = 24;
const EVERY_MS = 100;

export function createOutput({ out, err }: Streams, zone: Zone, isQuiet: boolean) {
  let last = 0;
  let isShown = false;
  const output = {
    async write(text: string): Promise<void> {
      const shown = out.isTTY === true ? printable(text, '\n\t') : text;
      // Node's stream ignores a partial write to a full disk
      if (out.fd !== undefined && fstatSync(out.fd).isFile()) return writeWhole(out.fd, shown);
      // a watch continues only after the pipe has accepted everything; an error of the pipe ends the program
      await new Promise<void>((resolve) => void out.write(shown, (error) => !error && resolve()));
    },
    /** Writes a line to standard error. */
    say(text: string): void {
      if (!isQuiet) err.write(`${printable(text)}\n`);
    },
    /** Shows a progress bar on standard error. @param share from 0 to 1 */
    progress(share: number, records: number): void {
      const now = performance.now();
      if (isQuiet || err.isTTY !== true || now - last < EVERY_MS) return;
      last = now;
      isShown = true;
      const done = Math.round(share * BAR);
      err.write(
        `\r[${'='.repeat(done)}${' '.repeat(BAR - done)}] ${Math.round(share * 100)}%  ${records} records`,
      );
    },
    endProgress(): void {
      if (isShown) err.write('\r\u001b[K');
      isShown = false;
    },
    rows: (format: OutputFormat, rows: PrintedRows): Promise<void> =>
      output.write(format === 'csv' ? toCsv(rows, zone) : toText(rows, zone, out.isTTY === true)),
    items(format: OutputFormat, items: readonly object[], fields: readonly string[]): Promise<void> {
      if (format === 'json') return output.write(`${JSON.stringify(items, null, 2)}\n`);
      if (format === 'ndjson') return output.write(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
      return output.rows(format, tableOf(items, fields));
    },
    /** A JSON list that is written in parts. `end` completes it, whatever has come. */
    list() {
      let [before, after] = ['[', '[]\n'];
      return {
        async add(items: readonly object[]): Promise<void> {
          if (items.length === 0) return;
          const text = before + JSON.stringify(items, null, 2).slice(1, -2);
          // at once, because a signal may end the list before the write has returned
          [before, after] = [',', '\n]\n'];
          await output.write(text).catch((error: unknown) => {
            // an ending after a failed write would stand behind a gap
            after = '';
            throw error;
          });
        },
        async end(): Promise<void> {
          const text = after;
          after = '';
          await output.write(text);
        },
      };
    },
    /** Shows a table on standard error before a question. */
    show: (items: readonly object[], fields: readonly string[]) =>
      void err.write(toText(tableOf(items, fields), zone, err.isTTY === true)),
  };
  return output;
}
