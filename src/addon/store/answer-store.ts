/** Keeps answers in the document's cache, in as many pieces as they need. What is damaged or incomplete is not found. */

import type { Row } from '../answer/rows.js';
import type { Cache } from '../platform.js';
import { hash } from './hash.js';

export interface Answer {
  readonly rows: readonly Row[];
  /** The limit that cut the answer short; 0 when it is complete. */
  readonly cut: number;
  /** When the service was asked, in milliseconds since 1970. */
  readonly askedAt: number;
}

export interface AnswerStore {
  read(identity: string, payer: string): Answer | undefined;
  write(identity: string, payer: string, answer: Answer): void;
}

/** The longest that a cache keeps anything. */
const TTL_SECONDS = 21_600;
/** Characters of a piece. A value may have 100 KB, and a character up to 3 bytes. */
const PIECE_CHARACTERS = 33_000;
/** More would push other things out of a cache of 1,000 values. */
const MAX_PIECES = 100;
/** Raised whenever the stored form changes: an older form is then not found. */
const VERSION = 1;

export function createAnswerStore(cache: Cache): AnswerStore {
  return {
    read(identity, payer) {
      const key = keyOf(identity, payer);
      const first = cache.getAll([key])[key];
      if (first === undefined) return undefined;
      const [, count = '', sum = '', text = ''] = /^(\d+) (\w+) ([\s\S]*)$/.exec(first) ?? [];
      const json = count === '1' ? text : readPieces(cache, key, Number(count), text);
      return json !== undefined && hash(json) === sum ? parseEntry(json, identity) : undefined;
    },
    write(identity, payer, answer) {
      const json = JSON.stringify([VERSION, identity, answer.askedAt, answer.cut, answer.rows]);
      const count = Math.max(1, Math.ceil(json.length / PIECE_CHARACTERS));
      if (count > MAX_PIECES) return;
      const key = keyOf(identity, payer);
      const values: Record<string, string> = {};
      for (let index = 0; index < count; index++) {
        const piece = json.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS);
        values[index === 0 ? key : `${key}.${index}`] =
          index === 0 ? `${count} ${hash(json)} ${piece}` : piece;
      }
      cache.putAll(values, TTL_SECONDS);
    },
  };
}

function keyOf(identity: string, payer: string): string {
  return `answer:${hash(`${payer}\n${identity}`)}`;
}

function readPieces(cache: Cache, key: string, count: number, first: string): string | undefined {
  const keys = Array.from({ length: count - 1 }, (_, index) => `${key}.${index + 1}`);
  const found = cache.getAll(keys);
  const pieces = keys.map((name) => found[name]);
  return pieces.every((piece) => piece !== undefined) ? first + pieces.join('') : undefined;
}

function parseEntry(json: string, identity: string): Answer | undefined {
  const [version, stored, askedAt, cut, rows] = JSON.parse(json) as [number, string, number, number, Row[]];
  return version === VERSION && stored === identity ? { rows, cut, askedAt } : undefined;
}
