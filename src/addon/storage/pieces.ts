/** A long text in several properties: a value holds up to 9 KB. */
import { hash } from './hash.js';

/** Texts are plain ASCII: a character is a byte. */
const PIECE_CHARACTERS = 8_800;

/** Where a text is, and how it is known to be whole: `count digest`. */
export type PiecesMark = string;

export interface Pieces {
  readonly values: Readonly<Record<string, string>>;
  readonly mark: PiecesMark;
}

export function inPieces(name: string, text: string): Pieces {
  const count = Math.ceil(text.length / PIECE_CHARACTERS);
  const values = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${name}.${index}`,
      text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS),
    ]),
  );
  return { values, mark: `${count} ${hash(text)}` };
}

/** The text; undefined where a piece is missing or damaged. */
export function joined(
  values: Readonly<Record<string, string>>,
  name: string,
  mark: PiecesMark,
): string | undefined {
  const [count, digest] = mark.split(' ');
  const text = Array.from({ length: Number(count) }, (_, index) => values[`${name}.${index}`] ?? '').join('');
  return hash(text) === digest ? text : undefined;
}
