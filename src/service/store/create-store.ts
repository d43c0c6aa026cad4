/** Everything that the service needs from its database: methods with plain data in and out, callable across threads. */
import { type Kysely, sql } from 'kysely';
import { accountBook } from '../database/account-state.js';
import { putCompanies } from '../database/companies.js';
import {
  type Charge,
  charge,
  countUnbalanced,
  findAnswer,
  noteDelivered,
  pruneAnswers,
} from '../database/credits.js';
import type { Database, Tables } from '../database/database.js';
import { editGroup, type GroupEdit } from '../database/edit-group.js';
import { estimateRecords } from '../database/estimate-records.js';
import { exportPage } from '../database/export-page.js';
import { type ChangesQuery, followQuestion, pruneQuestions } from '../database/followed-questions.js';
import {
  addToGroup,
  deleteGroup,
  listGroups,
  removeFromGroup,
  trackedCompanies,
} from '../database/groups.js';
import { importBatch } from '../database/import-batch.js';
import { beginImport, endImport } from '../database/import-turns.js';
import {
  addCredits,
  allowGroupEdits,
  createKey,
  findAccount,
  keyUsage,
  listKeys,
  revokeKey,
  rotateKey,
} from '../database/keys.js';
import { matchCompanies } from '../database/match-companies.js';
import { migrate } from '../database/migrate.js';
import { newsOfGroup, putNews } from '../database/news.js';
import {
  addGrant,
  addOAuthClient,
  endGrant,
  exchangeToken,
  findChallenge,
  findGrant,
  findOAuthClient,
  pruneGrants,
} from '../database/oauth.js';
import { deliveries, logDelivery, pruneDeliveries } from '../database/push-deliveries.js';
import { queryRecords } from '../database/query-records.js';
import { putRecords } from '../database/records.js';
import { searchCompanies } from '../database/search-companies.js';
import { readSetting, writeSetting } from '../database/settings.js';
import { suggestValues } from '../database/suggest-values.js';
import { toTheEnd } from '../database/wanted.js';
import { seed } from '../seed/seed.js';
import { createTurns } from './turns.js';

export interface StoreOptions extends Database {
  /** Lets the space of deleted rows be used again, where the engine does not do so on its own. */
  readonly reclaim?: () => Promise<void>;
  /** Called after the last connection is closed. */
  readonly close?: () => Promise<void>;
}

/** What a client waits for. It is stopped when the client has gone. */
const ASKED = {
  findAccount,
  findGrant,
  findOAuthClient,
  findChallenge,
  findAnswer,
  accountBook,
  queryRecords,
  /** What has changed in the answer of a question since the position of the client. */
  followQuestion: (db: Kysely<Tables>, request: ChangesQuery) =>
    db.transaction().execute((tx) => followQuestion(tx, request)),
  /** Counts up to one more than the limit. */
  estimateRecords,
  suggestValues,
  trackedCompanies,
  editGroup: (db: Kysely<Tables>, edit: GroupEdit) => db.transaction().execute((tx) => editGroup(tx, edit)),
  newsOfGroup,
  listGroups,
  searchCompanies,
  matchCompanies,
};

/** The same, but done to its end also for a client that has gone. */
const FINISHED = { noteDelivered, logDelivery, addOAuthClient, addGrant, exchangeToken, endGrant };

/** What may take its time. */
const PATIENT = {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  allowGroupEdits,
  addCredits,
  keyUsage,
  countUnbalanced,
  deliveries,
  exportPage,
  readSetting,
  writeSetting,
};

/** What may take its time, each in one transaction. */
const WHOLE = {
  seed,
  putCompanies,
  putRecords,
  putNews,
  addToGroup,
  removeFromGroup,
  deleteGroup,
  beginImport,
  importBatch,
  endImport,
};

export function createStore({ isServer, db, requests, reclaim, close }: StoreOptions) {
  const inTurn = createTurns();
  return {
    ...methods(ASKED, (work) => work(requests)),
    ...methods(FINISHED, (work) => toTheEnd(() => work(requests))),
    ...methods(PATIENT, (work) => work(db)),
    ...methods(WHOLE, (work) => db.transaction().execute(work)),
    /** Brings the tables up to date; returns what is missing for speed, in words. */
    migrate: (): Promise<string | undefined> => migrate(db, isServer),
    /** Throws if the database does not answer. */
    ping: async (): Promise<void> => {
      await sql`select 1`.execute(requests);
    },
    charge: (request: Charge) => inTurn(request.keyId, () => charge(requests, request)),
    /** Forgets what is too old to be kept, and lets its space be used again. Returns the number of forgotten rows. */
    tidy: async (): Promise<number> => {
      const questions = await db.transaction().execute(pruneQuestions);
      const tokens = await db.transaction().execute(pruneGrants);
      const forgotten = (await pruneAnswers(db)) + (await pruneDeliveries(db)) + questions + tokens;
      await reclaim?.();
      return forgotten;
    },
    close: async (): Promise<void> => {
      await db.destroy();
      // of the embedded engine it is the same
      if (requests !== db) await requests.destroy();
      await close?.();
    },
  };
}

/** A function of the database. */
type Work = (db: Kysely<Tables>, ...args: never[]) => Promise<unknown>;

/** The functions without their database. */
type Methods<T> = {
  [Name in keyof T]: T[Name] extends (db: Kysely<Tables>, ...args: infer A) => infer R
    ? (...args: A) => R
    : never;
};

/** @param run gives a function its database */
function methods<T extends Readonly<Record<string, Work>>>(
  works: T,
  run: (work: (db: Kysely<Tables>) => Promise<unknown>) => Promise<unknown>,
): Methods<T> {
  const entries = Object.entries(works).map(([name, work]) => [
    name,
    (...args: never[]) => run((db) => work(db, ...args)),
  ]);
  return Object.fromEntries(entries) as Methods<T>;
}

export type Store = ReturnType<typeof createStore>;

/** The names of all methods, for calls by name: to make a store asks nothing of its database. */
export const STORE_METHODS = Object.keys(createStore({} as StoreOptions)) as readonly (keyof Store)[];
