/** The rule of google.script.run: only JSON-like values travel between a page and the script. */
import { isDate } from './wire.js';

/** The place of the first value that cannot travel, such as `0.since`; undefined when all can. */
export function findUntransferable(value: unknown, place = ''): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return undefined;
    case 'object':
      break;
    default:
      return place || 'value';
  }
  if (Array.isArray(value)) return firstOf(Object.entries(value), place);
  if (isDate(value) || !isPlain(value)) return place || 'value';
  return firstOf(Object.entries(value), place);
}

function firstOf(entries: readonly (readonly [string, unknown])[], place: string): string | undefined {
  for (const [key, inner] of entries) {
    const found = findUntransferable(inner, place ? `${place}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}

/** An object of any realm that is nothing but its properties. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
