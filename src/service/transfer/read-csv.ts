/**
 * Reads the rows of a CSV file with their line numbers. Builds rows from physical lines, so that an unclosed
 * quote costs only its own line and does not swallow the rest of the file.
 */
import { parse } from 'csv-parse/sync';
import { MAX_LINE_LENGTH, type PhysicalLine } from './read-lines.js';

export interface CsvRow {
  /** The last line of a row, or the first line of an unreadable row. */
  readonly line: number;
  readonly text: string;
  /** Undefined if the row cannot be read. */
  readonly cells?: readonly string[];
  readonly problem?: string;
}

/** The limit for a row of several lines. */
const MAX_ROW_CHARACTERS = 1_000_000;
const NEVER_CLOSED = 'a quote is opened and never closed';
/** Clearer messages than the parser's, by its error codes. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: NEVER_CLOSED,
  CSV_INVALID_CLOSING_QUOTE: 'a quoted value continues after its closing quote',
  INVALID_OPENING_QUOTE: 'a value that does not begin with a quote contains one',
};

/** The first row is the header: no row may have more cells. */
export async function* readCsvRows(lines: AsyncIterable<PhysicalLine>): AsyncGenerator<CsvRow> {
  const source = lines[Symbol.asyncIterator]();
  const ahead: PhysicalLine[] = [];
  const lineAt = async (index: number): Promise<PhysicalLine | undefined> => {
    while (ahead.length <= index) {
      const { value, done } = await source.next();
      if (done) return undefined;
      ahead.push(value);
    }
    return ahead[index];
  };
  let width = Number.POSITIVE_INFINITY;
  for (let row = await readRow(lineAt, width); row; row = await readRow(lineAt, width)) {
    const { used, ...read } = row;
    ahead.splice(0, used);
    if (read.text.trim() === '') continue;
    if (width === Number.POSITIVE_INFINITY) width = read.cells?.length ?? width;
    yield read;
  }
}

/** Returns the next row; undefined at the end. Splits off lines that only a stray quote has joined. */
async function readRow(
  lineAt: (index: number) => Promise<PhysicalLine | undefined>,
  width: number,
): Promise<(CsvRow & { readonly used: number }) | undefined> {
  const first = await lineAt(0);
  if (!first) return undefined;
  if (first.text.length > MAX_LINE_LENGTH) {
    return { ...first, used: 1, problem: `line is longer than ${MAX_LINE_LENGTH} characters` };
  }
  let [isOpen, text] = [false, ''];
  for (let used = 1; ; used += 1) {
    const line = await lineAt(used - 1);
    if (!line) break;
    text += line.text;
    if (used > 1 && text.length > MAX_ROW_CHARACTERS) break;
    if (hasOddQuotes(line.text)) isOpen = !isOpen;
    if (isOpen) {
      text += line.ending;
      continue;
    }
    const parsed = parseRow(text, width);
    // the quote that joined these lines was a stray one
    if (parsed.problem !== undefined && used > 1) break;
    return { line: line.line, text, used, ...parsed };
  }
  return { line: first.line, text: first.text, used: 1, problem: notValid(NEVER_CLOSED) };
}

function hasOddQuotes(text: string): boolean {
  return (text.split('"').length - 1) % 2 === 1;
}

function parseRow(text: string, width: number): Pick<CsvRow, 'cells' | 'problem'> {
  try {
    const [cells = [], ...more]: readonly (readonly string[])[] = text.includes('"')
      ? parse(text, { record_delimiter: '\n', relax_column_count: true })
      : [text.split(',')];
    if (more.length > 0) return { problem: notValid(NEVER_CLOSED) };
    return cells.length > width ? { problem: 'line has more values than the header' } : { cells };
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // the parser saw only this row, so its line number is meaningless
    return { problem: notValid(PROBLEMS[code] ?? message.replace(/ (?:at|on) line \d+/g, '')) };
  }
}

function notValid(reason: string): string {
  return `line is not valid CSV: ${reason}`;
}
