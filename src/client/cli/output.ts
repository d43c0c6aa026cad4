/** Where a command writes: answers to standard output, all else to standard error. */
import type { Zone } from '../../addon/question/zone.js';
import { type PrintedRows, tableOf, toCsv, toText } from './formats.js';
import type { OutputFormat } from './options.js';

export interface Streams {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export interface Output {
  write(text: string): Promise<void>;
  /** A line on standard error. */
  say(text: string): void;
  /** A bar on standard error, for work that takes long. @param share from 0 to 1 */
  progress(share: number, records: number): void;
  endProgress(): void;
  rows(format: OutputFormat, rows: PrintedRows): Promise<void>;
  items(format: OutputFormat, items: readonly object[], fields: readonly string[]): Promise<void>;
  /** A table on standard error, for a question that follows. */
  show(items: readonly object[], fields: readonly string[]): void;
}

const BAR = 24;
const EVERY_MS = 100;

export function createOutput({ out, err }: Streams, zone: Zone, isQuiet: boolean): Output {
  let last = 0;
  let isShown = false;
  const output: Output = {
    // a reader that is slower than the service is waited for
    write: (text) =>
      new Promise((resolve) => {
        if (out.write(text)) resolve();
        else out.once('drain', resolve);
      }),
    say(text) {
      if (!isQuiet) err.write(`${text}\n`);
    },
    progress(share, records) {
      const now = performance.now();
      if (isQuiet || err.isTTY !== true || now - last < EVERY_MS) return;
      last = now;
      isShown = true;
      const done = Math.round(share * BAR);
      err.write(
        `\r[${'='.repeat(done)}${' '.repeat(BAR - done)}] ${Math.round(share * 100)}%  ${records} records`,
      );
    },
    endProgress() {
      if (isShown) err.write('\r\u001b[K');
      isShown = false;
    },
    rows: (format, rows) =>
      output.write(format === 'csv' ? toCsv(rows, zone) : toText(rows, zone, out.isTTY === true)),
    items(format, items, fields) {
      if (format === 'json') return output.write(`${JSON.stringify(items, null, 2)}\n`);
      if (format === 'ndjson') return output.write(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
      return output.rows(format, tableOf(items, fields));
    },
    show: (items, fields) => void err.write(toText(tableOf(items, fields), zone, err.isTTY === true)),
  };
  return output;
}
