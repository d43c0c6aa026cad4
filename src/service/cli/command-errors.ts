/** How a command ends otherwise than well. */

/** It was typed wrongly: the message says how it should be. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
}

/** It could not be done: the message says why. */
export class CommandError extends Error {
  override readonly name = 'CommandError' as const;
}
