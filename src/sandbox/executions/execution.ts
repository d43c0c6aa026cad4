/** The service calls of one execution: their latency, quotas, outcomes and records. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from '../bridge/switches.js';
import { type CallOutcome, decode, encode } from '../bridge/wire.js';
import type { Caller } from '../handlers/caller.js';
import type { HostClock } from '../handlers/clock.js';
import type { Dispatch } from '../handlers/dispatch.js';
import type { Faults } from '../handlers/faults.js';
import type { Locks } from '../handlers/lock.js';
import type { CallHandler } from './thread.js';

export interface ServiceCall {
  readonly name: string;
  readonly durationMs: number;
}

export interface CallOptions {
  /** Its signal aborts when the execution ends. */
  readonly caller: Caller;
  readonly killAfterCalls: number | undefined;
  /** Charges the run time of a trigger's execution to its quota. @throws if the quota is used up */
  readonly useTime: (() => void) | undefined;
  /** Called for each call to the spreadsheet while the execution has the document's lock. */
  readonly onCallUnderLock: (name: string) => void;
  /** Ends the execution. */
  readonly end: (message: string) => void;
}

export interface ExecutionWorld {
  readonly clock: HostClock;
  readonly dispatch: Dispatch;
  readonly faults: Faults;
  readonly locks: Pick<Locks, 'hasDocumentLock'>;
  readonly switches: Switches;
  /** Resolves when the custom functions that delay this call have ended, or when the execution has. */
  readonly waitForFormulas: (operation: string, isEnded: () => boolean) => Promise<void>;
}

const TO_THE_SPREADSHEET = /^(Spreadsheet|Sheet|Range)\./;

/** @returns the calls so far and the handler of the next; its undefined leaves an ending script blocked */
export function createCalls(world: ExecutionWorld, options: CallOptions) {
  const { clock, dispatch, faults, locks, switches, waitForFormulas } = world;
  const { caller, killAfterCalls, useTime, onCallUnderLock, end } = options;
  const calls: ServiceCall[] = [];
  const isEnded = () => caller.signal.aborted;
  /** Waits, but no longer than the execution runs: its timer would keep the process alive. */
  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: caller.signal }).catch(() => undefined);
  };
  /** Waits for custom functions if the switch says so, and reports calls under the document's lock. */
  const beforeSpreadsheetCall = async (name: string): Promise<void> => {
    if (caller.mode === 'custom-function') return;
    if (switches.spreadsheetCalls === 'wait for formulas') await waitForFormulas(name, isEnded);
    if (!isEnded() && locks.hasDocumentLock(caller)) onCallUnderLock(name);
  };
  /** Runs a service call. It returns errors instead of throwing, because the realm creates its own. */
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
    // half of the latency before the call takes effect, half after it
    const { isInternal, latencyMs = 0 } = dispatch.get(name) ?? {};
    const halfMs = switches.latency === 'google' ? latencyMs / 2 : 0;
    await pause(halfMs);
    if (!isInternal && TO_THE_SPREADSHEET.test(name)) await beforeSpreadsheetCall(name);
    if (isEnded()) return undefined;
    const outcome = await outcomeOf(name, argsJson);
    await pause(halfMs);
    if (!isInternal) {
      calls.push({ name, durationMs: performance.now() - startedAt });
      // a test can end the execution after this call has taken effect
      if (calls.length === killAfterCalls || faults.killAfterCall?.(caller, calls.length, name) === true) {
        end('The execution was ended');
        return undefined;
      }
    }
    return [...outcome, clock.offsetMs()];
  };
  return { calls, answer };
}
