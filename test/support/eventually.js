/**
 * Waits for the effects of another process, thread or connection. It is JavaScript, because a benchmark that uses it runs
 * without a build.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 30_000;
const EVERY_MS = 50;

/**
 * Calls `check` until it returns a truthy value, and returns this value.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {{ readonly withinMs?: number, readonly everyMs?: number }} [options]
 * @returns {Promise<T>}
 * @throws after the time limit: the last error of `check` if it threw one
 */
export async function eventually(check, { withinMs = WITHIN_MS, everyMs = EVERY_MS } = {}) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    /** @type {unknown} */
    let failure;
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
