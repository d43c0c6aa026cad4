/** What is kept, as a text and back: each query key once, and rows by the names of their columns. */
import { type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import type { QueryKey } from '../../core/query.js';
import type { FieldValue, Row } from '../../core/records.js';
import type { Platform } from '../platform.js';
import { asciiJson } from './text.js';

type Packer = Pick<Platform, 'compress' | 'expand'>;

/** Stands for a query key: its place in the list of keys. */
const KEY = '$key';

/** @param isPlain whether the text may stay uncompressed, which saves the calls that compress and expand it */
export function pack(platform: Packer, dataset: DatasetName, value: unknown, isPlain: boolean): string {
  const places = new Map<string, number>();
  const keys: QueryKey[] = [];
  const text = asciiJson(value, (_name, part) => {
    if (!isQueryKey(part)) return part;
    const name = JSON.stringify(part.filters);
    if (!places.has(name)) places.set(name, keys.push(part) - 1);
    return { [KEY]: places.get(name) };
  });
  const json = `[${asciiJson(pathsOf(dataset))},${asciiJson(keys)},${text}]`;
  return isPlain ? `t${json}` : `z${platform.compress(json)}`;
}

/** @returns the value, and a function that arranges its rows by the columns of this version; undefined for damaged ones */
export function unpack(
  platform: Packer,
  dataset: DatasetName,
  text: string,
): { readonly value: unknown; arranged(row: Row): Row } | undefined {
  try {
    const json = text.startsWith('z') ? platform.expand(text.slice(1)) : text.slice(1);
    let keys: readonly unknown[] = [];
    // the keys stand before what names them
    const [paths, , value] = JSON.parse(json, (name, part: unknown) => {
      if (name === '1' && keys.length === 0 && Array.isArray(part) && part.every(isQueryKey)) keys = part;
      return isObject(part) && typeof part[KEY] === 'number' ? keys[part[KEY]] : part;
    }) as [string[], unknown, unknown];
    return { value, arranged: arrangedAs(pathsOf(dataset), paths) };
  } catch {
    return undefined;
  }
}

function isQueryKey(part: unknown): part is QueryKey {
  return isObject(part) && 'filters' in part && 'dataset' in part;
}

function pathsOf(dataset: DatasetName): string[] {
  return RECORD_COLUMNS[dataset].map(({ path }) => path);
}

/** Columns that an earlier version did not have are empty. */
function arrangedAs(wanted: readonly string[], paths: readonly string[]): (row: Row) => Row {
  if (wanted.join() === paths.join()) return (row) => row;
  const places = wanted.map((path) => paths.indexOf(path));
  return (row) => places.map((place): FieldValue => row[place] ?? null);
}
