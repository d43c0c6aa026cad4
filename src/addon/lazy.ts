/** A value that is looked up when it is first needed, and then known. */
export function lazy<T>(get: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: get() };
    return found.value;
  };
}

type Getters = Readonly<Record<string, () => unknown>>;

/** The same object with members that are looked up when they are first needed. */
export function lazyMembers<B extends object, G extends Getters>(
  base: B,
  getters: G,
): Omit<B, keyof G> & { readonly [Name in keyof G]: ReturnType<G[Name]> } {
  const members = Object.entries(getters).map(([name, get]) => [name, { get: lazy(get) }] as const);
  return Object.create(base, Object.fromEntries(members));
}
