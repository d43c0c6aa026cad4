/** Records for an assistant: the wanted columns, by their paths, with cleaned texts. */
import { isObject } from '../../contract/json.js';
import { safeText, safeUrl } from './safe-text.js';

export type ShownRecord = Readonly<Record<string, string | number | readonly string[]>>;

const MAX_TEXT = 300;
const MAX_ITEM = 120;
const MAX_ITEMS = 20;

/** @param paths of the wanted columns */
export function showRecord(record: unknown, paths: readonly string[]): ShownRecord {
  return Object.fromEntries(
    [...new Set(['id', ...paths])].flatMap((path) => {
      const value = showValue(valueAt(record, path), path);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      record,
    );
}

function showValue(value: unknown, path: string): ShownRecord[string] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => safeText(String(item), MAX_ITEM));
  return path === 'url' ? safeUrl(String(value)) : safeText(String(value), MAX_TEXT);
}
