/** Creates Google's objects from their tables: methods check permission and arguments and call the host. */
import { decode, encode, type Reply } from '../bridge/wire.js';
import { type Method, type MethodContext, remember, type Table } from '../methods/define.js';
import { Exception, requireArgument } from '../methods/exception.js';

/** A blocking call to the host. @throws Exception with the host's message */
export type Call = (operation: string, args: readonly unknown[]) => unknown;

export interface RealmContext extends Pick<MethodContext, 'environment' | 'permissions'> {
  readonly call: Call;
}

/** A class, because google.script.run must not accept these objects as plain ones. */
class Members {
  [name: string]: unknown;
}

/** @param data the values that identify the object */
export function openRemote<T>(context: RealmContext, table: Table<T>, data: object): T {
  const members = new Members();
  const object = strict(table.kind, members);
  remember(object, table, data);
  for (const [name, values] of Object.entries(table.constants)) members[name] = strict(name, values);
  const methods = table.methods as Record<string, Method>;
  const realm: MethodContext = {
    ...context,
    open: (other, otherData) => openRemote(context, other, otherData),
    self: object,
  };
  for (const [name, method] of Object.entries(methods)) {
    members[name] = (...args: never[]) => {
      const value = run(context.call, table, realm, [name, method], data as never, args);
      return method.chains ? object : value;
    };
  }
  return object as T;
}

function run(
  call: Call,
  table: Table,
  realm: MethodContext,
  [name, method]: readonly [string, Method],
  data: never,
  args: never[],
): unknown {
  const { needs, writes, required = [], target = table.target, fromAnswer, inRealm, cached } = method;
  if (needs) realm.permissions.service(`${table.kind}.${name}`, needs);
  if (writes === true || writes?.(data)) realm.permissions.write(name);
  for (const [index, what] of required.entries()) requireArgument(what, args[index]);
  if (inRealm) return inRealm(realm, data, ...args);
  const before = cached?.(realm, data, ...args);
  if (before !== undefined) return before;
  const sent = method.toArguments ? method.toArguments(data, ...args) : args;
  const answer = call(operationOf(table, name, method), [...target(data), ...sent]);
  return fromAnswer ? fromAnswer(answer as never, realm, data, ...args) : answer;
}

function operationOf({ service }: Table, name: string, { aliasOf, operation }: Method): string {
  const called = aliasOf ?? operation ?? name;
  return called.includes('.') ? called : `${service}.${called}`;
}

/** Creates a realm's Call from the function of its thread. */
export function createCall(
  callHost: (operation: string, argsJson: string) => Reply,
  moveClock: (offsetMs: number) => void,
): Call {
  return (operation, args) => {
    const [ok, json, clockOffsetMs] = callHost(operation, encode(args) ?? '[]');
    moveClock(clockOffsetMs);
    if (!ok) throw new Exception(json);
    return decode(json);
  };
}

/** JavaScript itself and JSON look up these names on any object. */
const PROBED = new Set(['then', 'toJSON', 'constructor', 'prototype']);

/** Wraps an object: a missing member throws `NAME.member is not emulated`. */
function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || PROBED.has(key)) return Reflect.get(target, key);
      throw new Error(`${name}.${key} is not emulated`);
    },
    set(_target, key) {
      throw new Error(`${name}.${String(key)} cannot be set`);
    },
  });
}
