/**
 * The rows of a CSV file with their line numbers. An unclosed quote costs only its own line: rows are built from
 * physical lines here, so that a stray quote cannot swallow the rest of the file.
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

/** Enough to parse some hundred rows at once. */
const BATCH_LINES = 500;
const BATCH_CHARACTERS = 4_000_000;
const MAX_ROW_LINES = 100;
/** For a row of several lines. */
const MAX_ROW_CHARACTERS = 1_000_000;
const NEVER_CLOSED = 'line is not valid CSV: a quote is opened and never closed';
const AFTER_QUOTE = 'line is not valid CSV: a quoted value continues after its closing quote';
const WITHIN_VALUE = 'line is not valid CSV: a value that does not begin with a quote contains one';

/** The first row is the header: no row may have more cells. */
export async function* readCsvRows(lines: AsyncIterable<PhysicalLine>): AsyncGenerator<CsvRow> {
  let waiting: readonly PhysicalLine[] = [];
  let fresh: PhysicalLine[] = [];
  let characters = 0;
  let width = Number.POSITIVE_INFINITY;

  function* take(isEnd: boolean): Generator<CsvRow> {
    waiting = [...waiting, ...fresh];
    [fresh, characters] = [[], 0];
    for (let taken = -1; taken !== 0; waiting = waiting.slice(taken)) {
      const { rows, used } = readRows(waiting, isEnd, width);
      if (width === Number.POSITIVE_INFINITY) width = rows[0]?.cells?.length ?? width;
      yield* rows;
      taken = used;
    }
  }

  for await (const line of lines) {
    fresh.push(line);
    characters += line.text.length;
    // the header first: it gives the maximum width of a row
    const isHeader = width === Number.POSITIVE_INFINITY;
    if (isHeader || fresh.length >= BATCH_LINES || characters >= BATCH_CHARACTERS) yield* take(false);
  }
  yield* take(true);
}

/** Lines that belong to one row because of their quotes. */
interface Draft {
  readonly lines: readonly PhysicalLine[];
  readonly text: string;
  readonly problem?: string;
}

/**
 * The rows up to the point where more lines are needed, and the number of lines used. Where a stray quote has joined
 * lines, it continues behind the first of them: a line is read again at most once for each quote that joins it.
 */
function readRows(
  lines: readonly PhysicalLine[],
  isEnd: boolean,
  width: number,
): { rows: CsvRow[]; used: number } {
  const drafts = new Map<number, Draft>();
  let drafted = 0;
  for (let draft = draftAt(lines, 0, isEnd); draft; draft = draftAt(lines, drafted, isEnd)) {
    drafts.set(drafted, draft);
    drafted += draft.lines.length;
  }
  const parsed = parseAll([...drafts.values()]);
  const rows: CsvRow[] = [];
  let used = 0;
  for (;;) {
    const draft = drafts.get(used) ?? draftAt(lines, used, isEnd);
    if (!draft) return { rows, used };
    const { cells, problem } = parsed.get(draft) ?? parseOne(draft);
    const wrong =
      problem ?? (cells && cells.length > width ? 'line has more values than the header' : undefined);
    const first = draft.lines[0]!;
    if (wrong !== undefined && draft.lines.length > 1) {
      // the quote that joined these lines was a stray one
      rows.push({ line: first.line, text: first.text, problem: NEVER_CLOSED });
      used += 1;
      continue;
    }
    used += draft.lines.length;
    if (draft.text.trim() === '') continue;
    const { line } = draft.lines[draft.lines.length - 1]!;
    rows.push({
      line,
      text: draft.text,
      ...(wrong === undefined ? { cells: cells ?? [] } : { problem: wrong }),
    });
  }
}

/** Undefined if the lines end before the row does. */
function draftAt(lines: readonly PhysicalLine[], start: number, isEnd: boolean): Draft | undefined {
  const first = lines[start];
  if (!first) return undefined;
  if (first.text.length > MAX_LINE_LENGTH) {
    return { ...first, lines: [first], problem: `line is longer than ${MAX_LINE_LENGTH} characters` };
  }
  let [isOpen, text] = [false, ''];
  for (let count = 1; count <= MAX_ROW_LINES; count += 1) {
    const line = lines[start + count - 1];
    if (!line && !isEnd) return undefined;
    if (!line) break;
    text += line.text;
    if (count > 1 && text.length > MAX_ROW_CHARACTERS) break;
    if (hasOddQuotes(line.text)) isOpen = !isOpen;
    if (!isOpen) return { lines: lines.slice(start, start + count), text };
    text += line.ending;
  }
  return { lines: [first], text: first.text, problem: NEVER_CLOSED };
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

type Parsed = Pick<CsvRow, 'cells' | 'problem'>;

/** All rows with correct quotes at once, which is fast. */
function parseAll(drafts: readonly Draft[]): ReadonlyMap<Draft, Parsed> {
  const parsed = new Map<Draft, Parsed>();
  const good: Draft[] = [];
  for (const draft of drafts) {
    const problem = problemOf(draft);
    if (problem !== undefined) parsed.set(draft, { problem });
    else if (draft.text.trim() !== '') good.push(draft);
  }
  try {
    const records = parseText(good.map(({ text }) => text).join('\n'));
    if (records.length === good.length) {
      for (const [index, draft] of good.entries()) parsed.set(draft, { cells: records[index]! });
    }
  } catch {
    // found one by one
  }
  return parsed;
}

/** What is wrong with the quotes of a row: the parser takes ten times as long to say so. */
function problemOf({ text, problem }: Draft): string | undefined {
  if (problem !== undefined) return problem;
  let quote = text.indexOf('"');
  for (let at = 0; quote >= 0; at += 1) {
    if (quote < at) quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    if (quote === at) {
      at = text.indexOf('"', at + 1);
      while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
      if (at < 0) return NEVER_CLOSED;
      at += 1;
      if (at === text.length) return undefined;
      if (text[at] !== ',') return AFTER_QUOTE;
    } else {
      at = text.indexOf(',', at);
      if (at < 0 || quote < at) return WITHIN_VALUE;
    }
  }
  return undefined;
}

function parseOne(draft: Draft): Parsed {
  const { text } = draft;
  const problem = problemOf(draft);
  if (problem !== undefined) return { problem };
  if (text.trim() === '') return { cells: [] };
  try {
    const records = parseText(text);
    if (records.length === 1) return { cells: records[0]! };
    return { problem: NEVER_CLOSED };
  } catch (error) {
    // the parser saw only this row, so its line number is meaningless
    const reason = (error as Error).message.replace(/ (?:at|on) line \d+/g, '');
    return { problem: `line is not valid CSV: ${reason}` };
  }
}

function parseText(text: string): readonly (readonly string[])[] {
  return parse(text, { record_delimiter: '\n', relax_column_count: true });
}
