/** Executions of the script: each in its own thread and realm, within Google's limits, recorded call by call. */
import { readFileSync } from 'node:fs';
import { findUntransferable } from '../bridge/json-like.js';
import {
  type AuthMode,
  type Environment,
  type Mode,
  roleIn,
  SIMULTANEOUS_EXECUTIONS,
  type User,
} from '../bridge/modes.js';
import { type CellArea, INTERNAL, type OperationName } from '../bridge/operations.js';
import { type CallOutcome, decode, encode, type Reply, type ThreadResult } from '../bridge/wire.js';
import type { HostClock } from '../google/clock.js';
import type { Faults } from '../google/faults.js';
import type { Caller, Handlers } from '../google/handlers.js';
import type { UserInterface } from '../google/user-interface.js';
import { endedError, ScriptError } from './script-error.js';
import type { Thread } from './thread.js';
import { createThreadPool, type ThreadPool } from './thread-pool.js';

export interface ServiceCall {
  readonly name: OperationName;
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
  readonly handlers: Handlers;
  readonly owner: User;
  /** The spreadsheet in which they run. */
  readonly documentId: string;
  readonly nextId: () => number;
  readonly clock: HostClock;
  readonly faults: Faults;
  /** Asked for each execution. */
  readonly environment: () => Pick<
    Environment,
    | 'addOnName'
    | 'htmlFiles'
    | 'scriptId'
    | 'webAppUrl'
    | 'userLocale'
    | 'scriptTimeZone'
    | 'inDocument'
    | 'scopes'
    | 'switches'
  >;
  readonly timeLimitMs: Readonly<Record<Mode, number>>;
}

const MAX_RECORDS = 10_000;
const KEPT_THREADS = 4;

export function createExecutions(options: ExecutionsOptions): Executions {
  const { clock, faults, handlers, owner, timeLimitMs } = options;
  const realm = readFileSync(options.realmFile, 'utf8');
  const poolOf = ({ code, timeZone }: Script): ThreadPool =>
    createThreadPool({
      code,
      timeZone,
      workerFile: options.workerFile,
      realm,
      maxThreads: SIMULTANEOUS_EXECUTIONS,
      keptThreads: KEPT_THREADS,
    });
  let pool = poolOf(options.script);
  const records: ExecutionRecord[] = [];
  let running = 0;

  const environmentOf = ({ mode, authMode, user }: ExecutionRequest): Environment => ({
    ...options.environment(),
    mode,
    authMode,
    role: roleIn(owner.role, user.role),
    email: user.email,
    userKey: Buffer.from(user.email).toString('base64'),
    clockOffsetMs: clock.offsetMs(),
  });

  const execute = async (
    request: ExecutionRequest,
    { thread, pool }: { thread: Thread; pool: ThreadPool },
    caller: Caller,
    calls: ServiceCall[],
  ): Promise<ThreadResult> => {
    let end: (error: Error) => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      end = reject;
    });
    const limit = timeLimitMs[request.mode];
    const timer = setTimeout(() => end(endedError('Exceeded maximum execution time')), limit);
    const answer = async (operation: string, argsJson: string): Promise<Reply | undefined> => {
      const name = operation as OperationName;
      const startedAt = performance.now();
      const outcome = await answerCall(handlers, caller, name, argsJson);
      const reply = (): Reply => [...outcome, clock.offsetMs()];
      if (name.startsWith(INTERNAL)) return reply();
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

  return {
    async run(request) {
      check(request);
      // cells wait for their turn; other executions fail
      if (request.mode !== 'custom-function' && running >= SIMULTANEOUS_EXECUTIONS) {
        throw endedError('There are too many scripts running simultaneously for this Google user account.');
      }
      running += 1;
      const over = new AbortController();
      const { functionName, mode, user, ui } = request;
      const storeOwner = mode === 'custom-function' ? owner.email : user.email;
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
      let startedAt = clock.now();
      let error: string | undefined;
      try {
        const from = pool;
        const thread = await from.take();
        startedAt = clock.now();
        const result = await execute(request, { thread, pool: from }, caller, calls);
        if ('error' in result) throw new ScriptError(result.error);
        return decode(result.json);
      } catch (failure) {
        error = failure instanceof Error ? failure.message : String(failure);
        throw failure;
      } finally {
        running -= 1;
        over.abort();
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
    },
    records: () => records,
    clearRecords: () => void records.splice(0),
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

async function answerCall(
  handlers: Handlers,
  caller: Caller,
  operation: OperationName,
  argsJson: string,
): Promise<CallOutcome> {
  try {
    const handler = handlers[operation] as ((caller: Caller, ...args: unknown[]) => unknown) | undefined;
    if (!handler) return [false, `${operation} is not emulated`];
    return [true, encode(await handler(caller, ...(decode(argsJson) as unknown[])))];
  } catch (error) {
    return [false, error instanceof Error ? error.message : String(error)];
  }
}
