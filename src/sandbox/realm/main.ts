/** The realm's entry: defines Google's services as globals in a new context and runs one function there. */
import { findUntransferable } from '../bridge/json-like.js';
import type { Environment, Mode } from '../bridge/modes.js';
import { decode, encode, type Reply, type ThreadResult } from '../bridge/wire.js';
import { CACHE_SERVICE } from '../methods/cache.js';
import { CHARTS } from '../methods/charts.js';
import { CONSOLE } from '../methods/console.js';
import { CONTENT_SERVICE, textContentOf } from '../methods/content.js';
import type { Table } from '../methods/define.js';
import { Exception, installExceptions } from '../methods/exception.js';
import { URL_FETCH_APP } from '../methods/fetch.js';
import { HTML_SERVICE } from '../methods/html.js';
import { LOCK_SERVICE } from '../methods/lock.js';
import { MAIL_APP } from '../methods/mail.js';
import { createPermissions } from '../methods/permissions.js';
import { PROPERTIES_SERVICE } from '../methods/properties.js';
import { SCRIPT_APP } from '../methods/script.js';
import { SESSION } from '../methods/session.js';
import { SPREADSHEET_APP } from '../methods/spreadsheet.js';
import { UTILITIES } from '../methods/utilities.js';
import { installClock } from './clock.js';
import { createCall, openRemote, type RealmContext } from './remote.js';

/** Google's services that scripts find as globals. */
const SERVICES: readonly Table[] = [
  CACHE_SERVICE,
  CHARTS,
  CONSOLE,
  CONTENT_SERVICE,
  HTML_SERVICE,
  LOCK_SERVICE,
  MAIL_APP,
  PROPERTIES_SERVICE,
  SCRIPT_APP,
  SESSION,
  SPREADSHEET_APP,
  URL_FETCH_APP,
  UTILITIES,
];

/** Globals of Node's contexts that Apps Script lacks. */
const NOT_IN_APPS_SCRIPT = ['SharedArrayBuffer', 'Atomics'];

export function installRealm(
  callHost: (operation: string, argsJson: string) => Reply,
  environmentJson: string,
) {
  const environment = JSON.parse(environmentJson) as Environment;
  for (const name of NOT_IN_APPS_SCRIPT) Reflect.deleteProperty(globalThis, name);
  const builtIns = new Map(Object.getOwnPropertyNames(globalThis).map((name) => [name, ownValue(name)]));
  installExceptions(environment.switches);
  const moveClock = installClock(environment.clockOffsetMs);
  const context: RealmContext = {
    call: createCall(callHost, moveClock),
    environment,
    permissions: createPermissions(environment),
  };
  for (const table of SERVICES) define(table.kind, openRemote(context, table, {}));
  return {
    prepare: (functionName: string, argsJson: string) =>
      prepare(() => functionNamed(functionName, builtIns), argsJson, environment.mode),
  };
}

/** Defines a global `__start` that runs the function once; its result is complete after that script. */
function prepare(find: () => (...args: unknown[]) => unknown, argsJson: string, mode: Mode) {
  let result: ThreadResult = {
    error: failureOf(new Error('The function waits for a promise that nothing settles')),
  };
  const fail = (error: unknown) => {
    result = { error: failureOf(error) };
  };
  const succeed = (value: unknown) => {
    const output = textContentOf(value);
    // google.script.run accepts only JSON, a web app only a TextOutput; its HtmlOutput is not emulated
    const isRefused =
      (mode === 'sidebar' && findUntransferable(value) !== undefined) ||
      (mode === 'web-app' && output === undefined);
    if (isRefused)
      return fail(new Error('The script completed but the returned value is not a supported return type.'));
    const json = encode(output ?? value);
    result = json === undefined ? {} : { json };
  };
  define('__start', () => {
    Reflect.deleteProperty(globalThis, '__start');
    try {
      const value = find()(...(decode(argsJson) as unknown[]));
      if (value instanceof Promise) value.then(succeed).catch(fail);
      else succeed(value);
    } catch (error) {
      fail(error);
    }
  });
  return { outcome: () => result };
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
