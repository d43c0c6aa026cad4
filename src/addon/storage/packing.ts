/** Packs stored values into a text, with each query key only once, and rows with the names of their columns. */
import { type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import type { QueryKey } from '../../core/query.js';
import type { FieldValue, Row } from '../../core/records.js';
import { ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { asciiJson } from './text.js';

type Packer = Pick<Platform, 'compress' | 'expand'>;

/** The property that replaces a query key by its index in the list of keys. */
const KEY = '$key';

/** @param isPlain true to leave the text uncompressed, which saves the calls that compress and expand it */
export function pack(platform: Packer, dataset: DatasetName, value: unknown, isPlain: boolean): string {
  const positions = new Map<string, number>();
  const keys: QueryKey[] = [];
  const text = asciiJson(value, (_name, part) => {
    if (!isQueryKey(part)) return part;
    const name = JSON.stringify(part.filters);
    if (!positions.has(name)) positions.set(name, keys.push(part) - 1);
    return { [KEY]: positions.get(name) };
  });
  const json = `[${asciiJson(pathsOf(dataset))},${asciiJson(keys)},${text}]`;
  return isPlain ? `t${json}` : `z${platform.compress(json)}`;
}

/** @returns the value, and a function that adapts its rows to this version's columns; undefined if damaged */
export function unpack(
  platform: Packer,
  dataset: DatasetName,
  text: string,
): { readonly value: unknown; arranged(row: Row): Row } | undefined {
  return ignoreErrors(() => {
    const json = text.startsWith('z') ? platform.expand(text.slice(1)) : text.slice(1);
    let keys: readonly unknown[] = [];
    // the list of keys comes before the values that refer to it
    const [paths, , value] = JSON.parse(json, (name, part: unknown) => {
      if (name === '1' && keys.length === 0 && Array.isArray(part) && part.every(isQueryKey)) keys = part;
      return isObject(part) && typeof part[KEY] === 'number' ? keys[part[KEY]] : part;
    }) as [string[], unknown, unknown];
    return { value, arranged: arrangedAs(pathsOf(dataset), paths) };
  });
}

function isQueryKey(part: unknown): part is QueryKey {
  return isObject(part) && 'filters' in part && 'dataset' in part;
}

function pathsOf(dataset: DatasetName): string[] {
  return RECORD_COLUMNS[dataset].map(({ path }) => path);
}

/** Arranges rows of another version. Columns that it did not have are empty. */
function arrangedAs(wanted: readonly string[], paths: readonly string[]): (row: Row) => Row {
  if (wanted.join() === paths.join()) return (row) => row;
  const positions = wanted.map((path) => paths.indexOf(path));
  return (row) => positions.map((position): FieldValue => row[position] ?? null);
}
