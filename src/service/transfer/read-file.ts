/** The lines of an import file as objects: NDJSON or CSV, streamed, each with its number. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type CsvError, parse } from 'csv-parse';
import { columnsOf } from '../../contract/fields.js';
import type { ImportKind } from '../store/import-batch.js';
import { IMPORT_TABLES } from './read-item.js';

export type FileFormat = 'ndjson' | 'csv';

export interface FileLine {
  /** From 1; of CSV the last line of the row. */
  readonly line: number;
  /** Undefined when the line cannot even be read. */
  readonly value?: unknown;
  readonly problem?: string;
  /** As it stands in the file, cut when very long. */
  readonly text: string;
}

export interface ReadOptions {
  readonly file: string;
  readonly format: FileFormat;
  readonly kind: ImportKind;
  /** Called with the bytes read so far. */
  readonly onBytes: (bytes: number) => void;
}

const MAX_LINE_LENGTH = 1_000_000;
const SHOWN_LENGTH = 2_000;

/** @throws an Error that names a column of CSV that is unknown, or a file that cannot be read */
export function readFileLines(options: ReadOptions): AsyncIterable<FileLine> {
  return options.format === 'csv' ? readCsv(options) : readNdjson(options);
}

function open({ file, onBytes }: ReadOptions) {
  const stream = createReadStream(file, { highWaterMark: 1 << 20 });
  stream.on('data', () => onBytes(stream.bytesRead));
  return stream;
}

async function* readNdjson(options: ReadOptions): AsyncGenerator<FileLine> {
  const stream = open(options);
  let line = 0;
  for await (const raw of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
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

async function* readCsv(options: ReadOptions): AsyncGenerator<FileLine> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: MAX_LINE_LENGTH,
  });
  const stream = open(options);
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  // rows that cannot be read come between those that can
  const skipped: FileLine[] = [];
  let lastSkipped = 0;
  parser.on('skip', (error: CsvError) => {
    const line = error['lines'] as number;
    // one row may be wrong in several places
    if (line > lastSkipped)
      skipped.push({ line, text: '', problem: `line is not valid CSV: ${error.message}` });
    lastSkipped = line;
  });
  let header: readonly (readonly string[])[] | undefined;
  for await (const row of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
    if (!header) {
      header = row.record.map((name) => headerPath(options.kind, name.trim()));
      continue;
    }
    const text = row.record.join(',').slice(0, SHOWN_LENGTH);
    const line = row.info.lines;
    // the parser runs ahead of this loop; lines leave in their order, which resuming relies on
    while (skipped[0] && skipped[0].line < line) yield skipped.shift()!;
    if (row.record.length > header.length)
      yield { line, text, problem: 'line has more values than the header' };
    else yield { line, text, value: objectOf(header, row.record) };
  }
  yield* skipped;
}

function headerPath(kind: ImportKind, name: string): readonly string[] {
  const known =
    kind === 'groups' ? ['group', 'companies'] : columnsOf(IMPORT_TABLES[kind]).map(({ path }) => path);
  if (known.includes(name)) return name.split('.');
  throw new Error(`The column ${name} is not known; known are ${known.join(', ')}`);
}

function objectOf(header: readonly (readonly string[])[], record: readonly string[]): object {
  const result: Record<string, unknown> = {};
  header.forEach((path, index) => {
    const value = record[index];
    if (value === undefined || value === '') return;
    let inner = result;
    for (const key of path.slice(0, -1)) {
      inner[key] ??= {};
      inner = inner[key] as Record<string, unknown>;
    }
    inner[path[path.length - 1]!] = value;
  });
  return result;
}
