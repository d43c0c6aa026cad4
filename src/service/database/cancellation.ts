/** Knows whether a client still waits for the work that a statement belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs the work, all of its statements included. @param signal says that nobody waits for them any more */
export function withCancellation<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work);
}

/** Runs work that is done to its end although its client has gone. */
export function withoutCancellation<T>(work: () => T): T {
  return signals.run(undefined, work);
}

/** The signal of the work that calls this; undefined where it is done to its end. */
export function cancellationSignal(): AbortSignal | undefined {
  return signals.getStore();
}
