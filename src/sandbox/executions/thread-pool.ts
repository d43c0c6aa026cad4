/** Threads for executions: started on demand and reused. How many there are is limited by the execution slots of people. */
import { startThread, type Thread, type ThreadOptions } from './thread.js';

/** Idle threads beyond this number are ended after a while. */
const KEPT_THREADS = 4;
/** A sheet that opens, or is filled down, starts its functions in waves. */
const LINGER_MS = 2_000;

export type ThreadPool = ReturnType<typeof createThreadPool>;

export function createThreadPool(options: ThreadOptions) {
  const all = new Set<Thread>();
  const idle: Thread[] = [];
  let kept = KEPT_THREADS;
  let isClosed = false;
  /** Ends a thread at any time. */
  const discard = async (thread: Thread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  const trim = (): void => {
    for (const thread of idle.splice(kept)) void discard(thread);
  };
  return {
    discard,
    /** The thread belongs to the caller until it is given back. */
    async take(): Promise<Thread> {
      const thread = idle.pop() ?? (await startThread(options));
      all.add(thread);
      if (!isClosed) return thread;
      await discard(thread);
      throw new Error('The host is closed');
    },
    giveBack(thread: Thread): void {
      idle.push(thread);
      if (idle.length > kept) setTimeout(trim, LINGER_MS).unref();
    },
    /** Keeps no thread any more: for an execution that has one, and nobody else. */
    retire(): void {
      kept = 0;
      trim();
    },
    async close(): Promise<void> {
      isClosed = true;
      idle.splice(0);
      await Promise.all([...all].map(discard));
    },
  };
}
