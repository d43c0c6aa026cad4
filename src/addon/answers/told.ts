/** What one formula has to tell the others through the cache, said in one call at its end: each call to it takes long. */

import type { DatasetName } from '../../contract/datasets.js';
import type { StoredConnection } from '../account/connection.js';
import { CONTEXT_KEY, type Context, contextValues, readContext } from '../account/context.js';
import type { Clock, Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { ignoreErrors } from '../storage/ignore-errors.js';

export interface Told {
  /** By their names in the cache. */
  readonly values: Record<string, string>;
  /** Reads the context for a connection, and tells it. */
  context(connection: StoredConnection): Context;
  /** What is to be put into the cache together with something else. */
  take(): Readonly<Record<string, string>>;
  /** Puts it into the cache in a call of its own. */
  tell(): void;
}

const SECONDS = 21_600;
/** What a person has changed while the service was asked must not be undone: the context is told at once, or not at all. */
const CONTEXT_MS = 1_000;

export function createTold(platform: Platform): Told {
  const { clock, documentCache: cache } = platform;
  const values: Record<string, string> = {};
  let readAt = 0;
  const told: Told = {
    values,
    context(connection) {
      const context = readContext(platform, connection);
      readAt = clock.now();
      Object.assign(values, contextValues(context, readAt));
      return context;
    },
    take() {
      if (clock.now() - readAt > CONTEXT_MS) delete values[CONTEXT_KEY];
      return values;
    },
    tell() {
      if (Object.keys(told.take()).length > 0) ignoreErrors(() => cache?.putAll(values, SECONDS));
    },
  };
  return told;
}

/** From now on every view of the dataset is derived again. @returns the new state of the pool */
export function renewViews(
  { clock, documentCache }: Pick<Platform, 'clock' | 'documentCache'>,
  dataset: DatasetName,
): string {
  const next = newState(clock);
  ignoreErrors(() => documentCache?.putAll({ [generationKey({ dataset })]: next }, SECONDS));
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
