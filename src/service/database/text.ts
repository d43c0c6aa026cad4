/** Folds case in JavaScript and never in the engine, whose locale may support only ASCII. */

export function fold(text: string): string {
  return text.toLowerCase();
}

/** Returns a LIKE pattern (escape character `\`) for texts with this one; escapes `%`, `_` and `\` in it. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;
}
