/** Reads the lines of an import file as objects: NDJSON or CSV, streamed, each with its number. */
import { textOfCell } from '../../contract/csv-cells.js';
import { objectAt } from '../../contract/fields.js';
import type { ImportKind } from '../database/import-batch.js';
import { type CsvRow, readCsvRows } from './read-csv.js';
import { columnsOfKind } from './read-item.js';
import { MAX_LINE_LENGTH, readLines } from './read-lines.js';

export type FileFormat = 'ndjson' | 'csv';

/** A line of NDJSON or a row of CSV. Its text is as in the file, shortened if very long. */
interface FileLine extends Omit<CsvRow, 'cells'> {
  /** Undefined if the line cannot be read. */
  readonly value?: unknown;
}

interface ReadOptions {
  readonly file: string;
  readonly format: FileFormat;
  readonly kind: ImportKind;
}

const SHOWN_LENGTH = 2_000;

/** @throws an Error that names an unknown or repeated CSV column, or a file that is unreadable or not UTF-8 */
export function readFileLines(options: ReadOptions): AsyncIterable<FileLine> {
  return options.format === 'csv' ? readCsv(options) : readNdjson(options);
}

async function* readNdjson({ file }: ReadOptions): AsyncGenerator<FileLine> {
  for await (const { line, text } of readLines(file)) {
    if (text.trim() === '') continue;
    yield { line, text: text.slice(0, SHOWN_LENGTH), ...parseJson(text) };
  }
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  if (text.length > MAX_LINE_LENGTH) return { problem: `line is longer than ${MAX_LINE_LENGTH} characters` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'line is not valid JSON' };
  }
}

async function* readCsv({ file, kind }: ReadOptions): AsyncGenerator<FileLine> {
  let header: readonly (readonly string[])[] | undefined;
  for await (const { text, cells, ...row } of readCsvRows(readLines(file))) {
    if (header) {
      const values = cells?.map((cell) => (cell === '' ? undefined : textOfCell(cell)));
      const value = values && { value: objectAt(header, values) };
      yield { ...row, text: text.slice(0, SHOWN_LENGTH), ...value };
    } else if (cells) {
      header = headerOf(kind, cells);
    } else {
      throw new Error(`The header of ${file} cannot be read: ${row.problem}`);
    }
  }
}

/** Returns the path of each column. */
function headerOf(kind: ImportKind, cells: readonly string[]): readonly (readonly string[])[] {
  const known = columnsOfKind(kind);
  const names = cells.map((cell) => cell.trim());
  names.forEach((name, index) => {
    if (!known.includes(name)) throw new Error(`The column ${name} is not known; use ${known.join(', ')}`);
    // the last one would win, and the values of the others would be lost
    if (names.indexOf(name) < index) throw new Error(`The column ${name} is there twice: remove one`);
  });
  return names.map((name) => name.split('.'));
}
