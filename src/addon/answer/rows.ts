/** Records as rows of plain values, in the order of the contract's columns: small to store, quick to show. */
import type { DateFormat } from '../../contract/dates.js';
import { isoFromWire } from '../../contract/dates.js';
import type { Column, FieldType } from '../../contract/fields.js';
import { plainText } from './plain-text.js';
import { isObject } from './reading.js';

/** Text, number, ISO date (or the text of an unreadable one), list of texts, or null where nothing is disclosed. */
export type Value = string | number | readonly string[] | null;
export type Row = readonly Value[];

type Reader = (value: unknown) => Value;
type WireRecord = Readonly<Record<string, unknown>>;

/**
 * A function that turns records into rows. A record whose id has come before replaces the earlier one when it was
 * modified later; records that are empty in every column are dropped.
 */
export function createRowReader(
  columns: readonly Column[],
  dates: DateFormat,
): (records: readonly WireRecord[]) => Row[] {
  const readers = readersOf(dates);
  const getters = columns.map(({ path, type }) => {
    const [outer = '', inner] = path.split('.');
    return { outer, inner, read: readers[type] };
  });
  const idAt = columns.findIndex((column) => column.path === 'id');
  const modifiedAt = columns.findIndex((column) => column.path === 'lastModified');

  return (records) => {
    const rows: Row[] = [];
    const places = new Map<Value, number>();
    for (const record of records) {
      const row = new Array<Value>(getters.length);
      let filled = false;
      for (let index = 0; index < getters.length; index++) {
        const { outer, inner, read } = getters[index]!;
        let value = record[outer];
        if (inner !== undefined) value = isObject(value) ? value[inner] : undefined;
        const cell = value === undefined || value === null ? null : read(value);
        row[index] = cell;
        if (cell !== null) filled = true;
      }
      if (!filled) continue;
      const id = row[idAt] ?? null;
      const place = id === null ? undefined : places.get(id);
      if (place === undefined) {
        if (id !== null) places.set(id, rows.length);
        rows.push(row);
      } else if (String(row[modifiedAt] ?? '') > String(rows[place]![modifiedAt] ?? '')) {
        rows[place] = row;
      }
    }
    return rows;
  };
}

function readersOf(dates: DateFormat): Readonly<Record<FieldType, Reader>> {
  const known = new Map<string, Value>();
  return {
    text: readText,
    number: readNumber,
    list: readList,
    refs: readRefs,
    date(value) {
      // dates repeat: a table of 10,000 records holds a few hundred days
      if (typeof value !== 'string') return readDate(value, dates);
      let found = known.get(value);
      if (found === undefined) {
        found = readDate(value, dates);
        known.set(value, found);
      }
      return found;
    },
  };
}

function readText(value: unknown): Value {
  if (typeof value === 'string') return value === '' ? null : plainText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return readText(readList(value)?.toString() ?? '');
  return isObject(value) ? readText(value['name'] ?? value['id'] ?? '') : null;
}

/** "1,000", "100.0" and 100 are the same number; anything else that is no number is nothing. */
function readNumber(value: unknown): Value {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/,(?=\d{3}(?:\D|$))/g, '');
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function readList(value: unknown): readonly string[] | null {
  const items = Array.isArray(value) ? value : [value];
  const texts: string[] = [];
  for (const item of items) {
    const text = readText(item);
    if (typeof text === 'string') texts.push(text);
  }
  return texts.length > 0 ? texts : null;
}

function readRefs(value: unknown): readonly string[] | null {
  const items = Array.isArray(value) ? value : [value];
  return readList(items.map((item: unknown) => (isObject(item) ? (item['id'] ?? item['name']) : item)));
}

/** The dataset's own format first, then the other one, then the date in a timestamp; day first, never month first. */
function readDate(value: unknown, dates: DateFormat): Value {
  if (typeof value === 'number') {
    const instant = new Date(value < 1e11 ? value * 1000 : value);
    return Number.isNaN(instant.getTime()) ? null : instant.toISOString().slice(0, 10);
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const other: DateFormat = dates === 'YYYY-MM-DD' ? 'DD/MM/YYYY' : 'YYYY-MM-DD';
  const iso =
    isoFromWire(text, dates) ??
    isoFromWire(text, other) ??
    isoFromWire(text.slice(0, 10), timestampFormat(text));
  return iso ?? (text === '' ? null : plainText(text));
}

function timestampFormat(text: string): DateFormat {
  return text[4] === '-' ? 'YYYY-MM-DD' : 'DD/MM/YYYY';
}
