/** Returns a function that computes its value at the first call and remembers it. */
export function lazy<T>(get: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: get() };
    return found.value;
  };
}

type Getters = Readonly<Record<string, () => unknown>>;

/** Adds members to an object. Each is computed when it is first read. */
export function lazyMembers<B extends object, G extends Getters>(
  base: B,
  getters: G,
): Omit<B, keyof G> & { readonly [Name in keyof G]: ReturnType<G[Name]> } {
  const members = Object.entries(getters).map(([name, get]) => [name, { get: lazy(get) }] as const);
  return Object.create(base, Object.fromEntries(members));
}
