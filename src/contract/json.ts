/** Guards for values of unknown shape, such as JSON texts and arguments of callers. */

export type Fields = Readonly<Record<string, unknown>>;

export type Guard<T> = (value: unknown) => value is T;

type TypeName = 'string' | 'number' | 'boolean' | 'object' | 'list';

/** True for an object with named fields, not for a list or null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the fields of a value; none if it is not an object. */
export function asFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Returns a guard for objects by the types of their fields. A field whose type ends in `?` may be missing. */
export function objectOf<T>(
  types: {
    readonly [Name in keyof T]-?: TypeName | `${TypeName}?`;
  },
): Guard<T> {
  const entries = Object.entries<string>(types);
  return (value): value is T =>
    isObject(value) &&
    entries.every(([name, type]) => {
      const field = value[name];
      return field === undefined ? type.endsWith('?') : typeNameOf(field) === type.replace('?', '');
    });
}

/** Returns a guard for lists whose items pass the given guard. */
export function listOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export const isTexts = listOf((item): item is string => typeof item === 'string');

/** Returns the text of a value without spaces around it; '' for any other value. */
export function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function isIntegerIn(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}

/** Returns the value of a JSON text; undefined if the text is missing or damaged, or the guard rejects it. */
export function readJson<T>(text: string | null | undefined, guard: Guard<T>): T | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return guard(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
