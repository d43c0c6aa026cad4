/** Scheduled jobs, as people set them up and as the sidebar shows them. JSON values only. */
import type { AlertInput, AlertSecret, AlertState } from './alerts.js';
import type { ErrorDetails, ErrorKey } from './error-texts.js';

/** Reserved tabs: pushed news, and records found by refreshes. A sync cannot use them. */
export const NEWS_TAB = 'News';
export const CHANGES_TAB = 'Signals changes';
/** Start of the name of the tab with the events of a webhook for all records; the job's id follows. */
export const OUTBOX_TAB = 'Signals outbox';

/** As a callback address: the receiver of this spreadsheet. */
export const HERE = 'here';

/** Options that a sync sets itself or cannot use. */
export const NOT_FOR_JOBS: readonly string[] = [
  'dateType',
  'startDate',
  'endDate',
  'date',
  'limit',
  'sort',
  'headers',
  'since',
  'refresh',
];

/** When a job runs, in the spreadsheet's time zone. */
export interface Schedule {
  readonly every: 'hour' | 'day' | 'week';
  /** From 0 to 23; ignored for `hour`. */
  readonly hour: number;
  /** Sunday is 0; used only for `week`. */
  readonly weekdays: readonly number[];
}

/** Keeps a tab up to date with the records of a formula's query. */
export interface SyncSettings {
  /** The query and the columns, as a formula without dates and limit. Its ranges have a sheet's name. */
  readonly formula: string;
  /** Name of the tab; it is created if it does not exist. */
  readonly tab: string;
  readonly newRows: 'top' | 'bottom';
  /** The first day of changes to fetch, 'YYYY-MM-DD'. */
  readonly from: string;
  /** Maximum credits per run. */
  readonly budget: number;
  /** True if rows have the day on which they were added. */
  readonly newSince?: boolean;
}

/** Pushes a group's news to an address; a job does so once a day. */
export interface PushSettings {
  readonly group: string;
  /** Days of news; a job adds the days since its last push, up to the maximum of a push. */
  readonly days: number;
  readonly callbackUrl: string;
}

/** Queries the service for formulas, and reruns those whose answer has changed or that show an error. */
export interface RefreshSettings {
  /** Names of tabs and of named ranges; empty for all formulas of the spreadsheet. */
  readonly places: readonly string[];
  /** Maximum credits per run. */
  readonly budget: number;
  /** True if the tab `Signals changes` lists new records. */
  readonly changes: boolean;
}

/** A job as a person sets it up: a sync, a push or a refresh. */
export interface JobInput {
  /** Absent for a new job. */
  readonly id?: string;
  /** An id that the page chooses for a new job, so that saving it again changes the same job. */
  readonly draftId?: string;
  /** The version of the job that was changed; absent for any. */
  readonly version?: string;
  readonly name: string;
  readonly schedule: Schedule;
  /** Mail address for a digest; empty for none. */
  readonly digest: string;
  /** At most five; absent to keep the job's alerts. */
  readonly alerts?: readonly AlertInput[];
  readonly sync?: SyncSettings;
  readonly push?: PushSettings;
  readonly refresh?: RefreshSettings;
}

/** The counts are those of the last run. */
export interface JobState extends Omit<JobInput, 'draftId' | 'alerts'>, RunCounts {
  readonly id: string;
  readonly alerts?: readonly AlertState[];
  /** Changes when the job's work or its owner changes. */
  readonly version: string;
  /**
   * The present name of the tab of a sync, or of a refresh that lists new records: people may rename it. Empty if
   * it was deleted, absent before the job has written into it.
   */
  readonly tabName?: string;
  /** The name of the person whose trigger runs it. */
  readonly owner: string;
  readonly mine: boolean;
  readonly paused: boolean;
  /** Paused automatically, after failures in a row. */
  readonly givenUp: boolean;
  /** Milliseconds since 1970; 0 for never, or while it is paused. */
  readonly lastRun: number;
  readonly nextRun: number;
  /** The person who runs it at the moment; empty if it is not running. */
  readonly runningFor: string;
  /** The last day whose changes are in the tab; empty before the first run, and for a push or a refresh. */
  readonly through: string;
  /** Counts of all runs. */
  readonly allAdded: number;
  readonly allCredits: number;
  /** Why the last run failed; empty if it succeeded. */
  readonly error: string;
  readonly details?: ErrorDetails;
  /** The notice of a successful last run. */
  readonly notice: string;
  /** True if the last run stopped before it finished. */
  readonly unfinished: boolean;
  /** The last twenty runs, newest first; absent before the first. */
  readonly runs?: readonly PastRun[];
}

/** Counts of a run: new and changed rows of a sync; new records and rerun formulas of a refresh. */
export interface RunCounts {
  readonly added: number;
  readonly changed: number;
  readonly credits: number;
}

export interface PastRun extends RunCounts {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly failed?: true;
  /** Why the run stopped before its end, if it only has to wait: the key of an error. */
  readonly waited?: ErrorKey;
}

/** True for an error that only means to wait: it is no failure and is not reported as such. */
export function isWait(error: ErrorDetails | undefined): error is ErrorDetails {
  return error?.code === 'BUSY' || error?.key === 'pushedToday' || error?.key === 'capReached';
}

/** The result of saving a job. */
export interface SavedJob {
  readonly id: string;
  /** Why the job has no trigger, in Google's words; empty if it has one. */
  readonly refusal: string;
  /** The secrets of its webhooks whose address was entered; the page gets them only this time. */
  readonly secrets?: readonly AlertSecret[];
}

/** One part of a run that a person has started. The next call with the same token resumes it. */
export interface JobRun extends RunCounts {
  readonly token: string;
  readonly over: boolean;
}
