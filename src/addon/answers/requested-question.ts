/** A question of a formula, and the facts that its execution knows. */
import type { Targets } from '../../core/query.js';
import type { StoredConnection } from '../account/connection.js';
import type { Context } from '../account/context.js';
import type { Question } from '../question/question.js';
import type { Window } from '../question/window.js';
import type { Client } from '../service/client.js';
import type { CacheWrites } from './cache-writes.js';
import type { AnswerOptions } from './step-context.js';

/** The facts that one execution knows. */
export interface Execution extends AnswerOptions {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** The current day in the spreadsheet's zone. */
  today(): string;
  /** The connection whose key pays. @throws NO_KEY */
  connection(): StoredConnection;
  client(): Client;
  /** The companies that a question is about, which its requests name. */
  targets(question: Question, context: Context): Targets;
}

/** A question, and the names under which it is known. */
export interface RequestedQuestion {
  readonly question: Question;
  readonly identity: string;
  readonly key: string;
  /** The value of `refresh` as a hash; empty for none. */
  readonly refresh: string;
  /** The service is asked for all records, also for those that are known. */
  readonly refetchesAll: boolean;
  /** A failure is kept under this name. A new value of `refresh` makes another name, so that the service is asked again. */
  readonly attempt: string;
  readonly window: Window;
  readonly today: string;
}

/** The facts that are known when a question is asked. */
export interface Known {
  /** The values of the cache. */
  readonly found: Readonly<Record<string, string>>;
  /** What the execution writes at its end. Formulas that wait learn from it which purchases have ended. */
  readonly writes: CacheWrites;
  readonly context: Context;
}
