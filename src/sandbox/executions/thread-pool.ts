/** Threads for executions: created on demand, reused, and limited in number; further executions wait. */
import { startThread, type Thread, type ThreadOptions } from './thread.js';

export interface ThreadPool {
  /** Resolves when a thread is free; the thread belongs to the caller until it is released. */
  take(): Promise<Thread>;
  giveBack(thread: Thread): void;
  /** Ends a thread at any time; another one may replace it. */
  discard(thread: Thread): Promise<void>;
  /** Keeps no thread any more: for an execution that has one or waits for one, and nobody else. */
  retire(): void;
  close(): Promise<void>;
}

export interface ThreadPoolOptions extends ThreadOptions {
  readonly maxThreads: number;
  /** Idle threads beyond this number are ended after a while. */
  readonly keptThreads: number;
}

/** A sheet that opens, or is filled down, starts its functions in waves. */
const LINGER_MS = 2_000;

export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { maxThreads } = options;
  let { keptThreads } = options;
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const queue: { resolve: (thread: Thread) => void; reject: (error: unknown) => void }[] = [];
  let starting = 0;
  let closed = false;
  let trimming: NodeJS.Timeout | undefined;

  const pass = (thread: Thread): void => {
    const next = queue.shift();
    if (next) next.resolve(thread);
    else if (closed) void end(thread);
    else {
      idle.push(thread);
      if (idle.length > keptThreads) trimming ??= setTimeout(trim, LINGER_MS).unref();
    }
  };
  const trim = (): void => {
    trimming = undefined;
    for (const thread of idle.splice(keptThreads)) void end(thread);
  };
  const end = async (thread: Thread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  const grow = (): void => {
    if (closed || starting >= queue.length || all.size + starting >= maxThreads) return;
    starting += 1;
    startThread(options).then(
      (thread) => {
        starting -= 1;
        all.add(thread);
        pass(thread);
        grow();
      },
      (error: unknown) => {
        starting -= 1;
        queue.shift()?.reject(error);
        grow();
      },
    );
    grow();
  };

  return {
    take() {
      if (closed) return Promise.reject(new Error('The host is closed'));
      const thread = idle.pop();
      if (thread) return Promise.resolve(thread);
      return new Promise((resolve, reject) => {
        queue.push({ resolve, reject });
        grow();
      });
    },
    giveBack: pass,
    async discard(thread) {
      await end(thread);
      grow();
    },
    retire() {
      keptThreads = 0;
      for (const thread of idle.splice(0)) void end(thread);
    },
    async close() {
      closed = true;
      clearTimeout(trimming);
      for (const { reject } of queue.splice(0)) reject(new Error('The host is closed'));
      await Promise.all([...all].map(end));
    },
  };
}
