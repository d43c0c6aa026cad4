/** Case-insensitive comparison: texts are folded here, never by the engine, whose locale may support only ASCII. */

export function fold(text: string): string {
  return text.toLowerCase();
}

/** A LIKE pattern (escape character `\`) for texts that contain this one; `%`, `_` and `\` in it match themselves. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;
}
