/** One execution: what its service calls come to, its limit of time, and its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from '../bridge/switches.js';
import { type CallOutcome, decode, encode, type Reply } from '../bridge/wire.js';
import type { Caller } from '../google/caller.js';
import type { HostClock } from '../google/clock.js';
import type { Dispatch } from '../google/dispatch.js';
import type { Faults } from '../google/faults.js';
import type { Locks } from '../google/lock.js';
import type { TriggerTime } from '../google/trigger-time.js';
import { endedError } from './script-error.js';

export interface ServiceCall {
  readonly name: string;
  readonly durationMs: number;
}

export interface ExecutionOptions {
  readonly caller: Caller;
  readonly limitMs: number;
  readonly killAfterCalls: number | undefined;
  /** Set for an execution that a trigger has started. */
  readonly triggerTime: TriggerTime | undefined;
  /** Called for each call to the spreadsheet under the document's lock. */
  readonly onCallUnderLock: (name: string) => void;
}

/** The parts that all executions of a spreadsheet share. */
export interface ExecutionWorld {
  readonly clock: HostClock;
  readonly dispatch: Dispatch;
  readonly faults: Faults;
  readonly locks: Pick<Locks, 'hasDocumentLock'>;
  readonly switches: Switches;
  /** Resolves when no custom function runs that a call to the spreadsheet waits for, or when it is over anyway. */
  readonly waitForFormulas: (operation: string, isOver: () => boolean) => Promise<void>;
}

const TO_THE_SPREADSHEET = /^(Spreadsheet|Sheet|Range)\./;

export class Execution {
  readonly calls: ServiceCall[] = [];
  readonly #world: ExecutionWorld;
  readonly #options: ExecutionOptions;
  #isOver = false;
  /** Rejects when the execution is ended from outside. */
  readonly #ended: Promise<never>;
  #end: (error: Error) => void = () => undefined;

  constructor(world: ExecutionWorld, options: ExecutionOptions) {
    this.#world = world;
    this.#options = options;
    this.#ended = new Promise<never>((_resolve, reject) => {
      this.#end = (error) => {
        this.#isOver = true;
        reject(error);
      };
    });
  }

  /** @throws ScriptError if there is no time left for triggers. */
  start(): void {
    try {
      this.#options.triggerTime?.use();
    } catch (error) {
      throw endedError((error as Error).message);
    }
  }

  /** The result, unless the execution is ended before: by its limit of time, or on purpose in a test. */
  async within<T>(result: Promise<T>): Promise<T> {
    const timer = setTimeout(
      () => this.#end(endedError('Exceeded maximum execution time')),
      this.#options.limitMs,
    );
    try {
      return await Promise.race([result, this.#ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Answers one service call; undefined leaves the script blocked, because it is about to end. */
  async answer(name: string, argsJson: string): Promise<Reply | undefined> {
    const { clock, dispatch, switches } = this.#world;
    const startedAt = performance.now();
    // a call takes effect half way: then its answer is on its way back
    const { isInternal, latencyMs = 0 } = dispatch.get(name) ?? {};
    const halfMs = switches.latency === 'google' ? latencyMs / 2 : 0;
    await this.#pause(halfMs);
    if (!isInternal && TO_THE_SPREADSHEET.test(name)) await this.#beforeSpreadsheetCall(name);
    if (this.#isOver) return undefined;
    const outcome = await this.#call(name, argsJson);
    await this.#pause(halfMs);
    if (!isInternal) {
      this.calls.push({ name, durationMs: performance.now() - startedAt });
      if (this.#isKilled(name)) return undefined;
    }
    return [...outcome, clock.offsetMs()];
  }

  /** Over at once when the execution ends: a timer would keep the process. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#options.caller;
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  /** Custom functions do not wait for each other. */
  async #beforeSpreadsheetCall(name: string): Promise<void> {
    const { caller, onCallUnderLock } = this.#options;
    const { locks, switches, waitForFormulas } = this.#world;
    if (caller.mode === 'custom-function') return;
    if (switches.spreadsheetCalls === 'wait for formulas') await waitForFormulas(name, () => this.#isOver);
    if (!this.#isOver && locks.hasDocumentLock(caller)) onCallUnderLock(name);
  }

  /** Runs a service call. It never throws, because the realm creates its own errors. */
  async #call(operation: string, argsJson: string): Promise<CallOutcome> {
    try {
      this.#options.triggerTime?.use();
      const handle = this.#world.dispatch.get(operation)?.handle;
      if (!handle) return [false, `${operation} is not emulated`];
      return [true, encode(await handle(this.#options.caller, ...(decode(argsJson) as never[])))];
    } catch (error) {
      return [false, error instanceof Error ? error.message : String(error)];
    }
  }

  /** Whether a test ends the execution after this call, which has taken effect. */
  #isKilled(name: string): boolean {
    const { caller, killAfterCalls } = this.#options;
    const count = this.calls.length;
    if (count !== killAfterCalls && this.#world.faults.killAfterCall?.(caller, count, name) !== true)
      return false;
    this.#end(endedError('The execution was ended'));
    return true;
  }
}
