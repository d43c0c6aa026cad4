/** Held answers as text and back. Text that is damaged, incomplete or of another version is nothing. */

import { asciiJson } from '../storage/ascii-json.js';
import { hash } from '../storage/hash.js';
import type { Row } from '../table/rows.js';
import type { StoredAnswer } from './stored-answer.js';

export interface EncodedAnswer {
  /** The question, so that two with the same hash are told apart. */
  readonly identity: string;
  /** Who paid: nobody else is shown it. */
  readonly payer: string;
  readonly held: StoredAnswer;
}

/** Raised whenever the stored form, or the meaning of a column, changes. */
const VERSION = 2;

export function encodeAnswer({ identity, payer, held }: EncodedAnswer): string {
  const { rows, ...rest } = held;
  const json = asciiJson([VERSION, identity, payer, rest, rows]);
  return `${hash(json)} ${json}`;
}

export function decodeAnswer(text: string): EncodedAnswer | undefined {
  const [sum] = text.split(' ', 1);
  const json = text.slice((sum?.length ?? 0) + 1);
  if (hash(json) !== sum) return undefined;
  try {
    const [version, identity, payer, rest, rows] = JSON.parse(json) as [
      number,
      string,
      string,
      Omit<StoredAnswer, 'rows'>,
      Row[],
    ];
    return version === VERSION ? { identity, payer, held: { ...rest, rows } } : undefined;
  } catch {
    return undefined;
  }
}
