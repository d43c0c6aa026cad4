/** One run of a job. It holds the lease; each write of its progress also renews the lease. */
import { CHANGES_TAB, type PastRun } from '../../contract/jobs.js';
import { creditsOf } from '../../core/ledger.js';
import { isOpen } from '../../core/purchase.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument, requireKnownVersion, withDocumentLock } from '../storage/document-lock.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import {
  type Job,
  type JobProgress,
  type Lease,
  ownersRun,
  type PendingPurchase,
  type ScheduledCost,
} from './job.js';
import { listJobs, progressValues, readJob, readProgress } from './job-store.js';
import { type RunWarning, withWarning } from './run-warnings.js';

export interface RunRequest {
  readonly id: string;
  /** The token of the run to resume; empty for a new run. */
  readonly token: string;
  /** Random name of the person; null for one who never needed one. */
  readonly person: string | null;
  /** The person's name for colleagues. */
  readonly holder: string;
  /** When to stop and store the progress, in milliseconds since 1970. */
  readonly stopAt: number;
  readonly byPerson: boolean;
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
  const { clock } = platform;
  const properties = requireDocument(platform);
  return withDocumentLock(platform, () => {
    requireKnownVersion(properties);
    const job = readJob(properties, request.id);
    if (!job) throw errors.noJob();
    const before = readProgress(properties, request.id);
    const { lease } = before;
    const isOwn = lease !== undefined && lease.token === request.token;
    if (lease && !isOwn && lease.until > clock.now()) throw errors.running(lease.holder);
    if (!request.isWanted(job, before)) return undefined;
    const other = runWithSameTab(platform, job, before);
    if (other) throw errors.tabTaken(other.holder);
    const now = clock.now();
    const token = isOwn ? lease.token : platform.uuid();
    const newLease = {
      token,
      holder: request.holder,
      ...(request.person !== null && { person: request.person }),
      since: isOwn ? lease.since : now,
      until: now + LEASE_MS,
    };
    const { error: _error, details: _details, ofOwner: _ofOwner, ...rest } = before;
    const isByOwner = request.person === job.owner;
    const slot = request.slotOf?.(job);
    const cost = before.scheduled;
    const scheduled = slot === undefined ? cost : { slot, credits: earlierCredits(platform, slot, cost) };
    const progress: JobProgress = isOwn
      ? { ...before, lease: newLease }
      : {
          ...rest,
          ...(!isByOwner && { ofOwner: ownersRun(before) }),
          error: '',
          notices: [],
          begun: now,
          added: 0,
          changed: 0,
          credits: 0,
          ...(scheduled && { scheduled }),
          lease: newLease,
        };
    properties.setAll(progressValues(job.id, progress));
    return new Run(platform, job, request, progress, newLease);
  });
}

/** Values to write with the progress, in this order. No source promises that a call writes all its keys. */
interface RelatedValues {
  /** Values that would be lost if the progress moved on without them. */
  readonly before?: () => Readonly<Record<string, string>>;
  /** Values that may get lost: without its answer, a purchase is repeated under its token. */
  readonly after?: () => Readonly<Record<string, string>>;
}

/** A run that holds the lease, made by `beginRun`. */
export class Run {
  readonly platform: Platform;
  readonly properties: Properties;
  readonly job: Job;
  readonly token: string;
  readonly holder: string;
  /** When to stop and store the progress, in milliseconds since 1970. */
  readonly stopAt: number;
  readonly byPerson: boolean;
  /** True if the job's owner runs it. A colleague's run does nothing in the owner's name. */
  readonly isByOwner: boolean;
  /** Token of a manual run, or cause of a resumed job, or ''. A new value lets timed-out requests repeat. */
  readonly refreshCause: string;
  private readonly lease: Lease;
  private readonly isScheduled: boolean;
  /** Credits of earlier executions for the same scheduled time. */
  private readonly earlierCredits: number;
  private current: JobProgress;
  private writtenAt: number;
  private hasUnwrittenCredits = false;

  constructor(platform: Platform, job: Job, request: RunRequest, progress: JobProgress, lease: Lease) {
    this.platform = platform;
    this.properties = requireDocument(platform);
    this.job = job;
    this.token = lease.token;
    this.holder = request.holder;
    this.stopAt = request.stopAt;
    this.byPerson = request.byPerson;
    this.isByOwner = request.person === job.owner;
    this.refreshCause = request.byPerson ? lease.token : (job.refreshCause ?? '');
    this.lease = lease;
    this.isScheduled = request.slotOf !== undefined;
    this.earlierCredits = (this.isScheduled && progress.scheduled?.credits) || 0;
    this.current = progress;
    this.writtenAt = platform.clock.now();
  }

  get progress(): JobProgress {
    return this.current;
  }

  /** Returns the rest of a budget after the settled credits of all executions for the scheduled time. */
  creditsLeft(budget: number): number {
    return budget - this.earlierCredits - this.current.credits;
  }

  /** Counts spent credits. The next write of the progress includes them, and the warnings of `addWarning`. */
  spend(spent: number): void {
    const { credits, allCredits } = this.current;
    this.current = { ...this.current, credits: credits + spent, allCredits: allCredits + spent };
    this.hasUnwrittenCredits ||= spent > 0;
  }

  addWarning(warning: RunWarning): void {
    this.current = { ...this.current, notices: withWarning(this.current.notices, warning) };
  }

  /**
   * Returns the values to write for a change. Needs the document's lock.
   * @param pendingPurchase the purchase that is about to be made
   * @throws BUSY if the lease is lost
   */
  propertiesFor(
    change: Partial<JobProgress>,
    pendingPurchase?: PendingPurchase,
  ): Readonly<Record<string, string>> {
    checkLease(this.properties, this.job, this.token);
    this.writtenAt = this.platform.clock.now();
    this.hasUnwrittenCredits = false;
    const lease = { ...this.lease, until: this.writtenAt + LEASE_MS };
    const progress = { ...this.current, ...change, lease };
    this.current = this.isScheduled ? withCost(progress, this.earlierCredits, pendingPurchase) : progress;
    return progressValues(this.job.id, this.current);
  }

  /**
   * Takes the document's lock and writes a change and its related values in one call.
   * @throws BUSY if another execution keeps the lock, or the lease is lost
   */
  commit(change: Partial<JobProgress>, { before, after }: RelatedValues = {}): void {
    withDocumentLock(this.platform, () => {
      const stored = this.current;
      const values = this.propertiesFor(change);
      try {
        this.properties.setAll({ ...before?.(), ...values, ...after?.() });
      } catch (error) {
        this.current = stored;
        throw error;
      }
    });
  }

  /** Writes spent credits, and renews the lease after a long silence. @throws as `commit` */
  renewLease(): void {
    const isSilent = this.platform.clock.now() - this.writtenAt > RENEW_AFTER_MS;
    if (this.hasUnwrittenCredits || isSilent) this.commit({});
  }

  /** Ends the run, if it still holds the lease. */
  end(change: Partial<JobProgress>): void {
    withDocumentLock(this.platform, () => {
      checkLease(this.properties, this.job, this.token);
      const ended = endedProgress({ ...this.current, ...change }, this.platform.clock.now());
      this.properties.setAll(progressValues(this.job.id, ended));
      this.current = ended;
    });
  }
}

function checkLease(properties: Properties, { id }: Job, token: string): void {
  const { lease } = readProgress(properties, id);
  if (lease?.token !== token) throw errors.running(lease?.holder ?? '');
}

/** Adds the cost of all executions for the run's scheduled time. */
function withCost(
  progress: JobProgress,
  spentBefore: number,
  pendingPurchase: PendingPurchase | undefined,
): JobProgress {
  const { scheduled, credits } = progress;
  if (!scheduled) return progress;
  const cost = {
    slot: scheduled.slot,
    credits: spentBefore + credits,
    ...(pendingPurchase && { held: pendingPurchase }),
  };
  return { ...progress, scheduled: cost };
}

/** Returns earlier executions' credits for a scheduled time: perhaps too many, so that no cap is passed. */
function earlierCredits(platform: Platform, slot: number, cost: ScheduledCost | undefined): number {
  if (cost?.slot !== slot) return 0;
  const { credits, held } = cost;
  if (!held) return credits;
  const { purchases } = new PurchaseStore(platform).ledger();
  const found = purchases.find(({ token }) => token === held.token);
  if (!found) return credits + held.credits;
  // an open purchase only counts once it is repeated
  return isOpen(found, platform.clock.now()) ? credits : credits + creditsOf(found);
}

function endedProgress({ lease: _lease, ...rest }: JobProgress, now: number): JobProgress {
  const { begun: at, added, changed, credits, error, runs = [] } = rest;
  const past: PastRun = { at, added, changed, credits, ...(error !== '' && { failed: true }) };
  return { ...rest, runs: [past, ...runs].slice(0, MAX_RUNS), ended: now };
}

function nameOfTab({ sync, refresh }: Job): string | undefined {
  return sync?.tab ?? (refresh?.changes ? CHANGES_TAB : undefined);
}

/**
 * To be called under the document's lock when a run has found its tab: a person may have given a tab of another
 * job the name that this job has.
 * @throws BUSY while that job runs
 */
export function requireFreeTab({ platform, job, progress }: Run): void {
  const other = runWithSameTab(platform, job, progress);
  if (other) throw errors.tabTaken(other.holder);
}

/** Returns another live job's lease on the same tab: both would overwrite rows. Needs the document's lock. */
function runWithSameTab(platform: Platform, job: Job, progress: JobProgress): Lease | undefined {
  if (nameOfTab(job) === undefined) return undefined;
  const now = platform.clock.now();
  const tab = tabOf(progress);
  const other = listJobs(platform).find((one) => {
    const isLive = one.job.id !== job.id && (one.progress.lease?.until ?? 0) > now;
    if (!isLive) return false;
    const others = tabOf(one.progress);
    // a tab that does not exist yet is compared by its name
    return tab !== undefined && others !== undefined
      ? tab === others
      : nameOfTab(job)?.toLowerCase() === nameOfTab(one.job)?.toLowerCase();
  });
  return other?.progress.lease;
}

function tabOf({ place, list }: JobProgress): number | undefined {
  return place?.tab ?? list?.tab;
}
