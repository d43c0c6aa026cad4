/** A question of a formula, and the facts that its execution knows. */
import type { Targets } from '../../core/query.js';
import type { StoredConnection } from '../account/connection.js';
import type { Context } from '../account/context.js';
import type { Question } from '../question/question.js';
import type { Window } from '../question/window.js';
import type { Client } from '../service/client.js';
import type { AskingRules } from './allowance.js';
import type { CacheWrites } from './cache-writes.js';

/** The facts that one execution knows. */
export interface Execution extends AskingRules {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** The current day in the spreadsheet's zone. */
  today(): string;
  /** The connection whose key pays. @throws NO_KEY */
  connection(): StoredConnection;
  client(): Client;
  /** The companies that a question goes out for. */
  targets(question: Question, context: Context): Targets;
}

/** A question, and the names under which it is known. */
export interface Asked {
  readonly question: Question;
  readonly identity: string;
  readonly key: string;
  /** The value of `refresh` as a hash; empty for none. */
  readonly refresh: string;
  /** Everything is asked for, known or not. */
  readonly isWhole: boolean;
  /** A new value of `refresh` is not held up by a failure that another one has met. */
  readonly attempt: string;
  readonly window: Window;
  readonly today: string;
}

/** The facts that are known when a question is asked. */
export interface Known {
  /** The values of the cache. */
  readonly found: Readonly<Record<string, string>>;
  /** Written at the end: which purchases have ended is among them, for formulas that wait for them. */
  readonly writes: CacheWrites;
  readonly context: Context;
}
