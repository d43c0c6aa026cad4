/** A scheduled job: what people set up, and what its runs leave behind. Each in a property of its own. */
import type { ErrorDetails } from '../../contract/error-texts.js';
import type { PastRun, PushSettings, RefreshSettings, Schedule, SyncSettings } from '../../contract/jobs.js';
import type { Alert } from '../alerts/alert.js';
import { hash } from '../storage/text.js';
import type { Notice } from './notices.js';

/** Written by people only. */
export interface Job {
  readonly id: string;
  readonly name: string;
  /** Random name of the person whose trigger runs it, and whose key pays unless one is shared. */
  readonly owner: string;
  /** As colleagues read it. */
  readonly ownerName: string;
  /** The service's address that its owner has agreed to, where one was known. */
  readonly service?: string;
  readonly schedule: Schedule;
  readonly paused: boolean;
  /** Milliseconds since 1970: the order in the list of jobs. */
  readonly madeAt: number;
  /** The address of the digest; empty for none. */
  readonly digest: string;
  /** Their addresses are in the owner's user properties. */
  readonly alerts?: readonly Alert[];
  /** Set when a person resumes it: a call whose outcome was unclear is made again, under its old name. */
  readonly refreshCause?: string;
  /** Id of the tab with its charts, once they were made: only that one is ever cleared. */
  readonly summary?: number;
  readonly sync?: SyncSettings;
  readonly push?: PushSettings;
  readonly refresh?: RefreshSettings;
}

/** Written by runs only, except when a person resets a job. */
export interface JobProgress {
  /** When the last run began and ended, in milliseconds since 1970; 0 for never. */
  readonly begun: number;
  readonly ended: number;
  /** Failed runs in a row. */
  readonly failures: number;
  /** Why the last run failed; empty when it went well. */
  readonly error: string;
  readonly details?: ErrorDetails;
  /** The notices of the last run, which went well. */
  readonly notices: readonly Notice[];
  /** The last run stopped before it was through. */
  readonly unfinished: boolean;
  /** If a colleague made the last run, the owner's run that the schedule follows. */
  readonly ofOwner?: OwnersRun;
  /** New and changed rows and credits of the last run. */
  readonly added: number;
  readonly changed: number;
  readonly credits: number;
  /** The cost of the schedule's last run, which may take several hourly executions. */
  readonly scheduled?: ScheduledCost;
  /** The same of all runs. */
  readonly allAdded: number;
  readonly allCredits: number;
  /** The runs that are over, newest first. */
  readonly runs?: readonly PastRun[];
  /** The current run. */
  readonly lease?: Lease;
  readonly place?: SyncPlace;
  /** The outbox of a webhook for all records: its tab, how many events wait there, and why. */
  readonly outbox?: { readonly tab: number; readonly waiting: number; readonly failure: string };
  /** The tab in which a refresh lists what was new. */
  readonly list?: { readonly tab: number };
  /** When the news of a push last went out for certain, in milliseconds since 1970: what came after it is still to be pushed. */
  readonly pushed?: { readonly answeredAt?: number };
  /** Day of the last digest. */
  readonly digestDay?: string;
  /** New rows of a sync with a digest that no digest has reported yet. */
  readonly unreported?: UnreportedRows;
}

/** Rows that a run has added and changed, and the credits that it has spent. */
export type Counts = Pick<JobProgress, 'added' | 'changed' | 'credits'>;

export interface UnreportedRows extends Counts {
  /** Ids of the last ones, newest first. */
  readonly newest?: readonly string[];
}

/** The last run of the person whose trigger runs the job. */
export interface OwnersRun {
  readonly begun: number;
  readonly unfinished: boolean;
}

export interface ScheduledCost {
  /** The moment of the schedule that the run is for, in milliseconds since 1970. */
  readonly slot: number;
  readonly credits: number;
  /** The purchase that a refresh was about to make: should it die, this one may have cost something beside. */
  readonly held?: HeldPurchase;
}

export interface HeldPurchase {
  readonly token: string;
  /** The most that it may cost. */
  readonly credits: number;
}

/** One run at a time: the one with the lease. A run that dies loses it soon. */
export interface Lease {
  readonly token: string;
  /** As colleagues read it. */
  readonly holder: string;
  /** Random name of the person who holds it; absent for one who never needed one. */
  readonly person?: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

/** How far a sync has come. */
export interface SyncPlace {
  /** Id of its tab, once there is one. */
  readonly tab?: number;
  /** All changes up to and including this day are in the tab. */
  readonly through: string;
  /** Parts of the days after it that are still to do, in their order. */
  readonly windows: readonly DayWindow[];
  /** The day that `through` becomes when all windows are done. */
  readonly until: string;
  /** Records a day, as far as known. */
  readonly density: number;
  /** The greatest limit that the service takes, once it has refused a greater one. */
  readonly most?: number;
  /** Headers that the job was given later: they are added to the tab. */
  readonly adding?: readonly string[];
}

/** Whole days of the service, both ends included. */
export interface DayWindow {
  readonly start: string;
  readonly end: string;
  /** The number of the request, if the companies need several paid ones: each then has the whole limit. */
  readonly part?: number;
}

export interface RequestedWindow extends DayWindow {
  readonly limit: number;
}

export const NEW_PROGRESS: JobProgress = {
  begun: 0,
  ended: 0,
  failures: 0,
  error: '',
  notices: [],
  unfinished: false,
  added: 0,
  changed: 0,
  credits: 0,
  allAdded: 0,
  allCredits: 0,
};

export function sumOf(a: Counts, b: Counts): Counts {
  return { added: a.added + b.added, changed: a.changed + b.changed, credits: a.credits + b.credits };
}

/** After this number of failures in a row, a job waits until a person resumes it. */
export const MAX_FAILURES = 5;

/** The run that the schedule follows: a colleague's run neither hurries nor delays the runs of the owner. */
export function ownersRun({ ofOwner, begun, unfinished }: JobProgress): OwnersRun {
  return ofOwner ?? { begun, unfinished };
}

/** Changes with what the job does and with its owner: a person acts on the job that they have seen. */
export function versionOf({ owner, name, schedule, digest, sync, push, refresh, alerts }: Job): string {
  return hash(JSON.stringify([owner, name, schedule, digest, sync, push, refresh, alerts]));
}

export function isWaiting({ paused }: Job, { failures }: JobProgress): boolean {
  return paused || failures >= MAX_FAILURES;
}
