/** Constants for objects that a hook creates before each test. */

/** Returns a proxy for the object that `current` returns at each use. */
export function standInFor<T extends object>(what: string, current: () => T | undefined): T {
  const real = (): T => {
    const object = current();
    if (!object) throw new Error(`there is no ${what} outside of tests and hooks`);
    return object;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(real(), name),
    set: (_, name, value) => Reflect.set(real(), name, value),
    has: (_, name) => Reflect.has(real(), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(real(), name),
  });
}
