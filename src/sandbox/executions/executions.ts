/** Runs executions of the script, each in its own realm and thread, with Google's limits; records calls. */
import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, type Mode, roleIn, UNSUPPORTED, type User } from '../bridge/modes.js';
import type { Switches } from '../bridge/switches.js';
import { encode, findUntransferable, type ThreadResult } from '../bridge/wire.js';
import type { Caller, ExecutionRequest } from '../services/caller.js';
import type { ServiceParts } from '../services/define.js';
import { TEXT_OUTPUT } from '../services/html.js';
import { createPermissions } from '../services/permissions.js';
import { TABLES } from '../services/tables.js';
import { createCalls, type ServiceCall } from './execution.js';
import type { ExecutionSlots } from './execution-slots.js';
import { createRunTime, type RunTime } from './run-time.js';
import { endedError, messageOf, ScriptError } from './script-error.js';
import type { CallHandler } from './thread.js';
import { createThreadPool, type ThreadPool } from './thread-pool.js';

interface ExecutionRecord extends Pick<Caller, 'functionName' | 'mode' | 'user'> {
  /** By the sandbox's clock. */
  readonly durationMs: number;
  readonly calls: readonly ServiceCall[];
  /** Undefined if the execution completed. */
  readonly error: string | undefined;
}

export interface Script {
  readonly code: string;
  readonly timeZone: string;
  /** The scopes of the manifest; undefined if it names none. */
  readonly scopes: readonly string[] | undefined;
}

interface ExecutionsOptions {
  readonly parts: ServiceParts;
  readonly script: Script;
  readonly switches: Switches;
  readonly owner: User;
  readonly slots: ExecutionSlots;
  readonly inDocument: boolean;
  readonly timeLimitMs: (mode: Mode) => number;
}

const MAX_RECORDS = 10_000;
/** The build writes it beside the host. */
const REALM_FILE = path.join(__dirname, 'realm.js');
/** The tables' facts that a script's realm needs to make Google's objects. */
const KINDS = TABLES.map(({ kind, constants, isGlobal, methods }) => ({
  kind,
  constants,
  isGlobal,
  methods: Object.keys(methods),
}));

export class Executions {
  readonly #options: ExecutionsOptions;
  #script: Script;
  #pool: ThreadPool;
  /** The last 10,000 ended executions, oldest first. */
  readonly records: ExecutionRecord[] = [];
  readonly #underLock = new Set<string>();

  constructor(options: ExecutionsOptions) {
    this.#options = options;
    this.#script = options.script;
    this.#pool = this.#poolOf(options.script);
  }

  /** Resolves with the function's result; dates stay dates. @throws ScriptError */
  async run(request: ExecutionRequest): Promise<unknown> {
    check(request);
    const { switches, slots } = this.#options;
    const { email } = request.user;
    const mayWait = request.mode === 'custom-function' && switches.crowded === 'queue';
    if (!mayWait && !slots.tryTake(email)) {
      throw endedError('There are too many scripts running simultaneously for this Google user account.');
    }
    if (mayWait) await slots.acquire(email);
    try {
      return await this.#runInSlot(request);
    } finally {
      slots.release(email);
    }
  }

  /**
   * Returns the calls to the spreadsheet that functions have made under the document's lock, except custom
   * functions. On Google they can deadlock: the call waits for custom functions, and these wait for the lock.
   */
  spreadsheetCallsUnderLock(): readonly string[] {
    return [...this.#underLock];
  }

  /** Replaces the script for all later executions. */
  load(script: Script): void {
    this.#pool.retire();
    this.#script = script;
    this.#pool = this.#poolOf(script);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #poolOf({ code, timeZone }: Script): ThreadPool {
    return createThreadPool({ code, timeZone, realm: readFileSync(REALM_FILE, 'utf8') });
  }

  async #runInSlot(request: ExecutionRequest): Promise<unknown> {
    const { parts, timeLimitMs } = this.#options;
    const { clock } = parts;
    const { functionName, mode, user } = request;
    const over = new AbortController();
    // a script may wait for any number of requests at once
    setMaxListeners(0, over.signal);
    const runTime = createRunTime(timeLimitMs(mode), over);
    const caller = this.#callerOf(request, runTime, over.signal);
    const underLock = this.#underLock;
    const { calls, answer, read } = createCalls({ caller, parts, underLock, over });
    const startedAt = clock.now();
    let error: string | undefined;
    try {
      const result = await this.#runOnThread(request, answer, runTime, over.signal);
      if ('error' in result) throw new ScriptError(result.error);
      return resultOf(mode, read(result.json));
    } catch (failure) {
      error = messageOf(failure);
      throw failure;
    } finally {
      over.abort();
      const durationMs = clock.now() - startedAt;
      this.records.push({ functionName, mode, user, durationMs, calls, error });
      if (this.records.length > MAX_RECORDS) this.records.shift();
    }
  }

  /** Rejects if the execution ends before its function: by its time limit, or because a test ends it. */
  async #runOnThread(
    request: ExecutionRequest,
    answer: CallHandler,
    runTime: RunTime,
    signal: AbortSignal,
  ): Promise<ThreadResult> {
    const { parts, switches } = this.#options;
    const job = {
      functionName: request.functionName,
      args: encode(request.args) ?? '[]',
      environment: JSON.stringify({
        mode: request.mode,
        switches,
        kinds: KINDS,
        clockOffsetMs: parts.clock.offsetMs(),
      } satisfies Environment),
    };
    const pool = this.#pool;
    const thread = await pool.acquire();
    runTime.start();
    try {
      const ended = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      const result = await Promise.race([thread.run(job, answer), ended]);
      pool.release(thread);
      return result;
    } catch (error) {
      await pool.discard(thread);
      throw error;
    }
  }

  #callerOf(request: ExecutionRequest, runTime: RunTime, signal: AbortSignal): Caller {
    const { inDocument, owner, parts } = this.#options;
    const { authMode, mode, user } = request;
    const switches = { ...this.#options.switches };
    const role = roleIn(owner.role, user.role);
    // formulas use the owner's user properties; a file without an owner has an address that no person uses
    const ownerOfFormulas = switches.sharedDrive ? '' : owner.email;
    const { scopes } = this.#script;
    return {
      ...request,
      permissions: createPermissions({ authMode, mode, role, scopes, switches }),
      switches,
      documentId: parts.spreadsheet.id,
      inDocument,
      storeOwner: mode === 'custom-function' ? ownerOfFormulas : user.email,
      runTime,
      signal,
    };
  }
}

/** @throws the error with which google.script.run refuses a call. */
function check({ functionName, args, mode }: ExecutionRequest): void {
  if (mode !== 'sidebar') return;
  if (functionName.endsWith('_')) throw endedError(`Script function not found: ${functionName}`);
  const property = findUntransferable(args);
  if (property !== undefined) throw endedError(`Failed due to illegal value in property: ${property}`);
}

/** Returns the value of a function; of a web app, the content of its TextOutput. */
function resultOf(mode: Mode, value: unknown): unknown {
  if (mode !== 'web-app') return value;
  const output = TEXT_OUTPUT.dataOf(value);
  // HtmlOutput is not emulated
  if (!output) throw new ScriptError({ name: 'Error', message: UNSUPPORTED, stack: '' });
  return output;
}
