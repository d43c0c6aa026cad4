/** The service calls of one execution: their permissions, latency, quotas, outcomes and records. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode, type WireObject } from '../bridge/wire.js';
import { type Caller, storeName } from '../services/caller.js';
import { type Call, LATENCY, Remote, type ServiceParts } from '../services/define.js';
import type { Counter } from '../services/quotas.js';
import { TABLES } from '../services/tables.js';
import { endedError, messageOf } from './script-error.js';
import type { CallHandler } from './thread.js';

export interface ServiceCall {
  readonly name: string;
  readonly durationMs: number;
}

interface CallOptions {
  readonly parts: ServiceParts;
  readonly caller: Caller;
  /** Gets the calls to the spreadsheet while the execution has the document's lock. */
  readonly underLock: Set<string>;
  /** Ends the execution; the caller has its signal. */
  readonly over: AbortController;
}

const TO_THE_SPREADSHEET = /^(SpreadsheetApp|Spreadsheet|Sheet|Range)\./;
/** ljay79/jira-tools #80 reports "Script delayed (1.0 min) waiting for quota". */
const DELAY_MS = 60_000;

/** @returns the calls so far and the handler of the next, which leaves an ending script blocked for ever */
export function createCalls(options: CallOptions) {
  const { caller, parts } = options;
  const { clock, quotas } = parts;
  const { calls, record } = createRecorder(options);
  const objects = createObjects();
  /** Refuses or delays calls over the quota. They count for the person at the screen, not for the owner. */
  const spend = async (counter: Counter, amount: number): Promise<void> => {
    const { user, signal, switches } = caller;
    if (quotas.left(user.email, counter) < amount) {
      if (switches.spentQuota === 'refuse')
        throw new Error(`Service invoked too many times for one day: ${counter}.`);
      await sleep(DELAY_MS, undefined, { signal });
    }
    quotas.add(user.email, counter, amount);
  };
  const run = async (self: Remote, name: string, args: readonly never[]): Promise<unknown> => {
    const { table, data } = self;
    const method = table.methods[name];
    if (!method) throw new Error(`${table.kind}.${name} is not emulated`);
    const { latencyMs = LATENCY.least, needs, quota, writes } = method;
    const operation = `${table.kind}.${name}`;
    if (needs) caller.permissions.service(operation, needs);
    if (writes === true || writes?.(data as never)) caller.permissions.write(name);
    // the type `ObjectData` ensures that the data hide no part
    const call = { ...parts, ...caller, ...data, self, invoke } as never;
    const handle = async () => {
      if (typeof quota === 'string') await spend(quota, 1);
      else if (quota) await spend(quota[0], quota[1](...args));
      return method.handle(call, ...args);
    };
    const isLocal = method.local === true || method.local?.(call);
    const result = isLocal ? await handle() : await record(operation, latencyMs, handle);
    return table.chained.has(name) ? self : result;
  };
  const invoke: Call['invoke'] = (on, name, ...args) => run(on, name, args as never[]) as Promise<never>;
  const answer: CallHandler = async (target, argsJson) => {
    const [id = '', name = ''] = target.split('.');
    try {
      const args = Array.from(decode(argsJson, objects.find) as ArrayLike<never>);
      const json = encode(await run(objects.get(id)!, name, args), objects.nameOf);
      return [true, json, clock.offsetMs()];
    } catch (error) {
      // the realm creates its own errors
      return [false, messageOf(error), clock.offsetMs()];
    }
  };
  return { calls, answer, read: (json: string | undefined) => decode(json, objects.find) };
}

/** The script's objects by id. A service has its name as id. */
function createObjects() {
  const objects = new Map<string, Remote>();
  const ids = new Map<Remote, string>();
  const add = (object: Remote, id: string): string => {
    objects.set(id, object);
    ids.set(object, id);
    return id;
  };
  for (const table of TABLES) if (table.isGlobal) add(table.open({}), table.kind);
  return {
    get: (id: string) => objects.get(id),
    find: ({ id }: WireObject): unknown => objects.get(id),
    /** Returns what the script gets for an object of Google's. */
    nameOf(object: object): unknown {
      if (!(object instanceof Remote)) return object;
      const id = ids.get(object) ?? add(object, String(ids.size));
      return { $object: { kind: object.table.kind, id } };
    },
  };
}

/** Runs and records the calls to services. */
function createRecorder(options: CallOptions) {
  const { caller, parts, underLock, over } = options;
  const { faults, locks, workbook } = parts;
  const { switches, functionName, killAfterCalls } = caller;
  const calls: ServiceCall[] = [];
  const isEnded = () => caller.signal.aborted;
  /** Waits, but no longer than the execution runs: its timer would keep the process alive. */
  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: caller.signal }).catch(() => undefined);
  };
  /** Waits for formulas if the switch says so, and reports calls under the document's lock. */
  const beforeSpreadsheetCall = async (name: string): Promise<void> => {
    if (caller.mode === 'custom-function') return;
    if (switches.spreadsheetCalls === 'wait for formulas') await workbook.settled();
    const isLocked = locks.holder(storeName(caller, 'document')) === caller.signal;
    if (isLocked) underLock.add(`${functionName}: ${name}`);
  };
  const record = async (name: string, latencyMs: number, handle: () => unknown): Promise<unknown> => {
    const startedAt = performance.now();
    // half of the latency before the call takes effect, half after it
    const halfMs = switches.latency === 'google' ? latencyMs / 2 : 0;
    await pause(halfMs);
    if (TO_THE_SPREADSHEET.test(name)) await beforeSpreadsheetCall(name);
    if (isEnded()) return forever();
    const result = (async () => handle())();
    // the script gets an error after the latency, too
    await result.catch(() => undefined);
    await pause(halfMs);
    calls.push({ name, durationMs: performance.now() - startedAt });
    // a test can end the execution after this call has taken effect
    if (calls.length === killAfterCalls || faults.killAfterCall?.(caller, calls.length, name) === true)
      over.abort(endedError('The execution was ended'));
    return isEnded() ? forever() : result;
  };
  return { calls, record };
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}
