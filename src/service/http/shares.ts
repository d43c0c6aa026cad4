/**
 * Fair queueing: each key gets its share of the service. A key has a number of concurrent requests, and a
 * quarter of it while other keys are active; then it also pauses after each slow request. Requests above the
 * share wait, and are refused after some seconds, before they begin.
 */
import { ServiceError } from '../service-error.js';

export interface ShareOptions {
  /** Concurrent requests of all keys. */
  readonly total: number;
  /** How many of them may be slow. */
  readonly slow: number;
  /** Concurrent requests of one key. */
  readonly perKey: number;
  /** The pause of a key after a slow request, as a multiple of the time that it took. */
  readonly pause: number;
  /** The longest wait, in milliseconds. @default 5000 */
  readonly waitMs?: number;
}

interface Work {
  /** The id of the key whose share the work uses. */
  readonly owner: number;
  readonly isSlow: boolean;
  /** Aborts when the client disconnects or has its answer. */
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly isSlow: boolean;
  readonly begin: () => void;
}

interface Owner {
  lastRequestAt: number;
  running: number;
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
const MAX_PAUSE_MS = 10_000;

export class Shares {
  /** The owners that count as active, the one with the oldest request first. */
  readonly #owners = new Map<number, Owner>();
  /** Owners with waiting requests, in the order of their turns. */
  readonly #queue = new Set<Owner>();
  readonly #options: Required<ShareOptions>;
  readonly #running = { all: 0, slow: 0 };
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options no limits if missing */
  constructor(options: ShareOptions = { total: Infinity, slow: Infinity, perKey: Infinity, pause: 0 }) {
    this.#options = { waitMs: WAIT_MS, ...options };
  }

  /** Waits until the work may begin, and does it, unless its signal aborts first. @throws RATE_LIMITED, UNAVAILABLE */
  async run<T>({ owner: keyId, isSlow, signal }: Work, work: () => T): Promise<Awaited<T> | undefined> {
    if (signal.aborted) return undefined;
    const owner = this.#owners.get(keyId) ?? { lastRequestAt: 0, running: 0, pausedUntil: 0, waiting: [] };
    if (owner.waiting.length >= MAX_WAITING_PER_KEY) throw tooManyConcurrentRequests();
    if (this.#waiting >= MAX_WAITING) throw overloaded();
    owner.lastRequestAt = performance.now();
    this.#owners.delete(keyId);
    this.#owners.set(keyId, owner);
    if (!(await this.#waitForSlot(owner, isSlow, signal))) {
      if (signal.aborted) return undefined;
      const isBusy = owner.running > 0 || owner.pausedUntil > performance.now();
      throw isBusy ? tooManyConcurrentRequests() : overloaded();
    }
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#count(owner, isSlow, -1);
      const now = performance.now();
      const pauseMs = isSlow ? Math.min(MAX_PAUSE_MS, this.#options.pause * (now - started)) : 0;
      owner.pausedUntil = Math.max(owner.pausedUntil, now + pauseMs);
      this.#dispatch();
    }
  }

  /** Takes a slot at the turn of the work. Returns false if the wait times out or the client disconnects. */
  #waitForSlot(owner: Owner, isSlow: boolean, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (hasSlot: boolean) => {
        clearTimeout(limit);
        signal.removeEventListener('abort', abandon);
        owner.waiting.splice(owner.waiting.indexOf(waiter), 1);
        if (owner.waiting.length === 0) this.#queue.delete(owner);
        this.#waiting -= 1;
        if (hasSlot) this.#count(owner, isSlow, 1);
        resolve(hasSlot);
      };
      const abandon = () => leave(false);
      const limit = setTimeout(abandon, this.#options.waitMs);
      const waiter: Waiter = { isSlow, begin: () => leave(true) };
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
    this.#forgetIdle();
    const { total, slow, perKey } = this.#options;
    const isAlone = this.#owners.size === 1;
    const share = isAlone ? perKey : Math.max(1, Math.floor(perKey / SHARE_DIVISOR));
    const now = performance.now();
    let next = Infinity;
    for (const owner of [...this.#queue]) {
      if (!isAlone && owner.pausedUntil > now) {
        next = Math.min(next, owner.pausedUntil - now);
        continue;
      }
      while (this.#running.all < total && owner.running < share) {
        const waiter = owner.waiting.find(({ isSlow }) => !isSlow || this.#running.slow < slow);
        if (!waiter) break;
        // the owner goes to the end of the queue
        this.#queue.delete(owner);
        waiter.begin();
        if (owner.waiting.length > 0) this.#queue.add(owner);
      }
    }
    if (next < Infinity) this.#timer = setTimeout(() => this.#dispatch(), next);
  }

  #count(owner: Owner, isSlow: boolean, change: 1 | -1): void {
    this.#running.all += change;
    this.#running.slow += isSlow ? change : 0;
    owner.running += change;
  }

  #forgetIdle(): void {
    const activeSince = performance.now() - ACTIVE_MS;
    for (const [keyId, { lastRequestAt, running, waiting }] of this.#owners) {
      if (lastRequestAt >= activeSince) return;
      if (running + waiting.length === 0) this.#owners.delete(keyId);
    }
  }
}

function tooManyConcurrentRequests(): ServiceError {
  const message =
    'Too many requests of this key at the same time; nothing was charged: try again in a moment';
  return new ServiceError('RATE_LIMITED', message, { retrySeconds: RETRY_SECONDS });
}

function overloaded(): ServiceError {
  const message = 'The service has too much to do; nothing was charged: try again in a moment';
  return new ServiceError('UNAVAILABLE', message, { retrySeconds: RETRY_SECONDS });
}
