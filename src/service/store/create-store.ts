/** Everything that the service needs from its database: methods with plain data in and out, callable across threads. */
import { type Kysely, sql } from 'kysely';
import { accountBook } from '../database/account-state.js';
import { findCompanies, putCompanies } from '../database/companies.js';
import {
  type Charge,
  charge,
  countUnbalanced,
  findAnswer,
  noteDelivered,
  pruneAnswers,
} from '../database/credits.js';
import type { Database, Tables } from '../database/database.js';
import { estimateRecords } from '../database/estimate-records.js';
import { exportPage } from '../database/export-page.js';
import { followQuestion, pruneQuestions } from '../database/followed-questions.js';
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
  createKey,
  findAccount,
  keyUsage,
  listKeys,
  revokeKey,
  rotateKey,
} from '../database/keys.js';
import { migrate } from '../database/migrate.js';
import { newsOfGroup, putNews } from '../database/news.js';
import {
  deliveries,
  failedDelivery,
  logDelivery,
  logRepetition,
  pruneDeliveries,
} from '../database/push-deliveries.js';
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

/** A function of the database. */
type Work<A extends readonly unknown[], R> = (db: Kysely<Tables>, ...args: A) => Promise<R>;

export function createStore({ isServer, db, requests, reclaim, close }: StoreOptions) {
  const inTurn = createTurns();
  /** For what a client waits for. */
  const asked =
    <A extends readonly unknown[], R>(work: Work<A, R>) =>
    (...args: A): Promise<R> =>
      work(requests, ...args);
  /** The same, also for a client that has gone. */
  const finished =
    <A extends readonly unknown[], R>(work: Work<A, R>) =>
    (...args: A): Promise<R> =>
      toTheEnd(() => work(requests, ...args));
  /** For what may take its time. */
  const patient =
    <A extends readonly unknown[], R>(work: Work<A, R>) =>
    (...args: A): Promise<R> =>
      work(db, ...args);
  /** The same in one transaction. */
  const whole =
    <A extends readonly unknown[], R>(work: Work<A, R>) =>
    (...args: A): Promise<R> =>
      db.transaction().execute((tx) => work(tx, ...args));

  return {
    /** Brings the tables up to date; returns what is missing for speed, in words. */
    migrate: (): Promise<string | undefined> => migrate(db, isServer),
    /** Throws if the database does not answer. */
    ping: async (): Promise<void> => {
      await sql`select 1`.execute(requests);
    },
    /** Adds sample data up to the given day ('YYYY-MM-DD'), unless the database has data of another origin. */
    seed: whole(seed),

    findAccount: asked(findAccount),
    createKey: patient(createKey),
    listKeys: patient(listKeys),
    revokeKey: patient(revokeKey),
    rotateKey: patient(rotateKey),
    addCredits: patient(addCredits),
    keyUsage: patient(keyUsage),
    accountBook: asked(accountBook),
    charge: (request: Charge) => inTurn(request.keyId, () => charge(requests, request)),
    findAnswer: asked(findAnswer),
    noteDelivered: finished(noteDelivered),
    countUnbalanced: patient(countUnbalanced),
    /** Forgets what is too old to be kept, and lets its space be used again. Returns the number of forgotten rows. */
    tidy: async (): Promise<number> => {
      const questions = await db.transaction().execute(pruneQuestions);
      const forgotten = (await pruneAnswers(db)) + (await pruneDeliveries(db)) + questions;
      await reclaim?.();
      return forgotten;
    },

    queryRecords: asked(queryRecords),
    /** What has changed in the answer of a question since the position of the client. */
    followQuestion: asked((on, request: Parameters<typeof followQuestion>[1]) =>
      on.transaction().execute((tx) => followQuestion(tx, request)),
    ),
    /** Counts up to one more than the limit. */
    estimateRecords: asked(estimateRecords),
    suggestValues: asked(suggestValues),
    trackedCompanies: asked(trackedCompanies),
    newsOfGroup: asked(newsOfGroup),
    logDelivery: finished(logDelivery),
    logRepetition: finished(logRepetition),
    /** The newest first. */
    deliveries: patient(deliveries),
    failedDelivery: patient(failedDelivery),

    putCompanies: whole(putCompanies),
    putRecords: whole(putRecords),
    putNews: whole(putNews),
    addToGroup: whole(addToGroup),
    removeFromGroup: whole(removeFromGroup),
    deleteGroup: whole(deleteGroup),
    listGroups: asked(listGroups),
    findCompanies: patient(findCompanies),
    searchCompanies: asked(searchCompanies),

    /** The line after which an import begins; undefined while it is the turn of another one. */
    beginImport: whole(beginImport),
    importBatch: whole(importBatch),
    endImport: whole(endImport),
    exportPage: patient(exportPage),
    readSetting: patient(readSetting),
    writeSetting: patient(writeSetting),
    close: async (): Promise<void> => {
      await db.destroy();
      // of the embedded engine it is the same
      if (requests !== db) await requests.destroy();
      await close?.();
    },
  };
}

export type Store = ReturnType<typeof createStore>;

/** The names of all methods, for calls by name: to make a store asks nothing of its database. */
export const STORE_METHODS = Object.keys(createStore({} as StoreOptions)) as readonly (keyof Store)[];
