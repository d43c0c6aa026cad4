/** Stored answers as text and back. Text that is damaged, incomplete or of another version is nothing. */
import { DATASETS, isDatasetName } from '../../contract/datasets.js';
import { columnsOf } from '../../contract/fields.js';
import { isObject, readJson } from '../../contract/json.js';
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

/** Raised whenever the stored form, or the meaning of a column, changes. A column more or less needs nothing. */
const VERSION = 3;

export function encodeAnswer({ identity, payer, held }: EncodedAnswer): string {
  const { rows, ...rest } = held;
  const json = asciiJson([VERSION, identity, payer, columnPaths(identity), rest, rows]);
  return `${hash(json)} ${json}`;
}

export function decodeAnswer(text: string): EncodedAnswer | undefined {
  const [sum] = text.split(' ', 1);
  const json = text.slice((sum?.length ?? 0) + 1);
  if (hash(json) !== sum) return undefined;
  const stored = readJson(json, isStored);
  const columns = stored && columnPaths(stored[1]);
  if (!stored || !columns) return undefined;
  const [, identity, payer, paths, rest, rows] = stored;
  return { identity, payer, held: { ...rest, rows: rearrange(rows, paths, columns) } };
}

type Stored = readonly [
  version: number,
  identity: string,
  payer: string,
  paths: readonly string[],
  rest: Omit<StoredAnswer, 'rows'>,
  rows: readonly Row[],
];

/** The checksum already proves that this is what was written, so a look at the outline is enough. */
function isStored(value: unknown): value is Stored {
  if (!Array.isArray(value) || value[0] !== VERSION) return false;
  const [, identity, payer, paths, rest, rows]: readonly unknown[] = value;
  return (
    typeof identity === 'string' &&
    typeof payer === 'string' &&
    Array.isArray(paths) &&
    isObject(rest) &&
    Array.isArray(rows)
  );
}

/** The columns of the dataset that an identity begins with; undefined where it names none. */
function columnPaths(identity: string): string[] | undefined {
  const [dataset] = readJson(identity, Array.isArray) ?? [];
  return isDatasetName(dataset) ? columnsOf(DATASETS[dataset].record).map(({ path }) => path) : undefined;
}

/** Rows in the order of today's columns. One that the contract did not have yet is empty: nothing is paid again for it. */
function rearrange(
  rows: readonly Row[],
  stored: readonly string[],
  present: readonly string[],
): readonly Row[] {
  if (stored.join() === present.join()) return rows;
  const places = present.map((path) => stored.indexOf(path));
  return rows.map((row) => places.map((place) => row[place] ?? null));
}
