/** Tracks whether a client still waits for the work that a statement belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs work whose statements can be stopped. @param signal aborts when the client disconnects */
export function withCancellation<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work);
}

/** Runs work that must finish even if its client disconnects. */
export function withoutCancellation<T>(work: () => T): T {
  return signals.run(undefined, work);
}

/** Returns the signal of the calling work; undefined if the work must finish. */
export function cancellationSignal(): AbortSignal | undefined {
  return signals.getStore();
}
