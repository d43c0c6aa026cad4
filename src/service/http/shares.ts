/**
 * Gives each key a fair share of the service. A key may have some requests at work at the same time; while other keys ask,
 * a quarter of them, and one that has worked more than the others pauses after each. What exceeds the share waits its turn,
 * and is refused after some seconds: then nothing of it has begun, and nothing is charged.
 */
import { ServiceError } from '../service-error.js';

export interface ShareOptions {
  /** Requests at work at the same time, of all keys. */
  readonly total: number;
  /** How many of them may be slow ones. */
  readonly slow: number;
  /** Requests at work at the same time, of one key. */
  readonly perKey: number;
  /** The pause of a key that has worked more than others, as a multiple of the time that its last request took. */
  readonly pause: number;
  /** The longest wait, in milliseconds. @default 5000 */
  readonly waitMs?: number;
}

export interface Work {
  /** Whose share it takes. */
  readonly owner: string;
  readonly isSlow: boolean;
  /** Says that nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** Waits until the work may begin; returns what ends it. @throws ServiceError RATE_LIMITED, UNAVAILABLE */
export type TakeShare = (work: Work) => Promise<() => void>;

interface Waiter {
  readonly isSlow: boolean;
  readonly begin: () => void;
}

interface Owner {
  askedAt: number;
  running: number;
  /** Milliseconds of its work; what is long ago counts less and less. */
  used: number;
  pausedUntil: number;
  readonly waiting: Waiter[];
}

const WAIT_MS = 5_000;
const MOST_WAITING_PER_KEY = 100;
const MOST_WAITING = 1_000;
/** So long after its last request a key counts as one that asks. */
const ASKING_MS = 10_000;
/** While others ask, a key has one of so many of its places. */
const SHARED_BY = 4;
/** A request counts as so much work at least: those that are refused at once keep the service busy, too. */
const LEAST_WORK_MS = 20;
const LONGEST_PAUSE_MS = 10_000;
/** After so long, work counts half. */
const HALF_LIFE_MS = 10_000;

export function createShares({ total, slow, perKey, pause, waitMs = WAIT_MS }: ShareOptions): TakeShare {
  // all that ask
  const owners = new Map<string, Owner>();
  // those whose requests wait, in the order of their turns
  const queue = new Set<Owner>();
  const running = { all: 0, slow: 0 };
  let waiting = 0;
  let usedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function ownerOf(name: string): Owner {
    const owner = owners.get(name) ?? { askedAt: 0, running: 0, used: 0, pausedUntil: 0, waiting: [] };
    owner.askedAt = performance.now();
    owners.set(name, owner);
    return owner;
  }

  /** How many milliseconds an owner still has to wait; infinite until one of its requests ends. */
  function waitOf({ running, pausedUntil }: Owner): number {
    const isAlone = owners.size === 1;
    const most = isAlone ? perKey : Math.max(1, Math.floor(perKey / SHARED_BY));
    if (running >= most) return Number.POSITIVE_INFINITY;
    return isAlone ? 0 : pausedUntil - performance.now();
  }

  function beginWaiting(): void {
    clearTimeout(timer);
    let next = Number.POSITIVE_INFINITY;
    for (const owner of [...queue]) {
      for (;;) {
        const waiter = owner.waiting.find(({ isSlow }) => !isSlow || running.slow < slow);
        if (!waiter || running.all >= total) break;
        const wait = waitOf(owner);
        if (wait > 0) {
          next = Math.min(next, wait);
          break;
        }
        queue.delete(owner);
        waiter.begin();
        if (owner.waiting.length > 0) queue.add(owner);
      }
    }
    if (Number.isFinite(next)) timer = setTimeout(beginWaiting, next);
  }

  /** Counts the work; returns whether the owner has worked more than others on average. */
  function note(owner: Owner, workedMs: number): boolean {
    const now = performance.now();
    const left = 0.5 ** ((now - usedAt) / HALF_LIFE_MS);
    usedAt = now;
    let all = workedMs;
    for (const each of owners.values()) all += each.used *= left;
    owner.used += workedMs;
    return owner.used * owners.size > all;
  }

  /** Returns what ends the work. */
  function begin(name: string, owner: Owner, isSlow: boolean): () => void {
    const started = performance.now();
    const count = (change: 1 | -1) => {
      running.all += change;
      running.slow += isSlow ? change : 0;
      owner.running += change;
    };
    count(1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      count(-1);
      const now = performance.now();
      const workedMs = Math.max(LEAST_WORK_MS, now - started);
      if (note(owner, workedMs)) {
        const pauseMs = Math.min(LONGEST_PAUSE_MS, pause * workedMs);
        owner.pausedUntil = Math.max(owner.pausedUntil, now + pauseMs);
      }
      setTimeout(() => forgetIdle(name, owner), ASKING_MS).unref();
      beginWaiting();
    };
  }

  function forgetIdle(name: string, owner: Owner): void {
    const isIdle = owner.running + owner.waiting.length === 0;
    if (isIdle && performance.now() - owner.askedAt >= ASKING_MS) owners.delete(name);
  }

  return ({ owner: name, isSlow, signal }) => {
    const owner = ownerOf(name);
    if (owner.waiting.length >= MOST_WAITING_PER_KEY) return Promise.reject(askedTooMuch());
    if (waiting >= MOST_WAITING) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(limit);
        signal.removeEventListener('abort', giveUp);
        owner.waiting.splice(owner.waiting.indexOf(waiter), 1);
        if (owner.waiting.length === 0) queue.delete(owner);
        waiting -= 1;
      };
      const giveUp = () => {
        leave();
        setTimeout(() => forgetIdle(name, owner), ASKING_MS).unref();
        reject(owner.running > 0 || owner.pausedUntil > performance.now() ? askedTooMuch() : overloaded());
      };
      const limit = setTimeout(giveUp, waitMs);
      const waiter: Waiter = {
        isSlow,
        begin: () => {
          leave();
          resolve(begin(name, owner, isSlow));
        },
      };
      owner.waiting.push(waiter);
      queue.add(owner);
      waiting += 1;
      signal.addEventListener('abort', giveUp, { once: true });
      beginWaiting();
    });
  };
}

function askedTooMuch(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many requests of this key at the same time; nothing was charged: try again in a moment',
  );
}

function overloaded(): ServiceError {
  return new ServiceError(
    'UNAVAILABLE',
    'The service has too much to do; nothing was charged: try again in a moment',
  );
}
