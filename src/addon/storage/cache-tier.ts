/** The fast, volatile tier of the answer store: long texts and recent failures in the document's cache. */

import type { ErrorDetails } from '../../contract/error-texts.js';
import { objectOf, readJson } from '../../contract/json.js';
import { errorOf, ignoreErrors, type SignalsError } from '../errors.js';
import type { Cache, Platform, Values } from '../platform.js';
import { asciiJson } from './text.js';

/** The longest lifetime that a cache allows. */
const TTL_SECONDS = 21_600;
/** Below the limit of 100 KB per value. The text is ASCII, so a character is a byte. */
const PIECE_CHARACTERS = 99_000;
/** Longer texts are compressed. That takes time, but leaves room for others in a cache of 1,000 values. */
const MAX_PLAIN = 600_000;
const MAX_PIECES = 50;

export function cacheKey(key: string): string {
  return `answer:${key}`;
}

/**
 * Returns the text stored under a key; undefined if a piece is missing or damaged. Most have only one piece.
 * @param first the entry under `cacheKey`
 */
export function takeText(
  platform: Pick<Platform, 'expand'>,
  cache: Cache,
  key: string,
  first: string | undefined,
): string | undefined {
  const [, count, form, start] = /^(\d+)([tz])([\s\S]*)$/.exec(first ?? '') ?? [];
  if (count === undefined || start === undefined) return undefined;
  const text = count === '1' ? start : joinPieces(cache, key, Number(count), start);
  return text === undefined || form === 't' ? text : ignoreErrors(() => platform.expand(text));
}

/**
 * @param text ASCII; it is not stored if it is too long even when compressed
 * @param others entries to write in the same call
 */
export function putText(
  platform: Pick<Platform, 'compress'>,
  cache: Cache,
  key: string,
  text: string,
  others: Values = {},
): void {
  const compressed = text.length > MAX_PLAIN;
  const body = compressed ? platform.compress(text) : text;
  const count = Math.max(1, Math.ceil(body.length / PIECE_CHARACTERS));
  const values: Record<string, string> = { ...others };
  for (let index = 0; index < count && count <= MAX_PIECES; index++) {
    const piece = body.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS);
    values[index === 0 ? cacheKey(key) : pieceKey(key, index)] =
      index === 0 ? `${count}${compressed ? 'z' : 't'}${piece}` : piece;
  }
  cache.putAll(values, TTL_SECONDS);
}

function joinPieces(cache: Cache, key: string, count: number, start: string): string | undefined {
  const keys = Array.from({ length: count - 1 }, (_, index) => pieceKey(key, index + 1));
  const found = cache.getAll(keys);
  const pieces = keys.map((name) => found[name]);
  return pieces.every((piece) => piece !== undefined) ? start + pieces.join('') : undefined;
}

function pieceKey(key: string, index: number): string {
  return `${cacheKey(key)}.${index}`;
}

interface Failure {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly payer: string;
  readonly details: ErrorDetails;
}

const FAILURE_SECONDS = 60;
const isFailure = objectOf<Failure>({ at: 'number', payer: 'string', details: 'object' });

export function failureKey(key: string): string {
  return `failure:${key}`;
}

/** @param payer the owner of the key that got the error: the service may accept another key */
export function putFailure(platform: Platform, key: string, payer: string, { details }: SignalsError): void {
  if (!details) return;
  const failure: Failure = { at: platform.clock.now(), payer, details };
  platform.documentCache?.putAll({ [failureKey(key)]: asciiJson(failure) }, FAILURE_SECONDS);
}

/**
 * Returns the error that this payer's key got a moment ago.
 * @param after failures before that moment are forgotten: a refresh was requested since
 */
export function getFailure(text: string | undefined, payer: string, after: number): SignalsError | undefined {
  const failure = readJson(text, isFailure);
  return failure && failure.payer === payer && failure.at >= after ? errorOf(failure.details) : undefined;
}
