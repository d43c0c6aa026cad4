/** Makes members that are not emulated throw an error with their name instead of being undefined. */

/** JavaScript itself and JSON look up these names on any object. */
const PROBED = new Set(['then', 'toJSON', 'constructor', 'prototype']);

/** Wraps an object: a missing member throws `NAME.member is not emulated`. */
export function strict<T extends object>(name: string, members: T): T {
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
