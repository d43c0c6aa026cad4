/** Threads for executions: started on demand and reused. How many there are is limited by the execution slots of people. */
import { startThread, type Thread, type ThreadOptions } from './thread.js';

/** Idle threads beyond this number are ended after a while. */
const KEPT_THREADS = 4;
/** A sheet that opens, or is filled down, starts its functions in waves. */
const LINGER_MS = 2_000;

export class ThreadPool {
  readonly #options: ThreadOptions;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];
  #kept = KEPT_THREADS;
  #isClosed = false;
  #trimming: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** The thread belongs to the caller until it is given back. */
  async take(): Promise<Thread> {
    const thread = this.#idle.pop() ?? (await startThread(this.#options));
    this.#all.add(thread);
    if (!this.#isClosed) return thread;
    await this.discard(thread);
    throw new Error('The host is closed');
  }

  giveBack(thread: Thread): void {
    this.#idle.push(thread);
    if (this.#idle.length > this.#kept) this.#trimming ??= setTimeout(() => this.#trim(), LINGER_MS).unref();
  }

  /** Ends a thread at any time. */
  async discard(thread: Thread): Promise<void> {
    this.#all.delete(thread);
    await thread.end();
  }

  /** Keeps no thread any more: for an execution that has one, and nobody else. */
  retire(): void {
    this.#kept = 0;
    this.#trim();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#trimming);
    await Promise.all([...this.#all].map((thread) => this.discard(thread)));
  }

  #trim(): void {
    this.#trimming = undefined;
    for (const thread of this.#idle.splice(this.#kept)) void this.discard(thread);
  }
}
