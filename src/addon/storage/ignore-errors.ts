/** Returns undefined if an action fails: a failing store counts as a miss and does not prevent the answer. */
export function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
