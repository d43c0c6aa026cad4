/** A long text in several of the document's properties, of which each holds 9 KB, and how much room there is in all. */

import type { Platform } from '../platform.js';
import { hash } from './text.js';

/** Texts are plain ASCII: a character is a byte. */
const PIECE_CHARACTERS = 8_800;

/** Where a text is, and how it is known to be whole: `count digest`. */
export type PiecesMark = string;

/** The property that says in which pieces matched companies are. They are free: where there is little room, they go first. */
export const MATCHES = 'matches';

/** What has to be written for a text, and the mark by which it is found. */
export function inPieces(
  name: string,
  text: string,
): { readonly values: Readonly<Record<string, string>>; readonly mark: PiecesMark } {
  const mark = `${Math.ceil(text.length / PIECE_CHARACTERS)} ${hash(text)}`;
  const pieces = pieceNames(name, mark).map((piece, index) => [
    piece,
    text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS),
  ]);
  return { values: Object.fromEntries(pieces), mark };
}

export function pieceNames(name: string, mark: PiecesMark): string[] {
  return Array.from({ length: Number.parseInt(mark, 10) }, (_, index) => `${name}.${index}`);
}

/** The text; undefined where a piece is missing or damaged. */
export function joined(
  values: Readonly<Record<string, string>>,
  name: string,
  mark: PiecesMark,
): string | undefined {
  const text = pieceNames(name, mark)
    .map((piece) => values[piece] ?? '')
    .join('');
  return hash(text) === mark.split(' ')[1] ? text : undefined;
}

/** What has to be written so that nothing is left of the pieces of a text. */
export function blanked(values: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const pieces = Object.keys(values).filter((one) => one.startsWith(`${name}.`) && values[one] !== '');
  return Object.fromEntries(pieces.map((piece) => [piece, '']));
}

/** Google's limit for a store. What is kept is plain ASCII but for a few names: a character is a byte. */
const STORE_CHARACTERS = 500_000;

/** How much more the document's properties can keep. */
export function roomIn({ allDocumentProperties }: Pick<Platform, 'allDocumentProperties'>): number {
  return STORE_CHARACTERS - lengthOf(allDocumentProperties());
}

export function lengthOf(values: Readonly<Record<string, string>>): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
