/** Google's objects in a script's realm: each method is a call to the host, which runs its handler. */
import type { ObjectKind } from '../bridge/modes.js';
import { decode, encode, type Reply, type WireObject } from '../bridge/wire.js';
import { Exception } from './exception.js';

/** A class, because google.script.run must not accept these objects as plain ones. */
class Members {
  [name: string]: unknown;
}

export function createObjects(
  callHost: (method: string, argsJson: string) => Reply,
  moveClock: (offsetMs: number) => void,
  kinds: readonly ObjectKind[],
) {
  const opened = new Map<string, object>();
  const names = new WeakMap<object, WireObject>();

  const write = (value: unknown): string | undefined =>
    encode(value, (object) => (names.has(object) ? { $object: names.get(object) } : object));

  const call = (method: string, args: readonly unknown[]): unknown => {
    // errors as their stacks, for the log; in an object, because JSON has no undefined for the members of a list
    const shown = args.map((one) => (one instanceof Error || one instanceof Exception ? one.stack : one));
    const sent = { ...shown, length: args.length };
    const [ok, json, clockOffsetMs] = callHost(method, write(sent) ?? '{}');
    moveClock(clockOffsetMs);
    if (!ok) throw new Exception(json);
    return decode(json, open);
  };

  const open = (wire: WireObject): object => {
    const before = opened.get(wire.id);
    if (before) return before;
    const object = strict(wire.kind, Object.assign(new Members(), membersOf(wire)));
    names.set(object, wire);
    opened.set(wire.id, object);
    return object;
  };

  const membersOf = ({ kind, id }: WireObject): object => {
    const { constants = {}, methods = [] } = kinds.find((one) => one.kind === kind) ?? {};
    return Object.fromEntries([
      ...Object.entries(constants).map(([name, values]) => [name, strict(name, values)]),
      ...methods.map((name) => [name, (...args: unknown[]) => call(`${id}.${name}`, args)]),
    ]);
  };

  return { open, write };
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
  });
}
