/** The types that a program sees: questions, answers, and the settings of a client. */
import type { HttpAnswer } from '../addon/platform.js';
import type { Cell } from '../addon/question/cells.js';
import type { DATASETS, DatasetName } from '../contract/datasets.js';
import type { Estimate, Suggestion } from '../contract/estimate.js';
import type { RecordOf } from '../contract/fields.js';
import type { Filter } from '../contract/filters.js';
import type { AccountState, FoundCompany, GroupSize } from '../contract/lookups.js';
import type { CompanyMatch } from '../contract/match-answer.js';
import type { OPTION_ALIASES, OwnOption } from '../contract/options.js';
import type { KNOWN_COLUMN, SCORE_COLUMNS } from '../contract/records.js';
import type { ChangedGroup, GroupChange } from '../contract/tracking.js';

export type OptionValue = string | number | boolean | Date | readonly (string | number | Date)[];

type ValueOf<F extends Filter> = F['kind'] extends 'date'
  ? string | Date
  : F['kind'] extends 'amount' | 'integer'
    ? string | number
    : F extends { readonly values: readonly (infer V extends string)[] }
      ? // the allowed values are offered, and every spelling that a formula reads is taken
        V | (string & {}) | readonly (V | (string & {}))[]
      : string | readonly string[];

type FiltersOf<N extends DatasetName> = (typeof DATASETS)[N]['filters'];

/** A question about a dataset: the companies and options of its formula, by name. */
export type QuestionOf<N extends DatasetName> = {
  readonly [K in keyof FiltersOf<N>]?: FiltersOf<N>[K] extends Filter ? ValueOf<FiltersOf<N>[K]> : never;
} & { readonly [K in keyof typeof OPTION_ALIASES | OwnOption]?: OptionValue } & {
  /** Domains or names; for hirings and executive changes ids, too. */
  readonly companies?: string | readonly string[];
  /** The most credits that this call may cost. Needed for paid datasets, unless the client has a ceiling. */
  readonly maxCredits?: number;
};

export type AnyQuestion = Readonly<Record<string, OptionValue | undefined>>;

/** A record with the fields that the options `exclude` and `score` add. */
export type RecordFor<N extends DatasetName> = RecordOf<(typeof DATASETS)[N]['record']> &
  RecordOf<typeof KNOWN_COLUMN & typeof SCORE_COLUMNS>;

/** The source of an answer: paid for now, repeated by the service without a charge, or stored here. */
export type AnswerSource = 'service' | 'repeated' | 'store';

export interface DatasetAnswer<R> {
  /** As a formula reads them: plain texts, days as YYYY-MM-DD, each record once, newest first or as `sort` says. */
  readonly records: readonly R[];
  /** Credits that this call has cost; the number of records if the service does not report it. */
  readonly charged: number;
  /** Records that were free, because the key had paid for this version before. */
  readonly owned: number;
  /** Credits that the answer has cost when it was fetched, by this call or an earlier one, if known. */
  readonly paid: number;
  /** Credits left after it, if the service reports them. */
  readonly balance?: number;
  /** Set if more records match, or may match: the limit that has left them out. */
  readonly cut?: 'limit' | 'maxCredits';
  readonly source: AnswerSource;
  /** The time of the request, as of which the records are complete. Milliseconds since 1970. */
  readonly askedAt: number;
  /** The columns of the table, by the paths of their fields. */
  readonly columns: readonly string[];
  /**
   * The answer as the formula's table, with the columns, order and headers of the options.
   * @param notes true: the first header names what is left out, as in a cell
   */
  table(notes?: boolean): readonly (readonly Cell[])[];
}

/** Some days of a question, all of their records. */
export interface DaysAnswer<R> extends DatasetAnswer<R> {
  /** All days from this one to the end of the window are done. */
  readonly from: string;
  /** The share of the window that is done, from 0 to 1. */
  readonly done: number;
}

export interface DatasetQuery<N extends DatasetName> {
  (question?: QuestionOf<N>): Promise<DatasetAnswer<RecordFor<N>>>;
  /**
   * All records of the window, newest days first, requested by days, each request within the ceiling. `limit`
   * is the most records in all. @throws BUDGET if the ceiling does not suffice for the rest
   */
  each(question?: QuestionOf<N>): AsyncIterableIterator<RecordFor<N>>;
}

/** The records and the cost of a question: of all of its requests together. */
export type QuestionEstimate = Estimate & { readonly suggestions: readonly Suggestion[] };

export interface ClientCharge extends Pick<DatasetAnswer<never>, 'charged' | 'owned' | 'source'> {
  readonly dataset: DatasetName;
}

/** The changes since the last check. */
export interface WatchedChanges<R> {
  /** New or changed records. */
  readonly records: readonly R[];
  /** Ids of records that no longer match. */
  readonly removed: readonly string[];
  readonly charged: number;
  readonly owned: number;
  /**
   * Set if the service had deleted this watch's cursor: these are the changes after that day, by days of last
   * change. Some of them may be repeated, and records that no longer match are not reported.
   */
  readonly missedSince?: string;
}

/** The part of an AbortSignal that the client needs. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface WatchRules {
  /** The time between two checks; an hour by default. */
  readonly everyMs?: number;
  /** Ends the watch. */
  readonly signal?: StopSignal;
}

export interface SignalsClient {
  readonly expansions: DatasetQuery<'business-expansion'>;
  readonly hirings: DatasetQuery<'major-hiring'>;
  readonly execChanges: DatasetQuery<'executive-change'>;
  /** The same by the name of the dataset. Accepts options of any type, and checks them like a formula's. */
  ask<N extends DatasetName>(dataset: N, question?: AnyQuestion): Promise<DatasetAnswer<RecordFor<N>>>;
  /** Like `each` of a dataset, but one answer per request. */
  pages<N extends DatasetName>(
    dataset: N,
    question?: AnyQuestion,
  ): AsyncIterableIterator<DaysAnswer<RecordFor<N>>>;
  /** Free; undefined if the service has no estimates. */
  estimate(dataset: DatasetName, question?: AnyQuestion): Promise<QuestionEstimate | undefined>;
  /** The Google Sheets formula. @param locale such as de_DE: it decides the separators @throws BAD_INPUT */
  formula(dataset: DatasetName, question?: AnyQuestion, locale?: string): string;
  /** All groups; undefined if the service does not list them. */
  groups(): Promise<readonly GroupSize[] | undefined>;
  /** The companies of one group. @throws NO_GROUP */
  tracked(group: string): Promise<readonly { id: string; name: string; domain: string }[]>;
  /** The companies that a text finds; undefined if the service has no search. */
  companies(query: string): Promise<readonly FoundCompany[] | undefined>;
  /**
   * The company that each text means, in their order: a name in any spelling, a domain, the address of a page
   * or of a person, an id. Free; undefined if the service does not match.
   * @throws BAD_INPUT for a text of more than 300 characters
   */
  match(texts: readonly string[]): Promise<readonly CompanyMatch[] | undefined>;
  /**
   * Adds companies to a group, which it creates if there is none, and removes companies from it, by their
   * ids. Needs a key with the permission to change groups; a repetition changes nothing. Undefined if the
   * service changes no groups. @throws NO_GROUP for a removal from a group that does not exist
   */
  track(group: string, change: GroupChange): Promise<ChangedGroup | undefined>;
  /** Undefined if the service does not show the account. */
  account(): Promise<AccountState | undefined>;
  /** Returns new and changed records at each check, first as of now. `maxCredits` is for the whole watch. @throws BAD_INPUT for a last day */
  watch<N extends DatasetName>(
    dataset: N,
    question?: AnyQuestion,
    rules?: WatchRules,
  ): AsyncIterableIterator<WatchedChanges<RecordFor<N>>>;
  /** Closes connections. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  readonly timeoutMs: number;
}

export type TransportAnswer = HttpAnswer;

/** Sends one request. Resolves for every status. @throws if there is no answer */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/** Stores answers and open purchases as texts by key. A persistent one survives crashes of the program. */
export interface AnswerStore {
  get(key: string): string | undefined;
  /** Must have written the value before it returns. */
  set(key: string, value: string): void;
  /** Writes only if the key is free, atomically among all users of the store. Returns true if written. */
  add(key: string, value: string): boolean;
  delete(key: string): void;
}

export interface ClientSettings {
  readonly key: string;
  /** Address of the service: https, or http on this machine. */
  readonly url: string;
  /** The ceiling of paid calls without `maxCredits`. */
  readonly maxCredits?: number;
  /** In memory by default. */
  readonly store?: AnswerStore;
  /** Name of the time zone in which `today` is a day; that of the machine by default. */
  readonly timeZone?: string;
  /** Groups in which names of companies are looked up for hirings and executive changes that name no group. */
  readonly groups?: readonly string[];
  /** For one request; 60 s by default. */
  readonly timeoutMs?: number;
  readonly transport?: Transport;
  readonly now?: () => number;
  readonly sleep?: (ms: number, signal?: StopSignal) => Promise<void>;
  /** Called for each answer, and for each failed purchase that has cost credits. */
  readonly onCharge?: (charge: ClientCharge) => void;
}
