/** A store that fails must not cost the answer: quotas, limits and outages count as a miss. */
export function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
