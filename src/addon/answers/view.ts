/** Caches the last table of a question. It is valid until a purchase may change it. */
import { type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import type { TableState } from '../../core/resolve.js';
import { ignoreErrors } from '../errors.js';
import type { Cache, Platform, Values } from '../platform.js';
import { cacheKey, putText, takeText } from '../storage/cache-tier.js';
import { asciiJson, hash } from '../storage/text.js';
import type { RequestedQuestion } from './answering.js';

/** A table with the value of `refresh`, and the time of the refresh from the menu, that it satisfies. */
export interface StoredView {
  /** The text of `stampOf` when it was made. */
  readonly stamp: string;
  readonly refresh: string;
  readonly refreshAfter: number;
  readonly madeAt: number;
  readonly table: TableState;
}

/** Raise this when the stored format or the meaning of a column changes. */
const FORM = 6;
const VERSION_SECONDS = 21_600;

/** @param others entries to write in the same call */
export function putView(
  platform: Platform,
  cache: Cache,
  key: string,
  view: StoredView,
  others: Values,
): void {
  const json = asciiJson(view);
  ignoreErrors(() => putText(platform, cache, key, `${hash(json)} ${json}`, others));
}

/** Returns undefined for a damaged view. @param values the cache entries */
export function takeView(
  platform: Platform,
  cache: Cache,
  key: string,
  values: Values,
): StoredView | undefined {
  const text = ignoreErrors(() => takeText(platform, cache, key, values[cacheKey(key)]));
  if (text === undefined) return undefined;
  const [sum = ''] = text.split(' ', 1);
  const json = text.slice(sum.length + 1);
  return hash(json) === sum ? ignoreErrors(() => JSON.parse(json) as StoredView) : undefined;
}

/**
 * Returns a text that changes with the question, its days, the payer, the mode, the columns and the stored records.
 * A view with another text is not the answer.
 * @param payer who alone sees the table
 * @param version of the dataset's cached views
 */
export function stampOf(
  { question: { dataset }, identity, window }: RequestedQuestion,
  payer: string,
  mode: string,
  version: string | undefined,
): string {
  const columns = hash(RECORD_COLUMNS[dataset].map(({ path }) => path).join());
  return JSON.stringify([FORM, columns, identity, window, payer, mode, version]);
}

/** Returns the cache key of a dataset's version, which changes with the stored records. */
export function versionKey(dataset: DatasetName): string {
  return `version:${dataset}`;
}

export function newVersion({ clock }: Pick<Platform, 'clock'>): string {
  return `${clock.now()}.${Math.random()}`;
}

/**
 * Invalidates all cached views of a dataset. Call it before a write that may change one.
 * @returns the new version; undefined if the cache fails
 */
export function invalidateViews(
  platform: Pick<Platform, 'clock' | 'documentCache'>,
  dataset: DatasetName,
): string | undefined {
  const version = newVersion(platform);
  return ignoreErrors(() => {
    platform.documentCache?.putAll({ [versionKey(dataset)]: version }, VERSION_SECONDS);
    return version;
  });
}
