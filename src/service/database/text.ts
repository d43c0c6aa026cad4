/** Comparing text without minding case: folded here, never by the engine, whose locale may know ASCII only. */

export function fold(text: string): string {
  return text.toLowerCase();
}

/** A LIKE pattern (escape character `\`) for texts that contain this one; its own `%`, `_` and `\` match themselves. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;
}
