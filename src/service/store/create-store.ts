/** Everything that the service needs from its database: methods with plain data in and out, callable across threads. */
import { sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import type { FoundCompany, GroupSize } from '../../contract/lookups.js';
import { type AccountBook, accountBook } from '../database/account-state.js';
import { buyRecords, type PurchasedRecords, type RecordPurchase } from '../database/buy-records.js';
import { type Company, type CompanyOverview, findCompanies, putCompanies } from '../database/companies.js';
import {
  type Charge,
  type ChargeOutcome,
  charge,
  findAnswer,
  type ReplayedAnswer,
  refund,
  refundHeld,
  settle,
} from '../database/credits.js';
import type { Database } from '../database/database.js';
import { type EstimateQuery, estimateRecords, type RecordEstimate } from '../database/estimate-records.js';
import { type ExportPage, exportPage } from '../database/export-page.js';
import {
  type ChangesOutcome,
  type ChangesQuery,
  followQuestion,
  pruneQuestions,
} from '../database/followed-questions.js';
import {
  addToGroup,
  deleteGroup,
  listGroups,
  removeFromGroup,
  type TrackedCompanies,
  trackedCompanies,
} from '../database/groups.js';
import {
  type ImportBatch,
  type ImportCount,
  type ImportKind,
  importBatch,
} from '../database/import-batch.js';
import { beginImport, endImport, type ImportEnd, type ImportStart } from '../database/import-turns.js';
import {
  type Account,
  addCredits,
  createKey,
  findAccount,
  type KeyOverview,
  type KeyUsage,
  keyUsage,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '../database/keys.js';
import { migrate } from '../database/migrate.js';
import { type NewsAnswer, type NewsQuery, newsOfGroup, putNews, type StoredNews } from '../database/news.js';
import {
  type Delivery,
  type DeliveryResult,
  deliveries,
  type FailedDelivery,
  failedDelivery,
  type LoggedDelivery,
  logDelivery,
  logRepetition,
  pruneDeliveries,
} from '../database/push-deliveries.js';
import { queryRecords, type RecordAnswer, type RecordQuery } from '../database/query-records.js';
import { putRecords, type StoredRecord } from '../database/records.js';
import { searchCompanies } from '../database/search-companies.js';
import { readSetting, writeSetting } from '../database/settings.js';
import { type AnswerLimit, noteDelivered, pruneAnswers, trimAnswers } from '../database/stored-answers.js';
import { type NamedValues, suggestValues, type ValueSuggestion } from '../database/suggest-values.js';
import { type SeedReport, seed } from '../seed/seed.js';
import { createTurns } from './turns.js';

export interface Store {
  migrate(): Promise<void>;
  /** Throws if the database does not answer. */
  ping(): Promise<void>;
  /** Adds sample data up to the given day ('YYYY-MM-DD'), unless the database has data of another origin. */
  seed(today: string): Promise<SeedReport>;

  findAccount(digest: string): Promise<Account | undefined>;
  createKey(key: NewKey): Promise<number>;
  listKeys(): Promise<readonly KeyOverview[]>;
  revokeKey(id: number): Promise<boolean>;
  rotateKey(id: number, key: Pick<NewKey, 'digest' | 'prefix'>): Promise<boolean>;
  addCredits(id: number, amount: number): Promise<number | undefined>;
  keyUsage(id: number, days: number): Promise<readonly KeyUsage[]>;
  accountBook(keyId: number): Promise<AccountBook | undefined>;
  charge(charge: Charge): Promise<ChargeOutcome>;
  findAnswer(keyId: number, idempotencyKey: string): Promise<ReplayedAnswer | undefined>;
  settle(chargeId: number): Promise<boolean>;
  refund(chargeId: number): Promise<void>;
  refundHeld(olderThanSeconds: number): Promise<number>;
  noteDelivered(chargeId: number): Promise<void>;
  trimAnswers(limit: AnswerLimit): Promise<number>;
  /** Forgets what is too old to be kept, and lets its space be used again. Returns the number of forgotten rows. */
  tidy(): Promise<number>;

  queryRecords(request: RecordQuery): Promise<RecordAnswer>;
  /** The same, charged to a key; undefined where there is no such key. */
  buyRecords(request: RecordPurchase): Promise<PurchasedRecords | undefined>;
  /** What has changed in the answer of a question since the position of the client. */
  followQuestion(request: ChangesQuery): Promise<ChangesOutcome>;
  /** Counts up to one more than the limit. */
  estimateRecords(request: EstimateQuery): Promise<RecordEstimate>;
  suggestValues(values: NamedValues): Promise<readonly ValueSuggestion[]>;
  trackedCompanies(group: string, knownVersion: string): Promise<TrackedCompanies | undefined>;
  newsOfGroup(query: NewsQuery): Promise<NewsAnswer | undefined>;
  logDelivery(delivery: Delivery): Promise<void>;
  logRepetition(id: number, result: DeliveryResult): Promise<void>;
  /** The newest first. */
  deliveries(limit: number, which?: 'all' | 'failed'): Promise<readonly LoggedDelivery[]>;
  failedDelivery(id: number): Promise<FailedDelivery | undefined>;

  putCompanies(companies: readonly Company[]): Promise<void>;
  putRecords(dataset: DatasetName, records: readonly StoredRecord[]): Promise<void>;
  putNews(items: readonly StoredNews[]): Promise<void>;
  addToGroup(group: string, companyIds: readonly string[]): Promise<void>;
  removeFromGroup(group: string, companies: readonly string[]): Promise<number | undefined>;
  deleteGroup(group: string): Promise<boolean>;
  listGroups(): Promise<readonly GroupSize[]>;
  findCompanies(part: string, limit: number): Promise<readonly CompanyOverview[]>;
  searchCompanies(text: string): Promise<readonly FoundCompany[]>;

  /** The line after which an import begins; undefined while it is the turn of another one. */
  beginImport(start: ImportStart): Promise<number | undefined>;
  importBatch(batch: ImportBatch): Promise<ImportCount>;
  endImport(end: ImportEnd): Promise<void>;
  exportPage(kind: ImportKind, after: string): Promise<ExportPage>;
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, value: string): Promise<void>;

  close(): Promise<void>;
}

/** The names of all methods, for calls by name. */
export const STORE_METHODS = Object.keys({
  migrate: true,
  ping: true,
  seed: true,
  findAccount: true,
  createKey: true,
  listKeys: true,
  revokeKey: true,
  rotateKey: true,
  addCredits: true,
  keyUsage: true,
  accountBook: true,
  charge: true,
  findAnswer: true,
  settle: true,
  refund: true,
  refundHeld: true,
  noteDelivered: true,
  trimAnswers: true,
  tidy: true,
  queryRecords: true,
  buyRecords: true,
  followQuestion: true,
  estimateRecords: true,
  suggestValues: true,
  trackedCompanies: true,
  newsOfGroup: true,
  logDelivery: true,
  logRepetition: true,
  deliveries: true,
  failedDelivery: true,
  putCompanies: true,
  putRecords: true,
  putNews: true,
  addToGroup: true,
  removeFromGroup: true,
  deleteGroup: true,
  listGroups: true,
  findCompanies: true,
  searchCompanies: true,
  beginImport: true,
  importBatch: true,
  endImport: true,
  exportPage: true,
  readSetting: true,
  writeSetting: true,
  close: true,
} satisfies Record<keyof Store, true>) as readonly (keyof Store)[];

export interface StoreOptions extends Database {
  /** Lets the space of deleted rows be used again, where the engine does not do so on its own. */
  readonly reclaim?: () => Promise<void>;
  /** Called after the last connection is closed. */
  readonly close?: () => Promise<void>;
}

export function createStore({ db, requests, reclaim, close }: StoreOptions): Store {
  const inTurn = createTurns();
  const chargeInTurn = (request: Charge) => inTurn(request.keyId, () => charge(requests, request));
  return {
    migrate: () => migrate(db),
    ping: async () => {
      await sql`select 1`.execute(requests);
    },
    seed: (today) => db.transaction().execute((transaction) => seed(transaction, today)),
    findAccount: (digest) => findAccount(requests, digest),
    createKey: (key) => createKey(db, key),
    listKeys: () => listKeys(db),
    revokeKey: (id) => revokeKey(db, id),
    rotateKey: (id, key) => rotateKey(db, id, key),
    addCredits: (id, amount) => addCredits(db, id, amount),
    keyUsage: (id, days) => keyUsage(db, id, days),
    accountBook: (keyId) => accountBook(requests, keyId),
    charge: chargeInTurn,
    findAnswer: (keyId, idempotencyKey) => findAnswer(requests, keyId, idempotencyKey),
    settle: (chargeId) => settle(requests, chargeId),
    refund: (chargeId) => refund(requests, chargeId),
    refundHeld: (olderThanSeconds) => refundHeld(db, olderThanSeconds),
    noteDelivered: (chargeId) => noteDelivered(requests, chargeId),
    trimAnswers: (limit) => requests.transaction().execute((tx) => trimAnswers(tx, limit)),
    tidy: async () => {
      const questions = await db.transaction().execute(pruneQuestions);
      const forgotten = (await pruneAnswers(db)) + (await pruneDeliveries(db)) + questions;
      await reclaim?.();
      return forgotten;
    },
    queryRecords: (request) => queryRecords(requests, request),
    buyRecords: (request) => buyRecords(requests, request, chargeInTurn),
    followQuestion: (request) => requests.transaction().execute((tx) => followQuestion(tx, request)),
    estimateRecords: (request) => estimateRecords(requests, request),
    suggestValues: (values) => suggestValues(requests, values),
    trackedCompanies: (group, knownVersion) => trackedCompanies(requests, group, knownVersion),
    newsOfGroup: (query) => newsOfGroup(requests, query),
    logDelivery: (delivery) => logDelivery(requests, delivery),
    logRepetition: (id, result) => logRepetition(requests, id, result),
    deliveries: (limit, which) => deliveries(db, limit, which),
    failedDelivery: (id) => failedDelivery(db, id),
    putCompanies: (companies) => db.transaction().execute((tx) => putCompanies(tx, companies)),
    putRecords: (dataset, records) => db.transaction().execute((tx) => putRecords(tx, dataset, records)),
    putNews: (items) => db.transaction().execute((tx) => putNews(tx, items)),
    addToGroup: (group, companyIds) => db.transaction().execute((tx) => addToGroup(tx, group, companyIds)),
    removeFromGroup: (group, companies) =>
      db.transaction().execute((tx) => removeFromGroup(tx, group, companies)),
    deleteGroup: (group) => db.transaction().execute((tx) => deleteGroup(tx, group)),
    listGroups: () => listGroups(requests),
    findCompanies: (part, limit) => findCompanies(db, part, limit),
    searchCompanies: (text) => searchCompanies(requests, text),
    beginImport: (start) => db.transaction().execute((tx) => beginImport(tx, start)),
    importBatch: (batch) => db.transaction().execute((tx) => importBatch(tx, batch)),
    endImport: (end) => db.transaction().execute((tx) => endImport(tx, end)),
    exportPage: (kind, after) => exportPage(db, kind, after),
    readSetting: (name) => readSetting(db, name),
    writeSetting: (name, value) => writeSetting(db, name, value),
    close: async () => {
      await db.destroy();
      await close?.();
    },
  };
}
