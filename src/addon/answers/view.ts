/** Caches the last table of a question. It is valid until a purchase may change it. */
import { type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import type { TableState } from '../../core/resolve.js';
import { ignoreErrors } from '../errors.js';
import type { Cache, Platform, Values } from '../platform.js';
import { cacheKey, putText, takeText } from '../storage/cache-tier.js';
import { asciiJson, hash } from '../storage/text.js';
import type { Row } from '../table/rows.js';
import type { RequestedQuestion } from './answering.js';

/** The table of a question, of its days, and of the value of `refresh` that it satisfies. */
export interface StoredView extends Pick<RequestedQuestion, 'identity' | 'window' | 'refresh'> {
  readonly dataset: DatasetName;
  /** The payer, who alone sees the table. */
  readonly payer: string;
  readonly mode: string;
  /** The version of cached views when it was made. */
  readonly version: string;
  /** The time of the refresh from the menu that it satisfies. */
  readonly refreshAfter: number;
  readonly madeAt: number;
  readonly table: TableState;
}

/** Raise this when the stored format or the meaning of a column changes. */
const FORM = 5;
const VERSION_SECONDS = 21_600;

/** @param others entries to write in the same call */
export function putView(
  platform: Platform,
  cache: Cache,
  key: string,
  view: StoredView,
  others: Values,
): void {
  const { rows, ...table } = view.table;
  const json = asciiJson([formOf(view), { ...view, table }, rows]);
  ignoreErrors(() => putText(platform, cache, key, `${hash(json)} ${json}`, others));
}

/** Returns undefined for a damaged view, or one of another format. @param values the cache entries */
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
  if (hash(json) !== sum) return undefined;
  return ignoreErrors(() => {
    const [form, rest, rows] = JSON.parse(json) as [string, StoredView, Row[]];
    return form === formOf(rest) ? { ...rest, table: { ...rest.table, rows } } : undefined;
  });
}

/** Returns a text that changes with the columns, so that a table with other columns is computed again. */
function formOf({ dataset }: Pick<StoredView, 'dataset'>): string {
  return `${FORM} ${hash(RECORD_COLUMNS[dataset].map(({ path }) => path).join())}`;
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
