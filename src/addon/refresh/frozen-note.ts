/** The note at the first cell of a frozen table: its formula, its size, and a digest by which edits are noticed. */
import { isDate } from '../question/cells.js';
import { hash } from '../storage/text.js';

export interface FrozenTable {
  readonly formula: string;
  readonly numRows: number;
  readonly numColumns: number;
  /** A digest of the values as they were frozen; short, for people see it. */
  readonly digest: string;
}

/** Characters of a digest: one edit in four billion goes unnoticed. */
const SHOWN = 8;
/** In every language the same: the person who thaws may not be the person who froze. */
const TITLE = 'Signals > Thaw:';
const MARK = /(?:^|\n)Signals > Thaw:\n(=[\s\S]+)\n(\d+) x (\d+) ([0-9a-f]{26}|[0-9a-f]{8})$/;

/** A note with the table's mark at its end; what the person has written there stays. */
export function addFrozenMark(note: string, { formula, numRows, numColumns, digest }: FrozenTable): string {
  const own = removeFrozenMark(note);
  return `${own === '' ? '' : `${own}\n`}${TITLE}\n${formula}\n${numRows} x ${numColumns} ${digest}`;
}

export function removeFrozenMark(note: string): string {
  return note.replace(MARK, '');
}

/** The frozen table of a note; undefined for any other note. */
export function readFrozenMark(note: string): FrozenTable | undefined {
  const [, formula, rows, columns, digest] = MARK.exec(note) ?? [];
  if (!formula || !digest) return undefined;
  // notes of earlier versions have more of it
  return { formula, numRows: Number(rows), numColumns: Number(columns), digest: digest.slice(0, SHOWN) };
}

/** The same for the same values, whatever way they took through the cells. */
export function digestOf(values: readonly (readonly unknown[])[]): string {
  const plain = values.map((row) =>
    row.map((value) => {
      if (isDate(value)) return { at: value.getTime() };
      return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
    }),
  );
  return hash(JSON.stringify(plain)).slice(0, SHOWN);
}
