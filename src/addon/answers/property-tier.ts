/** The second tier of the answer store: the document's properties, small and lasting. The least recently used goes first. */
import { isObject, readJson } from '../../contract/json.js';
import type { Platform, Properties } from '../platform.js';
import { asciiJson } from '../storage/ascii-json.js';
import { ignoreErrors } from '../storage/ignore-errors.js';

/** What is known of a stored answer without reading it. */
export interface Listed {
  readonly pieces: number;
  readonly characters: number;
  /** The day it was last used, as a number of days since 1970. */
  readonly used: number;
  /** The question, for the search of a wider one. */
  readonly identity: string;
}

export type Index = Readonly<Record<string, Listed>>;

const INDEX = 'answers';
/** Compressed texts are plain ASCII: a character is a byte. A value may have 9 KB. */
const PIECE_CHARACTERS = 8_800;
const INDEX_CHARACTERS = 8_800;
/** Of the 500 KB of a document; the rest is for everything else. */
const TOTAL_CHARACTERS = 400_000;

export function readIndex(platform: Pick<Platform, 'expand'>, properties: Properties): Index {
  const text = properties.get(INDEX);
  const stored = readJson(text === null ? null : ignoreErrors(() => platform.expand(text)), isObject) ?? {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([key, listed]) => {
      if (!isListed(listed)) return [];
      const [pieces, characters, used, identity] = listed;
      return [[key, { pieces, characters, used, identity }]];
    }),
  );
}

function isListed(value: unknown): value is readonly [number, number, number, string] {
  if (!Array.isArray(value)) return false;
  const [pieces, characters, used, identity]: readonly unknown[] = value;
  return [pieces, characters, used].every(Number.isSafeInteger) && typeof identity === 'string';
}

/** The text of an answer; undefined where a piece is missing or damaged. */
export function readStored(
  platform: Pick<Platform, 'expand'>,
  properties: Properties,
  key: string,
  { pieces }: Listed,
): string | undefined {
  const texts = Array.from({ length: pieces }, (_, index) => properties.get(pieceKey(key, index)));
  if (texts.some((text) => text === null)) return undefined;
  return ignoreErrors(() => platform.expand(texts.join('')));
}

export interface Change {
  /** To be written in one call. */
  readonly values: Readonly<Record<string, string>>;
  /** To be removed afterwards: nothing refers to them any more. */
  readonly removed: readonly string[];
  /** Whether the answer has found a place. */
  readonly kept: boolean;
}

/** What has to be written so that the store holds an answer; older answers make room for it. */
export function planWrite(
  platform: Pick<Platform, 'compress'>,
  index: Index,
  key: string,
  compressed: string,
  entry: Pick<Listed, 'used' | 'identity'>,
): Change {
  const pieces = Math.max(1, Math.ceil(compressed.length / PIECE_CHARACTERS));
  const listed = { pieces, characters: compressed.length, ...entry };
  // a question of many companies may be too long for the index: nothing else has to go for what has no place anyway
  const kept =
    compressed.length <= TOTAL_CHARACTERS / 2 &&
    indexText(platform, { [key]: listed }).length <= INDEX_CHARACTERS;
  const { [key]: before, ...others } = index;
  const wanted: Record<string, Listed> = kept ? { ...others, [key]: listed } : { ...others };
  const removed = before ? range(kept ? pieces : 0, before.pieces).map((piece) => pieceKey(key, piece)) : [];
  const oldestFirst = Object.keys(others).sort((a, b) => others[a]!.used - others[b]!.used);
  const fits = (): string | undefined => {
    const characters = Object.values(wanted).reduce((sum, listed) => sum + listed.characters, 0);
    const text = characters <= TOTAL_CHARACTERS ? indexText(platform, wanted) : undefined;
    return text !== undefined && text.length <= INDEX_CHARACTERS ? text : undefined;
  };
  let text = fits();
  while (text === undefined && oldestFirst.length > 0) {
    const oldest = oldestFirst.shift()!;
    removed.push(...range(0, wanted[oldest]!.pieces).map((piece) => pieceKey(oldest, piece)));
    delete wanted[oldest];
    text = fits();
  }
  const values: Record<string, string> = { [INDEX]: text ?? indexText(platform, {}) };
  if (kept && text !== undefined) {
    for (const piece of range(0, pieces)) {
      values[pieceKey(key, piece)] = compressed.slice(
        piece * PIECE_CHARACTERS,
        (piece + 1) * PIECE_CHARACTERS,
      );
    }
  }
  return { values, removed, kept: kept && text !== undefined };
}

/** The index with an answer marked as used on a day; undefined where it is already. */
export function planUse(
  platform: Pick<Platform, 'compress'>,
  index: Index,
  key: string,
  day: number,
): Readonly<Record<string, string>> | undefined {
  const listed = index[key];
  if (!listed || listed.used >= day) return undefined;
  return { [INDEX]: indexText(platform, { ...index, [key]: { ...listed, used: day } }) };
}

/** Questions repeat each other's words: compressed, some 150 of them fit into one property. */
function indexText(platform: Pick<Platform, 'compress'>, index: Index): string {
  const entries = Object.entries(index).map(([key, { pieces, characters, used, identity }]) => [
    key,
    [pieces, characters, used, identity],
  ]);
  return platform.compress(asciiJson(Object.fromEntries(entries)));
}

function pieceKey(key: string, piece: number): string {
  return `answer:${key}.${piece}`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
