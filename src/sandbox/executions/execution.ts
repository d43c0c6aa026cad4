/** The service calls of one execution: how long each takes, what it comes to, and whether it is the last one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from '../bridge/switches.js';
import { type CallOutcome, decode, encode } from '../bridge/wire.js';
import type { Caller } from '../google/caller.js';
import type { HostClock } from '../google/clock.js';
import type { Dispatch } from '../google/dispatch.js';
import type { Faults } from '../google/faults.js';
import type { Locks } from '../google/lock.js';
import type { CallHandler } from './thread.js';

export interface ServiceCall {
  readonly name: string;
  readonly durationMs: number;
}

export interface CallOptions {
  /** Its signal says that the execution is over. */
  readonly caller: Caller;
  readonly killAfterCalls: number | undefined;
  /** Counts the time of an execution that a trigger has started. @throws if none is left */
  readonly useTime: (() => void) | undefined;
  /** Called for each call to the spreadsheet under the document's lock. */
  readonly onCallUnderLock: (name: string) => void;
  /** Ends the execution. */
  readonly end: (message: string) => void;
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

/** @returns the calls so far, and what answers the next one; undefined leaves the script blocked, because it is about to end */
export function createCalls(world: ExecutionWorld, options: CallOptions) {
  const { clock, dispatch, faults, locks, switches, waitForFormulas } = world;
  const { caller, killAfterCalls, useTime, onCallUnderLock, end } = options;
  const calls: ServiceCall[] = [];
  const isOver = () => caller.signal.aborted;
  /** Over at once when the execution ends: a timer would keep the process. */
  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: caller.signal }).catch(() => undefined);
  };
  /** Custom functions do not wait for each other. */
  const beforeSpreadsheetCall = async (name: string): Promise<void> => {
    if (caller.mode === 'custom-function') return;
    if (switches.spreadsheetCalls === 'wait for formulas') await waitForFormulas(name, isOver);
    if (!isOver() && locks.hasDocumentLock(caller)) onCallUnderLock(name);
  };
  /** Runs a service call. It never throws, because the realm creates its own errors. */
  const outcomeOf = async (name: string, argsJson: string): Promise<CallOutcome> => {
    try {
      useTime?.();
      const handle = dispatch.get(name)?.handle;
      if (!handle) return [false, `${name} is not emulated`];
      return [true, encode(await handle(caller, ...(decode(argsJson) as never[])))];
    } catch (error) {
      return [false, error instanceof Error ? error.message : String(error)];
    }
  };
  const answer: CallHandler = async (name, argsJson) => {
    const startedAt = performance.now();
    // a call takes effect half way: then its answer is on its way back
    const { isInternal, latencyMs = 0 } = dispatch.get(name) ?? {};
    const halfMs = switches.latency === 'google' ? latencyMs / 2 : 0;
    await pause(halfMs);
    if (!isInternal && TO_THE_SPREADSHEET.test(name)) await beforeSpreadsheetCall(name);
    if (isOver()) return undefined;
    const outcome = await outcomeOf(name, argsJson);
    await pause(halfMs);
    if (!isInternal) {
      calls.push({ name, durationMs: performance.now() - startedAt });
      // a test ends the execution after this call, which has taken effect
      if (calls.length === killAfterCalls || faults.killAfterCall?.(caller, calls.length, name) === true) {
        end('The execution was ended');
        return undefined;
      }
    }
    return [...outcome, clock.offsetMs()];
  };
  return { calls, answer };
}
