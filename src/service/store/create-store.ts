/** Everything that the service needs from its database: plain data in and out, callable across threads. */
import { withoutCancellation } from '../database/cancellation.js';
import { putCompanies } from '../database/companies.js';
import * as credits from '../database/credits.js';
import type { Database } from '../database/database.js';
import { type Db, run } from '../database/db.js';
import { exportPage } from '../database/export-page.js';
import * as groups from '../database/groups.js';
import { importBatch } from '../database/import-batch.js';
import { beginImport, endImport } from '../database/import-lease.js';
import * as keys from '../database/keys.js';
import { matchCompanies } from '../database/match-companies.js';
import { checkVersion, hasTables, migrate } from '../database/migrate.js';
import { newsOfGroup, putNews } from '../database/news.js';
import * as oauth from '../database/oauth.js';
import { deliveries, logDelivery, pruneDeliveries } from '../database/push-deliveries.js';
import { estimateRecords, queryRecords } from '../database/query-records.js';
import { type ChangesQuery, lastChange, pruneChanges, readChanges } from '../database/read-changes.js';
import { putRecords } from '../database/records.js';
import { searchCompanies } from '../database/search-companies.js';
import { readPepperCheck, writePepperCheck } from '../database/settings.js';
import { suggestValues } from '../database/suggest-values.js';
import { isUnavailable } from '../database/unavailable.js';
import { seed } from '../seed/seed.js';

interface StoreOptions extends Database {
  /** Frees the space of deleted rows, if the engine has no autovacuum. */
  readonly vacuum?: () => Promise<void>;
  /** Called after the last connection is closed. */
  readonly close?: () => Promise<void>;
}

/** Work that a client waits for. It is cancelled when the client disconnects. */
const CANCELLABLE_REQUESTS = {
  findAccount: keys.findAccount,
  findGrant: oauth.findGrant,
  findOAuthClient: oauth.findOAuthClient,
  findChallenge: oauth.findChallenge,
  findAnswer: credits.findAnswer,
  readAccountSummary: keys.readAccountSummary,
  queryRecords,
  lastChange,
  readChanges: (db: Db, request: ChangesQuery) => db.transaction().execute((tx) => readChanges(tx, request)),
  estimateRecords,
  suggestValues,
  trackedCompanies: groups.trackedCompanies,
  editGroup: (db: Db, edit: groups.GroupEdit) => db.transaction().execute((tx) => groups.editGroup(tx, edit)),
  newsOfGroup,
  listGroups: groups.listGroups,
  searchCompanies,
  matchCompanies,
};

/** Work that a client waits for, and that must finish even if the client disconnects. */
const UNCANCELLABLE_REQUESTS = {
  markDelivered: credits.markDelivered,
  logDelivery,
  addOAuthClient: oauth.addOAuthClient,
  addGrant: oauth.addGrant,
  exchangeToken: oauth.exchangeToken,
  endGrant: oauth.endGrant,
};

/** Work without a time limit. */
const UNLIMITED_WORK = {
  validDigests: keys.validDigests,
  createKey: keys.createKey,
  listKeys: keys.listKeys,
  revokeKey: keys.revokeKey,
  rotateKey: keys.rotateKey,
  addCredits: keys.addCredits,
  keyUsage: keys.keyUsage,
  keyLedger: keys.keyLedger,
  countUnbalanced: credits.countUnbalanced,
  deliveries,
  exportPage,
  readPepperCheck,
  writePepperCheck,
};

/** Work without a time limit, each in one transaction. */
const UNLIMITED_TRANSACTIONS = {
  seed,
  updateKey: keys.updateKey,
  putCompanies,
  putRecords,
  putNews,
  addToGroup: groups.addToGroup,
  removeFromGroup: groups.removeFromGroup,
  deleteGroup: groups.deleteGroup,
  beginImport,
  importBatch,
  endImport,
};

export function createStore({ isServer, db, requests, vacuum, close }: StoreOptions) {
  const queued = createKeyQueue();
  return {
    ...methods(CANCELLABLE_REQUESTS, (work) => work(requests)),
    ...methods(UNCANCELLABLE_REQUESTS, (work) => withoutCancellation(() => work(requests))),
    ...methods(UNLIMITED_WORK, (work) => work(db)),
    ...methods(UNLIMITED_TRANSACTIONS, (work) => db.transaction().execute(work)),
    /** Brings the tables up to date. Returns a warning if indexes are missing. */
    migrate: (): Promise<string | undefined> => migrate(db, isServer),
    /** Throws if the tables are not up to date. Creates them in an empty directory of the embedded engine. */
    checkVersion: async (): Promise<string | undefined> => {
      if (!isServer && !(await hasTables(db))) return migrate(db, isServer);
      return checkVersion(db);
    },
    /** Throws if the database does not answer. */
    ping: async (): Promise<void> => {
      await run(requests)`select 1`;
    },
    charge: (request: credits.Charge) => queued(request.keyId, () => credits.charge(requests, request)),
    /** Deletes expired rows, and frees their space. */
    cleanUp: async (): Promise<void> => {
      await pruneChanges(db);
      await db.transaction().execute(oauth.pruneGrants);
      await credits.forgetAnswers(db, 'expired');
      await pruneDeliveries(db);
      await vacuum?.();
    },
    close: async (): Promise<void> => {
      await db.destroy();
      // the embedded engine has one pool for both
      if (requests !== db) await requests.destroy();
      await close?.();
    },
  };
}

/**
 * Creates a queue for each key, which runs the key's work in order, so that waiting work occupies no
 * connection. If the database is unavailable for one item, the items queued behind it fail, too.
 */
function createKeyQueue() {
  const last = new Map<number, Promise<unknown>>();
  return <T>(keyId: number, work: () => Promise<T>): Promise<T> => {
    const before = last.get(keyId);
    const own = before === undefined ? work() : before.then(work);
    // any other error concerns only that work
    const ended: Promise<unknown> = own
      .catch((error: unknown) => {
        if (isUnavailable(error)) throw error;
      })
      .finally(() => {
        if (last.get(keyId) === ended) last.delete(keyId);
      });
    ended.catch(() => undefined);
    last.set(keyId, ended);
    return own;
  };
}

type Work = (db: Db, ...args: never[]) => Promise<unknown>;

/** The functions without their database parameter. */
type Methods<T> = {
  [Name in keyof T]: T[Name] extends (db: Db, ...args: infer A) => infer R ? (...args: A) => R : never;
};

/** @param run calls a function with its database */
function methods<T extends Readonly<Record<string, Work>>>(
  works: T,
  run: (work: (db: Db) => Promise<unknown>) => Promise<unknown>,
): Methods<T> {
  const entries = Object.entries(works).map(([name, work]) => [
    name,
    (...args: never[]) => run((db) => work(db, ...args)),
  ]);
  return Object.fromEntries(entries) as Methods<T>;
}

export type Store = ReturnType<typeof createStore>;

/** The names of all methods, for calls by name. Creating a store does not use its database. */
export const STORE_METHODS = Object.keys(createStore({} as StoreOptions)) as readonly (keyof Store)[];
