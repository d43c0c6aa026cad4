/** Values of unknown shape: what a text of JSON holds, what a caller hands in. They are checked, never believed. */

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields: no list, no null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value; none where it is no object. */
export function asFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The value of a JSON text; undefined where there is no text, where it is damaged, or where the guard refuses it. */
export function readJson<T>(
  text: string | null | undefined,
  guard: (value: unknown) => value is T,
): T | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return guard(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
