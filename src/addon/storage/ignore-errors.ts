/** What a store cannot do must not cost the answer: quotas, limits and outages of a store are as if it held nothing. */
export function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
