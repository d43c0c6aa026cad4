/** A scheduled job: settings that people write and progress that runs write, in separate properties. */
import type { ErrorData } from '../../contract/error-texts.js';
import type { JobInput, JobState, RunCounts } from '../../contract/jobs.js';
import type { Alert } from '../alerts/alert.js';
import { hash } from '../storage/text.js';
import type { RunWarning } from './run-warnings.js';

/** Only people write it. */
export interface Job extends Pick<JobInput, 'name' | 'schedule' | 'digest' | 'sync' | 'push' | 'refresh'> {
  readonly id: string;
  /** Random name of the person whose trigger runs it, and whose key pays unless one is shared. */
  readonly owner: string;
  /** The owner's name for colleagues. */
  readonly ownerName: string;
  /** The service's address that the owner agreed to; missing if none was known. */
  readonly service?: string | undefined;
  readonly paused: boolean;
  /** Milliseconds since 1970; the list of jobs is sorted by it. */
  readonly madeAt: number;
  /** Their addresses are in the owner's user properties. */
  readonly alerts?: readonly Alert[];
  /** Set when a person resumes the job: it may then repeat a request that timed out, under its old token. */
  readonly refreshCause?: string | undefined;
  /** Id of the tab with the job's charts: new charts overwrite no other tab. */
  readonly summary?: number | undefined;
}

export const NO_COUNTS: RunCounts = { added: 0, changed: 0, credits: 0 };

/** Only runs write it, except when a person resets a job. Its counts are those of the last run. */
export interface JobProgress
  extends RunCounts,
    Pick<JobState, 'unfinished' | 'allAdded' | 'allCredits' | 'runs'> {
  /** When the last run began, in milliseconds since 1970; 0 for never. */
  readonly begun: number;
  /** Failed runs in a row. */
  readonly failures: number;
  /** Why the last run failed. */
  readonly failure?: ErrorData | undefined;
  readonly notices: readonly RunWarning[];
  /**
   * When the owner's last run began, if it has ended and left nothing to do: the schedule follows it. A colleague's run
   * must not move the owner's runs.
   */
  readonly doneAt?: number | undefined;
  /** The cost of the schedule's last run, which may take several hourly executions. */
  readonly scheduled?: ScheduledCost | undefined;
  readonly lease?: Lease | undefined;
  /** Id of the tab that a sync fills, or in which a refresh lists new records, once it exists. */
  readonly tab?: number | undefined;
  readonly place?: SyncCursor | undefined;
  /** The outbox of a webhook for all records: its tab, how many events wait there, and why. */
  readonly outbox?: { readonly tab: number; readonly waiting: number; readonly failure: string };
  readonly pushed?: LastPush;
  readonly digestDay?: string;
  /** Rows and credits that no digest has reported yet, if the job has a digest. */
  readonly unreported?: UnreportedRows;
}

/** Times are milliseconds since 1970. */
interface LastPush {
  /** Hash of the group and the address. */
  readonly to?: string | undefined;
  /** Begin of the last push that may have arrived. */
  readonly begunAt?: number | undefined;
  /** Begin of the last confirmed push: later news still has to be pushed. */
  readonly answeredAt?: number | undefined;
}

export interface UnreportedRows extends RunCounts {
  /** Ids of the last new rows, newest first. */
  readonly newest?: readonly string[];
}

export interface ScheduledCost {
  /** The scheduled time of the run, in milliseconds since 1970. */
  readonly slot: number;
  readonly credits: number;
  /** The purchase that a refresh was about to make, at its highest cost: a run that dies may have paid it. */
  readonly held?: { readonly token: string; readonly credits: number } | undefined;
}

/** The right to run a job, for one run at a time. It expires soon after a run dies. */
export interface Lease {
  readonly token: string;
  /** The holder's name for colleagues. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The progress of a sync through the days. */
export interface SyncCursor {
  /** Id of the sync's tab, if 1.0.0 has stored it. The progress has it since. */
  readonly tab?: number;
  /** All changes up to and including this day are in the tab. */
  readonly through: string;
  /** Windows of later days that the sync still has to query, in order; of one part, the next ones follow. */
  readonly windows: readonly DayWindow[];
  /** The day that `through` becomes when all windows are done. */
  readonly until: string;
  /** The digest of the companies that are divided among several paid requests, and the number of these. */
  readonly companies?: string;
  readonly parts?: number;
  /** Estimated records per day. */
  readonly density: number;
  /** The highest limit that the service accepts, once it has refused a higher one. */
  readonly most?: number | undefined;
  /** Headers that an edit added to the job: the next run adds them to the tab. */
  readonly adding?: readonly string[] | undefined;
}

/** Whole days of the service, both ends included. */
export interface DayWindow {
  readonly start: string;
  readonly end: string;
  /** Number of the request, if the companies need several paid ones. Each has the whole limit. */
  readonly part?: number | undefined;
}

export interface RequestedWindow extends DayWindow {
  readonly limit: number;
}

export const NEW_PROGRESS: JobProgress = {
  ...NO_COUNTS,
  begun: 0,
  failures: 0,
  notices: [],
  unfinished: false,
  allAdded: 0,
  allCredits: 0,
};

export function sumOf(a: RunCounts, b: RunCounts): RunCounts {
  return { added: a.added + b.added, changed: a.changed + b.changed, credits: a.credits + b.credits };
}

/** After this number of failures in a row, a job waits until a person resumes it. */
export const MAX_FAILURES = 5;

/** Returns a checksum of owner and settings: a person must only act on the job that they have seen. */
export function versionOf({ owner, name, schedule, digest, sync, push, refresh, alerts }: Job): string {
  return hash(JSON.stringify([owner, name, schedule, digest, sync, push, refresh, alerts]));
}

export function isSuspended({ paused }: Job, { failures }: JobProgress): boolean {
  return paused || failures >= MAX_FAILURES;
}
