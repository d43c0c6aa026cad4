/**
 * Fair queueing: each key gets its share of the service. A key has a number of concurrent requests, and a
 * quarter of it while other keys are active. A key that has used more than the average pauses after each
 * request. Requests above the share wait, and are refused after some seconds, before they begin.
 */
import { cancelled } from '../database/unavailable.js';
import { ServiceError } from '../service-error.js';

export interface ShareOptions {
  /** Concurrent requests of all keys. */
  readonly total: number;
  /** How many of them may be slow. */
  readonly slow: number;
  /** Concurrent requests of one key. */
  readonly perKey: number;
  /** The pause of a key that has used more than the average, as a multiple of its last request's duration. */
  readonly pause: number;
  /** The longest wait, in milliseconds. @default 5000 */
  readonly waitMs?: number;
}

export interface Work {
  /** The key or address whose share the work uses. */
  readonly owner: string;
  readonly isSlow: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

type Release = () => void;

interface Waiter {
  readonly isSlow: boolean;
  readonly begin: () => void;
}

interface Owner {
  readonly name: string;
  lastRequestAt: number;
  running: number;
  /** Milliseconds of work, with exponential decay. */
  used: number;
  pausedUntil: number;
  readonly waiting: Waiter[];
}

const WAIT_MS = 5_000;
const RETRY_SECONDS = 2;
const MAX_WAITING_PER_KEY = 100;
const MAX_WAITING = 1_000;
/** A key counts as active for this time after its last request. */
const ACTIVE_MS = 10_000;
/** While other keys are active, a key has its concurrency divided by this. */
const SHARE_DIVISOR = 4;
/** The minimum work time for a pause: requests that are refused at once keep the service busy, too. */
const MIN_WORK_MS = 20;
const MAX_PAUSE_MS = 10_000;
/** The half-life of the used time. */
const HALF_LIFE_MS = 10_000;

export class Shares {
  readonly #owners = new Map<string, Owner>();
  /** Owners with waiting requests, in the order of their turns. */
  readonly #queue = new Set<Owner>();
  readonly #options: ShareOptions;
  readonly #running = { all: 0, slow: 0 };
  /** The running work, the oldest first. */
  readonly #activeWork = new Set<{ readonly owner: Owner }>();
  #waiting = 0;
  #chargedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ShareOptions) {
    this.#options = options;
  }

  /** Waits until the work may begin. Returns a function that ends it. @throws RATE_LIMITED, UNAVAILABLE */
  async acquire({ owner: name, isSlow, signal }: Work): Promise<Release> {
    if (signal.aborted) throw cancelled();
    // checks before adding the owner, because nothing would remove an owner that is refused here
    const waiting = this.#owners.get(name)?.waiting.length ?? 0;
    if (waiting >= MAX_WAITING_PER_KEY) throw tooManyConcurrentRequests();
    if (this.#waiting >= MAX_WAITING) throw overloaded();
    const owner = this.#ownerOf(name);
    const end = await this.#waitForSlot(owner, isSlow, signal);
    if (end) return end;
    setTimeout(() => this.#removeIdle(owner), ACTIVE_MS).unref();
    const isBusy = owner.running > 0 || owner.pausedUntil > performance.now();
    throw isBusy ? tooManyConcurrentRequests() : overloaded();
  }

  #ownerOf(name: string): Owner {
    const owner = this.#owners.get(name) ?? {
      name,
      lastRequestAt: 0,
      running: 0,
      used: 0,
      pausedUntil: 0,
      waiting: [],
    };
    owner.lastRequestAt = performance.now();
    this.#owners.set(name, owner);
    return owner;
  }

  /** Begins the work at its turn. Returns undefined if the wait times out or the client disconnects. */
  #waitForSlot(owner: Owner, isSlow: boolean, signal: AbortSignal): Promise<Release | undefined> {
    return new Promise((resolve) => {
      const dequeue = () => {
        clearTimeout(limit);
        signal.removeEventListener('abort', abandon);
        owner.waiting.splice(owner.waiting.indexOf(waiter), 1);
        if (owner.waiting.length === 0) this.#queue.delete(owner);
        this.#waiting -= 1;
      };
      const abandon = () => {
        dequeue();
        resolve(undefined);
      };
      const begin = () => {
        dequeue();
        resolve(this.#begin(owner, isSlow));
      };
      const limit = setTimeout(abandon, this.#options.waitMs ?? WAIT_MS);
      const waiter: Waiter = { isSlow, begin };
      owner.waiting.push(waiter);
      this.#queue.add(owner);
      this.#waiting += 1;
      signal.addEventListener('abort', abandon, { once: true });
      this.#dispatch();
    });
  }

  /** Begins all work that may begin, and runs again when the next pause ends. */
  #dispatch(): void {
    clearTimeout(this.#timer);
    let next = Number.POSITIVE_INFINITY;
    for (const owner of [...this.#queue]) next = Math.min(next, this.#dispatchOf(owner));
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#dispatch(), next);
  }

  /** Begins the owner's work that may begin. Returns its pause in ms, infinite if anything else blocks. */
  #dispatchOf(owner: Owner): number {
    const { total, slow } = this.#options;
    for (;;) {
      const waiter = owner.waiting.find(({ isSlow }) => !isSlow || this.#running.slow < slow);
      if (!waiter || this.#running.all >= total) return Number.POSITIVE_INFINITY;
      const wait = this.#waitOf(owner);
      if (wait > 0) return wait;
      // the owner goes to the end of the queue
      this.#queue.delete(owner);
      waiter.begin();
      if (owner.waiting.length > 0) this.#queue.add(owner);
    }
  }

  /** Returns the milliseconds that an owner has to wait, infinite until one of its requests ends. */
  #waitOf({ running, pausedUntil }: Owner): number {
    const { perKey } = this.#options;
    const isAlone = this.#owners.size === 1;
    const limit = isAlone ? perKey : Math.max(1, Math.floor(perKey / SHARE_DIVISOR));
    if (running >= limit) return Number.POSITIVE_INFINITY;
    return isAlone ? 0 : pausedUntil - performance.now();
  }

  #begin(owner: Owner, isSlow: boolean): Release {
    const started = performance.now();
    const work = { owner };
    this.#charge();
    this.#activeWork.add(work);
    this.#count(owner, isSlow, 1);
    return () => {
      if (!this.#activeWork.has(work)) return;
      this.#charge();
      this.#activeWork.delete(work);
      this.#count(owner, isSlow, -1);
      this.#pauseAfter(owner, Math.max(MIN_WORK_MS, performance.now() - started));
      setTimeout(() => this.#removeIdle(owner), ACTIVE_MS).unref();
      this.#dispatch();
    };
  }

  #count(owner: Owner, isSlow: boolean, change: 1 | -1): void {
    this.#running.all += change;
    this.#running.slow += isSlow ? change : 0;
    owner.running += change;
  }

  /** Charges the elapsed time to the oldest work, because younger work may only have waited for it. */
  #charge(): void {
    const now = performance.now();
    const decay = 0.5 ** ((now - this.#chargedAt) / HALF_LIFE_MS);
    for (const each of this.#owners.values()) each.used *= decay;
    const [oldest] = this.#activeWork;
    if (oldest) oldest.owner.used += now - this.#chargedAt;
    this.#chargedAt = now;
  }

  /** Pauses an owner that has used more than the average. */
  #pauseAfter(owner: Owner, workedMs: number): void {
    let all = 0;
    for (const { used } of this.#owners.values()) all += used;
    if (owner.used * this.#owners.size <= all) return;
    const pauseMs = Math.min(MAX_PAUSE_MS, this.#options.pause * workedMs);
    owner.pausedUntil = Math.max(owner.pausedUntil, performance.now() + pauseMs);
  }

  #removeIdle(owner: Owner): void {
    const isIdle = owner.running + owner.waiting.length === 0;
    if (isIdle && performance.now() - owner.lastRequestAt >= ACTIVE_MS) this.#owners.delete(owner.name);
  }
}

function tooManyConcurrentRequests(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many requests of this key at the same time; nothing was charged: try again in a moment',
    { retrySeconds: RETRY_SECONDS },
  );
}

function overloaded(): ServiceError {
  return new ServiceError(
    'UNAVAILABLE',
    'The service has too much to do; nothing was charged: try again in a moment',
    { retrySeconds: RETRY_SECONDS },
  );
}
