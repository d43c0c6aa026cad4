/** A formula's question while it is being answered: its cache keys, and the values of its execution. */
import type { Targets, Window } from '../../core/query.js';
import type { StoredConnection } from '../account/connection.js';
import type { Context } from '../account/context.js';
import type { Platform, Values } from '../platform.js';
import type { Question } from '../question/question.js';
import type { Client } from '../service/client.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import type { CacheWrites } from './cache-writes.js';
import type { AnswerOptions } from './step-context.js';

/** The values and services of one execution. */
export interface Execution extends AnswerOptions {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** The current day in the spreadsheet's zone. */
  today(): string;
  /** The connection whose key pays. @throws NO_KEY */
  connection(): StoredConnection;
  client(): Client;
  /** Returns the companies that the requests of a question name. */
  targets(question: Question, context: Context): Targets;
}

/** A question with its cache keys. */
export interface RequestedQuestion {
  readonly question: Question;
  /** The question as a text: two questions may have the same key. */
  readonly identity: string;
  readonly key: string;
  /** The value of `refresh` as a hash; empty for none. */
  readonly refresh: string;
  /** True to request all records, known or not. */
  readonly refetchesAll: boolean;
  /** The key for a cached failure, with the value of `refresh`, so that a new value sends a request. */
  readonly attempt: string;
  readonly window: Window;
  readonly today: string;
}

export interface Answering {
  readonly platform: Platform;
  readonly execution: Execution;
  readonly asked: RequestedQuestion;
  readonly store: PurchaseStore;
  /** The cache entries that were found. */
  readonly found: Values;
  /** The cache entries to write at the end. */
  readonly writes: CacheWrites;
  readonly context: Context;
}
