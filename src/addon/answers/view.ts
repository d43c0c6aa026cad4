/** What a question showed last, as the cache keeps it: derived from the pool, and only as good as the pool is unchanged. */
import type { DatasetName } from '../../contract/datasets.js';
import type { Cache, Clock, Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import type { Window } from '../question/window.js';
import { asciiJson } from '../storage/ascii-json.js';
import { cacheKey, putText, takeText } from '../storage/cache-tier.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { Row } from '../table/rows.js';
import { pathsOf } from './pool.js';

export interface StoredView {
  /** The question, so that two with the same hash are told apart. */
  readonly identity: string;
  readonly dataset: DatasetName;
  /** Who paid: nobody else is shown it. */
  readonly payer: string;
  /** The state of the pool that it was derived from. */
  readonly generation: string;
  /** The days that it is about. */
  readonly window: Window;
  readonly through: string;
  readonly seen: number;
  /** The last day that was asked for. */
  readonly until: string;
  readonly isEnough: boolean;
  /** Part of it is older than it should be. */
  readonly isLate: boolean;
  readonly isCut: boolean;
  /** The last instant at which nothing was missing, where there is one. */
  readonly completeAt?: number;
  /** Values of `refresh` that have been served, as hashes. */
  readonly served: readonly string[];
  readonly rows: readonly Row[];
}

/** Raised whenever the stored form, or the meaning of a column, changes. */
const VERSION = 4;
const GENERATION_SECONDS = 21_600;

/** @param others values that are put in the same call */
export function putView(
  platform: Platform,
  cache: Cache,
  key: string,
  view: StoredView,
  others: Readonly<Record<string, string>>,
): void {
  const { rows, ...rest } = view;
  const json = asciiJson([formOf(view), rest, rows]);
  ignoreErrors(() => putText(platform, cache, key, `${hash(json)} ${json}`, others));
}

/** @param values what the cache holds; a view that is damaged or of another version is none */
export function takeView(
  platform: Platform,
  cache: Cache,
  key: string,
  values: Readonly<Record<string, string>>,
): StoredView | undefined {
  const text = ignoreErrors(() => takeText(platform, cache, key, values[cacheKey(key)]));
  if (text === undefined) return undefined;
  const [sum = ''] = text.split(' ', 1);
  const json = text.slice(sum.length + 1);
  if (hash(json) !== sum) return undefined;
  return ignoreErrors(() => {
    const [version, rest, rows] = JSON.parse(json) as [string, Omit<StoredView, 'rows'>, Row[]];
    return version === formOf(rest) ? { ...rest, rows } : undefined;
  });
}

/** Rows of other columns are of no use: what they were derived from is still there. */
function formOf({ dataset }: Pick<StoredView, 'dataset'>): string {
  return `${VERSION} ${hash(pathsOf({ dataset, filters: {} }).join())}`;
}

/** From now on every view of the dataset is derived again. @returns the new state of the pool */
export function renewViews(
  { clock, documentCache }: Pick<Platform, 'clock' | 'documentCache'>,
  dataset: DatasetName,
): string {
  const next = newState(clock);
  ignoreErrors(() => documentCache?.putAll({ [generationKey({ dataset })]: next }, GENERATION_SECONDS));
  return next;
}

/** A name for a state of the pool that no other one has. */
export function newState({ now }: Clock): string {
  return `${now()}.${Math.random()}`;
}

/** Under this name the cache holds the state of the pool, as far as questions of a dataset go. */
export function generationKey({ dataset }: Pick<Question, 'dataset'>): string {
  return `generation:${dataset}`;
}
