/** The realm's entry: defines Google's services as globals in a new context and runs one function there. */
import { type Environment, UNSUPPORTED } from '../bridge/modes.js';
import { decode, findUntransferable, type Reply, type ThreadResult } from '../bridge/wire.js';
import { Exception, translateExceptions } from './exception.js';
import { createObjects } from './remote.js';

/** Globals of Node's contexts that Apps Script lacks. */
const NOT_IN_APPS_SCRIPT = ['SharedArrayBuffer', 'Atomics'];

/** @returns a function that runs a function of the script */
export function installRealm(
  callHost: (operation: string, argsJson: string) => Reply,
  environmentJson: string,
) {
  const { clockOffsetMs, kinds, mode, switches } = JSON.parse(environmentJson) as Environment;
  for (const name of NOT_IN_APPS_SCRIPT) Reflect.deleteProperty(globalThis, name);
  if (switches.exceptionWords === 'foreign') translateExceptions();
  const objects = createObjects(callHost, installClock(clockOffsetMs), kinds);
  for (const { kind, isGlobal } of kinds) if (isGlobal) define(kind, objects.open({ kind, id: kind }));
  const builtIns = new Map(Object.getOwnPropertyNames(globalThis).map((name) => [name, ownValue(name)]));
  return (functionName: string, argsJson: string): ThreadResult => {
    try {
      const value = functionNamed(functionName, builtIns)(...(decode(argsJson) as unknown[]));
      // google.script.run accepts only JSON; the host checks the answer of a web app
      if (mode === 'sidebar' && findUntransferable(value) !== undefined) throw new Error(UNSUPPORTED);
      const json = objects.write(value);
      return json === undefined ? {} : { json };
    } catch (error) {
      return { error: failureOf(error) };
    }
  };
}

/** Returns a global function of the script, but no inherited and no built-in one. */
function functionNamed(
  name: string,
  builtIns: ReadonlyMap<string, unknown>,
): (...args: unknown[]) => unknown {
  const found = ownValue(name);
  if (typeof found !== 'function' || found === builtIns.get(name))
    throw new Error(`Script function not found: ${name}`);
  return found as (...args: unknown[]) => unknown;
}

function ownValue(name: string): unknown {
  return Reflect.getOwnPropertyDescriptor(globalThis, name)?.value;
}

function failureOf(error: unknown) {
  if (error instanceof Error || error instanceof Exception) {
    return { name: error.name, message: error.message, stack: String(error.stack ?? '') };
  }
  return { name: '', message: String(error), stack: '' };
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

/**
 * Replaces the realm's Date; parsing and arithmetic do not change.
 * @returns a function that moves the script's clock, even while the script runs
 */
function installClock(firstOffsetMs: number): (offsetMs: number) => void {
  let offset = firstOffsetMs;
  const RealDate = Date;
  const now = () => RealDate.now() + offset;
  const ShiftedDate: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget): object =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.prototype.constructor = ShiftedDate;
  Object.defineProperty(globalThis, 'Date', { value: ShiftedDate, writable: true, configurable: true });
  return (offsetMs) => {
    offset = offsetMs;
  };
}
