/** Splits long texts into several document properties, each up to 9 KB, and measures the space that is left. */

import type { Platform, Values } from '../platform.js';
import { hash } from './text.js';

/** The text is ASCII, so a character is a byte. */
const PIECE_CHARACTERS = 8_800;

/** The number of pieces and a digest, which proves that the text is complete: `count digest`. */
export type PiecesMark = string;

/** The property with the mark of stored company matches. Matches are free, so they are evicted first. */
export const MATCHES = 'matches';

/** Returns the pieces to write, and the mark that finds them again. */
export function inPieces(name: string, text: string): { readonly values: Values; readonly mark: PiecesMark } {
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

/** Returns the text; undefined if a piece is missing or damaged. */
export function joined(values: Values, name: string, mark: PiecesMark): string | undefined {
  const text = pieceNames(name, mark)
    .map((piece) => values[piece] ?? '')
    .join('');
  return hash(text) === mark.split(' ')[1] ? text : undefined;
}

/** Returns the values that clear the pieces of a text. */
export function cleared(values: Values, name: string): Record<string, string> {
  const pieces = Object.keys(values).filter((one) => one.startsWith(`${name}.`) && values[one] !== '');
  return Object.fromEntries(pieces.map((piece) => [piece, '']));
}

/** Google's limit of a store, in bytes. Nearly all stored text is ASCII, so a character is a byte. */
const STORE_CHARACTERS = 500_000;

/** Returns the free space of the document's properties. @param written values, to measure what they would leave */
export function roomIn(
  { allDocumentProperties }: Pick<Platform, 'allDocumentProperties'>,
  written: Values = {},
): number {
  return STORE_CHARACTERS - lengthOf({ ...allDocumentProperties(), ...written });
}

export function lengthOf(values: Values): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
