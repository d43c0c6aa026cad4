/** A command that was typed wrongly: its message says how it should be. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
}
