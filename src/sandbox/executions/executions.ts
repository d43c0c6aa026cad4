/** Executions of the script: each in its own thread and realm, within Google's limits, recorded call by call. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findUntransferable } from '../bridge/json-like.js';
import {
  type AuthMode,
  type Environment,
  type Mode,
  roleIn,
  SIMULTANEOUS_EXECUTIONS,
  USERS,
  type User,
} from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import { decode, encode, type Reply, type ThreadResult } from '../bridge/wire.js';
import type { HostClock } from '../google/clock.js';
import type { Dispatch } from '../google/dispatch.js';
import type { Faults } from '../google/faults.js';
import type { Caller } from '../google/handlers.js';
import type { Locks } from '../google/locks.js';
import type { Quotas } from '../google/quotas.js';
import { startTriggerTime, type TriggerTime } from '../google/trigger-time.js';
import type { UserInterface } from '../google/user-interface.js';
import { answerCall, start } from './answer-call.js';
import { endedError, ScriptError } from './script-error.js';
import type { Thread } from './thread.js';
import { createThreadPool, type ThreadPool } from './thread-pool.js';
import type { Turns } from './turns.js';

export interface ServiceCall {
  readonly name: string;
  readonly durationMs: number;
}

export interface ExecutionRecord {
  readonly id: number;
  readonly functionName: string;
  readonly mode: Mode;
  readonly user: User;
  /** By the sandbox's clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly calls: readonly ServiceCall[];
  /** Undefined for an execution that completed. */
  readonly error: string | undefined;
}

export interface ExecutionRequest {
  readonly functionName: string;
  readonly args: readonly unknown[];
  readonly user: User;
  readonly mode: Mode;
  readonly authMode: AuthMode;
  readonly ui: UserInterface;
  readonly cell?: CellArea;
  /** Ends the execution after this number of service calls, when the last one has taken effect. */
  readonly killAfterCalls?: number;
}

export interface Executions {
  /** Resolves with the function's result, dates as dates. @throws ScriptError */
  run(request: ExecutionRequest): Promise<unknown>;
  /** Completed executions, oldest first, at most the last 10,000. */
  records(): readonly ExecutionRecord[];
  clearRecords(): void;
  /**
   * The calls to the spreadsheet that a script has made while it held the document's lock, with the function that made
   * them; not those of custom functions. On Google such a call may wait for custom functions, and these for the lock.
   */
  spreadsheetCallsUnderLock(): readonly string[];
  running(): number;
  /** Runs this script from the next execution on. */
  load(script: Script): void;
  close(): Promise<void>;
}

/** The script that runs. */
export interface Script {
  readonly code: string;
  readonly timeZone: string;
}

export interface ExecutionsOptions {
  readonly script: Script;
  readonly workerFile: string;
  readonly realmFile: string;
  readonly dispatch: Dispatch;
  readonly owner: User;
  /** The spreadsheet in which they run. */
  readonly documentId: string;
  readonly nextId: () => number;
  readonly turns: Turns;
  readonly clock: HostClock;
  readonly locks: Pick<Locks, 'hasDocumentLock'>;
  readonly faults: Faults;
  readonly quotas: Quotas;
  readonly switches: Switches;
  /** Resolves when no custom function runs that a call to the spreadsheet waits for, or when it is over anyway. */
  readonly waitForFormulas: (operation: string, isOver: () => boolean) => Promise<void>;
  /** Asked for each execution. */
  readonly environment: () => Pick<
    Environment,
    'addOnName' | 'htmlFiles' | 'webAppUrl' | 'userLocale' | 'inDocument' | 'scopes'
  >;
  readonly timeLimitMs: Readonly<Record<Mode, number>>;
}

const MAX_RECORDS = 10_000;
const TO_THE_SPREADSHEET = /^(Spreadsheet|Sheet|Range)\./;
const KEPT_THREADS = 4;

export function createExecutions(options: ExecutionsOptions): Executions {
  const { clock, dispatch, faults, owner, switches, timeLimitMs, turns } = options;
  const realm = readFileSync(options.realmFile, 'utf8');
  const poolOf = ({ code, timeZone }: Script): ThreadPool =>
    createThreadPool({
      code,
      timeZone,
      workerFile: options.workerFile,
      realm,
      // whose turn it is, is decided for each person
      maxThreads: SIMULTANEOUS_EXECUTIONS * Object.keys(USERS).length,
      keptThreads: KEPT_THREADS,
    });
  let pool = poolOf(options.script);
  const records: ExecutionRecord[] = [];
  const underLock = new Set<string>();
  let running = 0;

  const environmentOf = ({ mode, authMode, user }: ExecutionRequest): Environment => ({
    ...options.environment(),
    switches,
    mode,
    authMode,
    role: roleIn(owner.role, user.role),
    email: user.email,
    clockOffsetMs: clock.offsetMs(),
  });

  const execute = async (
    request: ExecutionRequest,
    { thread, pool }: { thread: Thread; pool: ThreadPool },
    caller: Caller,
    { calls, triggerTime }: { calls: ServiceCall[]; triggerTime: TriggerTime | undefined },
  ): Promise<ThreadResult> => {
    let isOver = false;
    let end: (error: Error) => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      end = (error) => {
        isOver = true;
        reject(error);
      };
    });
    const limit = timeLimitMs[request.mode];
    const timer = setTimeout(() => end(endedError('Exceeded maximum execution time')), limit);
    const answer = async (name: string, argsJson: string): Promise<Reply | undefined> => {
      const startedAt = performance.now();
      // a call takes effect half way: then its answer is on its way back
      const { isInternal, latencyMs = 0 } = dispatch.get(name) ?? {};
      const halfMs = switches.latency === 'google' ? latencyMs / 2 : 0;
      if (halfMs > 0) await sleep(halfMs);
      // custom functions do not wait for each other
      const mayWait = !isInternal && TO_THE_SPREADSHEET.test(name) && request.mode !== 'custom-function';
      if (mayWait && switches.spreadsheetCalls === 'wait for formulas') {
        await options.waitForFormulas(name, () => isOver);
      }
      if (isOver) return undefined;
      if (mayWait && options.locks.hasDocumentLock(caller)) {
        underLock.add(`${request.functionName}: ${name}`);
      }
      const outcome = await answerCall(dispatch, caller, name, argsJson, triggerTime);
      if (halfMs > 0) await sleep(halfMs);
      const reply = (): Reply => [...outcome, clock.offsetMs()];
      if (isInternal) return reply();
      calls.push({ name, durationMs: performance.now() - startedAt });
      const killed =
        calls.length === request.killAfterCalls ||
        faults.killAfterCall?.(caller, calls.length, name) === true;
      if (killed) end(endedError('The execution was ended'));
      return killed ? undefined : reply();
    };
    const job = {
      functionName: request.functionName,
      args: encode(request.args) ?? '[]',
      environment: JSON.stringify(environmentOf(request)),
      jsonOnly: request.mode === 'sidebar',
    };
    try {
      const result = await Promise.race([thread.run(job, answer), ended]);
      pool.giveBack(thread);
      return result;
    } catch (error) {
      await pool.discard(thread);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  /** Whose user properties they have; an address that nobody has for a file without an owner. */
  const ownerOfFormulas = (): string => (switches.sharedDrive ? '' : owner.email);

  const runInTurn = async (request: ExecutionRequest): Promise<unknown> => {
    const over = new AbortController();
    const { functionName, mode, user, ui } = request;
    const storeOwner = mode === 'custom-function' ? ownerOfFormulas() : user.email;
    const caller: Caller = {
      executionId: options.nextId(),
      functionName,
      mode,
      user,
      documentId: options.documentId,
      storeOwner,
      ui,
      cell: request.cell,
      signal: over.signal,
    };
    const calls: ServiceCall[] = [];
    const isTrigger = mode === 'trigger';
    const triggerTime = isTrigger ? startTriggerTime(options, user.email, timeLimitMs.trigger) : undefined;
    let startedAt = clock.now();
    let error: string | undefined;
    try {
      start(triggerTime);
      const from = pool;
      const thread = await from.take();
      startedAt = clock.now();
      const result = await execute(request, { thread, pool: from }, caller, { calls, triggerTime });
      if ('error' in result) throw new ScriptError(result.error);
      return decode(result.json);
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
      throw failure;
    } finally {
      over.abort();
      triggerTime?.end();
      const durationMs = clock.now() - startedAt;
      records.push({
        id: caller.executionId,
        functionName,
        mode,
        user,
        startedAt,
        durationMs,
        calls,
        error,
      });
      if (records.length > MAX_RECORDS) records.shift();
    }
  };

  return {
    async run(request) {
      check(request);
      const { mode, user } = request;
      const mayWait = mode === 'custom-function' && switches.crowded === 'queue';
      if (!mayWait && !turns.tryTake(user.email)) {
        throw endedError('There are too many scripts running simultaneously for this Google user account.');
      }
      running += 1;
      if (mayWait) await turns.take(user.email);
      try {
        return await runInTurn(request);
      } finally {
        running -= 1;
        turns.giveBack(user.email);
      }
    },
    records: () => records,
    clearRecords: () => void records.splice(0),
    spreadsheetCallsUnderLock: () => [...underLock],
    running: () => running,
    load(script) {
      pool.retire();
      pool = poolOf(script);
    },
    close: () => pool.close(),
  };
}

/** @throws the error of google.script.run for a call that it refuses. */
function check({ functionName, args, mode }: ExecutionRequest): void {
  if (mode !== 'sidebar') return;
  if (functionName.endsWith('_')) throw endedError(`Script function not found: ${functionName}`);
  const place = findUntransferable(args);
  if (place !== undefined) throw endedError(`Failed due to illegal value in property: ${place}`);
}
