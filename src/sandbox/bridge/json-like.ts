/** The rule of google.script.run: page and script exchange only JSON-like values. */
import { isDate } from './wire.js';

/** Returns the path of the first invalid value, such as `0.since`, or undefined if all are valid. */
export function findUntransferable(value: unknown, path = ''): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      // no reference says how Google transfers NaN and the infinities, so the sandbox refuses them
      return Number.isFinite(value) ? undefined : path || 'value';
    case 'object':
      break;
    default:
      return path || 'value';
  }
  if (!Array.isArray(value) && (isDate(value) || !isPlain(value))) return path || 'value';
  for (const [key, inner] of Object.entries(value)) {
    const found = findUntransferable(inner, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}

/** True for plain objects of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
