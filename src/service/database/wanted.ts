/** Whether somebody still waits for the work that a statement belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks';

const waitedFor = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs the work, all of its statements included. @param signal says that nobody waits for them any more */
export function whileWanted<T>(signal: AbortSignal, work: () => T): T {
  return waitedFor.run(signal, work);
}

/** Runs work that is done to its end although its client has gone. */
export function toTheEnd<T>(work: () => T): T {
  return waitedFor.run(undefined, work);
}

/** The signal of the work that calls this; undefined where it is done to its end. */
export function abandonment(): AbortSignal | undefined {
  return waitedFor.getStore();
}
