/** The note at the first cell of a frozen table: its formula, size, and a checksum that reveals edits. */
import { isDate } from '../question/cells.js';
import { shortHash } from '../storage/text.js';

export interface FrozenTable {
  readonly formula: string;
  readonly numRows: number;
  readonly numColumns: number;
  /** Checksum of the frozen values; short, because people see it. */
  readonly digest: string;
}

/** The same in every language: another person may thaw than froze. */
const TITLE = 'Signals > Thaw:';
/** A person may have typed before and after it. */
const MARK = /(?:^|\n)Signals > Thaw:\n(=[\s\S]+?)\n(\d+) x (\d+) ([0-9a-f]{8})(?=\n|$)/;

/** Adds the table's mark to the end of a note; the person's own text stays. */
export function addFrozenMark(note: string, { formula, numRows, numColumns, digest }: FrozenTable): string {
  const own = removeFrozenMark(note);
  return `${own === '' ? '' : `${own}\n`}${TITLE}\n${formula}\n${numRows} x ${numColumns} ${digest}`;
}

export function removeFrozenMark(note: string): string {
  return note.replace(MARK, '');
}

/** Returns the frozen table of a note; undefined for any other note. */
export function readFrozenMark(note: string): FrozenTable | undefined {
  const [, formula, rows, columns, digest] = MARK.exec(note) ?? [];
  if (!formula || !digest) return undefined;
  return { formula, numRows: Number(rows), numColumns: Number(columns), digest };
}

/** Returns the same checksum for the same values, even after Sheets has stored and rounded them. */
export function checksumOf(values: readonly (readonly unknown[])[]): string {
  const plain = values.map((row) =>
    row.map((value) => {
      if (isDate(value)) return { at: value.getTime() };
      return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
    }),
  );
  return shortHash(JSON.stringify(plain));
}
