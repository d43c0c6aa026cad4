/** A value that is looked up when it is first needed, and then known. */
export function lazy<T>(get: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: get() };
    return found.value;
  };
}
