/** A pool of threads for executions. It has no limit of its own: the execution slots of people limit it. */
import { startThread, type Thread, type ThreadOptions } from './thread.js';

/** The pool ends idle threads beyond this number after LINGER_MS. */
const MAX_IDLE = 4;
/** Sheets starts the functions of an opened or filled sheet in waves; threads survive between them. */
const LINGER_MS = 2_000;

export type ThreadPool = ReturnType<typeof createThreadPool>;

export function createThreadPool(options: ThreadOptions) {
  const all = new Set<Thread>();
  const idle: Thread[] = [];
  let maxIdle = MAX_IDLE;
  let isClosed = false;
  /** Ends a thread, even a running one. */
  const discard = async (thread: Thread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  const trim = (): void => {
    for (const thread of idle.splice(maxIdle)) void discard(thread);
  };
  const closedError = () => new Error('The host is closed');
  return {
    discard,
    /** Returns a thread. The caller must return it with `release`, or end it with `discard`. */
    async acquire(): Promise<Thread> {
      if (isClosed) throw closedError();
      const thread = idle.pop() ?? (await startThread(options));
      all.add(thread);
      if (!isClosed) return thread;
      await discard(thread);
      throw closedError();
    },
    release(thread: Thread): void {
      idle.push(thread);
      if (idle.length > maxIdle) setTimeout(trim, LINGER_MS).unref();
    },
    /** Ends all idle threads now, and each running one when the caller returns it. */
    retire(): void {
      maxIdle = 0;
      trim();
    },
    async close(): Promise<void> {
      isClosed = true;
      idle.splice(0);
      await Promise.all([...all].map(discard));
    },
  };
}
