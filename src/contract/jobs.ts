/** Jobs: what runs by itself on a schedule, as people set it up and as the sidebar shows it. JSON values only. */

/** Tabs that others write: pushed news, and what the jobs did. No sync may have them. */
export const NEWS_TAB = 'News';
export const LOG_TAB = 'Signals log';

/** Options that a sync sets itself, or that mean nothing to one. */
export const NOT_FOR_JOBS: readonly string[] = [
  'dateType',
  'startDate',
  'endDate',
  'date',
  'limit',
  'sort',
  'headers',
  'refresh',
];

/** When a job runs, in the spreadsheet's time zone. */
export interface Schedule {
  readonly every: 'hour' | 'day' | 'week';
  /** From 0 to 23; of no meaning for `hour`. */
  readonly hour: number;
  /** Sunday is 0; of meaning for `week` only. */
  readonly weekdays: readonly number[];
}

/** Keeps a tab up to date with the records that a formula's question finds. */
export interface SyncSettings {
  /** The question and the columns, as a formula without days and limit. Its ranges are given their sheet's name. */
  readonly formula: string;
  /** Name of the tab; it is made when there is none. */
  readonly tab: string;
  readonly newRows: 'top' | 'bottom';
  /** The first day whose changes are wanted, 'YYYY-MM-DD'. */
  readonly from: string;
  /** Most credits of one run. */
  readonly budget: number;
  /** Whether each run adds a row to the tab `Signals log`. */
  readonly log: boolean;
}

/** Has a group's news pushed to an address, once a day. */
export interface PushSettings {
  readonly group: string;
  /** Days of news; a push adds those since the last one, as far as a push carries them. */
  readonly days: number;
  readonly callbackUrl: string;
}

/** What a person sets up: a sync or a push. */
export interface JobInput {
  /** Absent for a new job. */
  readonly id?: string;
  readonly name: string;
  readonly schedule: Schedule;
  /** Mail address for a short digest; empty for none. */
  readonly digest: string;
  readonly sync?: SyncSettings;
  readonly push?: PushSettings;
}

export interface JobState extends JobInput {
  readonly id: string;
  /** Whose trigger runs it, as colleagues read it. */
  readonly owner: string;
  readonly mine: boolean;
  readonly paused: boolean;
  /** Paused by itself, after failures in a row. */
  readonly givenUp: boolean;
  /** Milliseconds since 1970; 0 for never, or while it is paused. */
  readonly lastRun: number;
  readonly nextRun: number;
  /** Who runs it at the moment; empty when nobody does. */
  readonly runningFor: string;
  /** The last day whose changes are in the tab; empty before the first run, and for a push. */
  readonly through: string;
  /** Of the last run. */
  readonly added: number;
  readonly changed: number;
  readonly credits: number;
  /** Of all runs. */
  readonly allAdded: number;
  readonly allCredits: number;
  /** Why the last run failed; empty when it did not. */
  readonly error: string;
  /** What the last run says although it went well. */
  readonly notice: string;
  readonly unfinished: boolean;
}

/** One stretch of a run that a person has started: it goes on with the next call, under the same token. */
export interface JobRun {
  readonly id: string;
  readonly token: string;
  readonly over: boolean;
  readonly added: number;
  readonly changed: number;
  readonly credits: number;
  /** As in `JobState`. */
  readonly through: string;
}
