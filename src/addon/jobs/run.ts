/** One run of a job. It holds the lease; each write of its progress also renews the lease. */
import { CHANGES_TAB, isWait, type PastRun } from '../../contract/jobs.js';
import { creditsOf } from '../../core/ledger.js';
import { isOpen } from '../../core/purchase.js';
import type { EventLog } from '../alerts/event-log.js';
import { errors } from '../errors.js';
import type { Platform, Properties, Values } from '../platform.js';
import { requireDocument, requireKnownVersion, withDocumentLock } from '../storage/document-lock.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { type Job, type JobProgress, type Lease, NO_COUNTS, type ScheduledCost } from './job.js';
import { listJobs, progressValues, readJob, readProgress, requireJob } from './job-store.js';
import { type RunWarning, withWarning } from './run-warnings.js';

export interface RunRequest {
  readonly id: string;
  /** The token of the run to resume; empty for a new run. */
  readonly token: string;
  /** Random name of the person; null for one who never needed one. */
  readonly person: string | null;
  /** When to stop and store the progress, in milliseconds since 1970. */
  readonly stopAt: number;
  readonly byPerson: boolean;
  /** True to send waiting events only. It is no run: the result of the last one stays. */
  readonly sendsOnly?: boolean;
  /** Returns the scheduled time of a trigger's run, in milliseconds since 1970. */
  slotOf?(job: Job): number;
  /** Called under the lock. Returns false if the run is no longer wanted. */
  isWanted(job: Job, progress: JobProgress): boolean;
}

/** The longest that a run is silent: one request and the write of its answer. */
const LEASE_MS = 90_000;
/** After this silence, `renewLease` renews the lease. */
const RENEW_AFTER_MS = 20_000;
const MAX_RUNS = 20;

/**
 * Takes the lease; returns undefined if the run is no longer wanted.
 * @throws BUSY that names who runs the job or another job with its tab; BAD_INPUT without such a job
 */
export function beginRun(platform: Platform, request: RunRequest): Run | undefined {
  const properties = requireDocument(platform);
  const name = request.byPerson ? platform.person.name() : undefined;
  return withDocumentLock(platform, () => {
    requireKnownVersion(properties);
    const job = requireJob(properties, request.id);
    const before = readProgress(properties, request.id);
    const isResumed = before.lease?.token === request.token;
    const keepsProgress = isResumed || request.sendsOnly === true;
    const now = platform.clock.now();
    if (before.lease && !isResumed && before.lease.until > now) throw errors.running(before.lease.holder);
    if (!request.isWanted(job, before)) return undefined;
    requireFreeTab(platform, job, before);
    const token = isResumed ? request.token : platform.uuid();
    const lease = { token, holder: name ?? job.ownerName, until: now + LEASE_MS };
    const slot = request.slotOf?.(job);
    const progress: JobProgress = keepsProgress
      ? before
      : {
          ...before,
          ...NO_COUNTS,
          doneAt: request.person === job.owner ? undefined : before.doneAt,
          failure: undefined,
          notices: [],
          begun: now,
          scheduled: slot === undefined ? before.scheduled : costAt(platform, slot, before.scheduled),
        };
    properties.setAll(progressValues(job.id, { ...progress, lease }));
    return new Run(platform, job, request, progress, lease);
  });
}

/** A run that holds the lease, made by `beginRun`. */
export class Run {
  readonly platform: Platform;
  readonly properties: Properties;
  readonly job: Job;
  readonly request: RunRequest;
  /** As of the last write. */
  lease: Lease;
  /** True if the job's owner runs it. A colleague's run does nothing in the owner's name. */
  readonly isByOwner: boolean;
  /** Token of a manual run, or cause of a resumed job, or ''. A new value lets timed-out requests repeat. */
  readonly refreshCause: string;
  /** Includes what the next write stores. Only this class changes it. */
  progress: JobProgress;
  /** The cost of earlier executions for the same scheduled time; undefined for a manual run. */
  private readonly earlier: ScheduledCost | undefined;
  private hasUnwrittenCredits = false;
  /** True once a write has seen that a person has paused the job since its trigger began this run. */
  isStopped = false;
  /** The job's outbox, once it is open; undefined without a webhook for all records. */
  log: EventLog | undefined;

  constructor(platform: Platform, job: Job, request: RunRequest, progress: JobProgress, lease: Lease) {
    this.platform = platform;
    this.properties = requireDocument(platform);
    this.job = job;
    this.request = request;
    this.lease = lease;
    this.isByOwner = request.person === job.owner;
    this.refreshCause = request.byPerson ? lease.token : (job.refreshCause ?? '');
    this.progress = progress;
    this.earlier = request.sendsOnly ? undefined : request.slotOf && progress.scheduled;
  }

  /** True if no further request may begin. */
  isOver(): boolean {
    return this.isStopped || this.platform.clock.now() >= this.request.stopAt;
  }

  /** Returns the rest of a budget after the settled credits of all executions for the scheduled time. */
  creditsLeft(budget: number): number {
    return budget - (this.earlier?.credits ?? 0) - this.progress.credits;
  }

  /** Counts spent credits. The next write of the progress includes them, and the warnings of `addWarning`. */
  spend(spent: number): void {
    const { credits, allCredits } = this.progress;
    this.progress = { ...this.progress, credits: credits + spent, allCredits: allCredits + spent };
    this.hasUnwrittenCredits ||= spent > 0;
  }

  addWarning(warning: RunWarning): void {
    this.progress = { ...this.progress, notices: withWarning(this.progress.notices, warning) };
  }

  /** Returns the values of a change, to write under the document's lock. @throws BUSY if the lease is lost */
  propertiesFor(change: Partial<JobProgress>, held?: ScheduledCost['held']): Values {
    this.checkLease();
    this.lease = { ...this.lease, until: this.platform.clock.now() + LEASE_MS };
    this.hasUnwrittenCredits = false;
    const { earlier } = this;
    const progress = { ...this.progress, ...change };
    const credits = (earlier?.credits ?? 0) + progress.credits;
    this.progress = earlier ? { ...progress, scheduled: { slot: earlier.slot, credits, held } } : progress;
    return progressValues(this.job.id, { ...this.progress, lease: this.lease });
  }

  /**
   * Takes the document's lock and writes a change and related values in one call, in this order: no source
   * promises that a call writes all its keys.
   * @param before returns values that would be lost if the progress moved on without them
   * @param after returns values that may get lost: without its answer, a purchase is repeated under its token
   * @throws BUSY if another execution keeps the lock, the lease is lost, or another job fills the tab of the change
   */
  commit(change: Partial<JobProgress>, { before, after }: RelatedValues = {}): void {
    withDocumentLock(this.platform, () => {
      const stored = this.progress;
      if (change.tab !== undefined) requireFreeTab(this.platform, this.job, { ...stored, ...change });
      const values = this.propertiesFor(change);
      try {
        this.properties.setAll({ ...before?.(), ...values, ...after?.() });
      } catch (error) {
        this.progress = stored;
        throw error;
      }
    });
  }

  /** Writes spent credits, and renews the lease after a long silence. @throws as `commit` */
  renewLease(): void {
    const isSilent = this.platform.clock.now() + LEASE_MS - this.lease.until > RENEW_AFTER_MS;
    if (this.hasUnwrittenCredits || isSilent) this.commit({});
  }

  /** Ends the run, if it still holds the lease. */
  end(change: Partial<JobProgress>): void {
    withDocumentLock(this.platform, () => {
      this.checkLease();
      const ended = { ...this.progress, ...change };
      const { begun: at, added, changed, credits, runs = [] } = ended;
      const past: PastRun = { at, added, changed, credits, ...outcomeOf(ended) };
      const listed = this.request.sendsOnly ? runs : [past, ...runs].slice(0, MAX_RUNS);
      const progress = { ...ended, lease: undefined, runs: listed };
      this.properties.setAll(progressValues(this.job.id, progress));
      this.progress = progress;
    });
  }

  private checkLease(): void {
    const { lease } = readProgress(this.properties, this.job.id);
    if (lease?.token !== this.lease.token) throw errors.running(lease?.holder ?? '');
    this.isStopped = !this.request.byPerson && readJob(this.properties, this.job.id)?.paused === true;
  }
}

/** Returns why a run stopped before its end: it failed, or it waits. */
function outcomeOf({ failure, notices }: JobProgress): Pick<PastRun, 'failed' | 'waited'> {
  if (failure) return isWait(failure.details) ? { waited: failure.details.key } : { failed: true };
  return notices.some(({ kind }) => kind === 'budget') ? { waited: 'budgetUsed' } : {};
}

type RelatedValues = Partial<Record<'before' | 'after', () => Values>>;

/** Returns earlier executions' credits for a scheduled time: perhaps too many, so that no cap is passed. */
function costAt(platform: Platform, slot: number, cost: ScheduledCost | undefined): ScheduledCost {
  if (cost?.slot !== slot) return { slot, credits: 0 };
  const { credits, held } = cost;
  if (!held) return { slot, credits };
  const found = new PurchaseStore(platform).ledger().purchases.find(({ token }) => token === held.token);
  if (!found) return { slot, credits: credits + held.credits };
  // an open purchase only counts once it is repeated
  return { slot, credits: isOpen(found, platform.clock.now()) ? credits : credits + creditsOf(found) };
}

/**
 * To be called under the document's lock. A tab that exists is compared by its id: a person may have given a
 * tab of another job the name that this job has.
 * @throws BUSY while another job with the same tab runs: both would overwrite rows
 */
function requireFreeTab(platform: Platform, job: Job, progress: JobProgress): void {
  const name = nameOfTab(job);
  if (name === undefined) return;
  const { tab } = progress;
  const other = listJobs(platform).find((one) => {
    const { tab: others, lease } = one.progress;
    if (one.job.id === job.id || (lease?.until ?? 0) <= platform.clock.now()) return false;
    return tab !== undefined && others !== undefined ? tab === others : name === nameOfTab(one.job);
  });
  if (other) throw errors.tabTaken(other.progress.lease?.holder ?? '');
}

/** Sheets ignores case in names of tabs. */
function nameOfTab({ sync, refresh }: Job): string | undefined {
  return (sync?.tab ?? (refresh?.changes ? CHANGES_TAB : undefined))?.toLowerCase();
}
