/** Waits for the effects of another process, thread or connection. */
import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 30_000;
const EVERY_MS = 50;

/**
 * Calls `check` until it returns a truthy value, and returns this value.
 * @throws after the time limit: the last error of `check` if it threw one
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = WITHIN_MS, everyMs = EVERY_MS }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    let failure: unknown;
    try {
      const value = await check();
      if (value) return value;
    } catch (error) {
      failure = error;
    }
    if (Date.now() >= deadline) {
      throw failure ?? new Error(`Still not true after ${withinMs} ms: ${String(check)}`);
    }
    await sleep(everyMs);
  }
}
