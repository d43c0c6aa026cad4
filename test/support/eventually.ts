/** Waits for what another process, thread or connection does. */
import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 30_000;
const EVERY_MS = 50;

/**
 * Calls `check` until it returns something truthy, and returns that.
 * @throws when it has not done so in time: the last error of `check`, if there was one
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
