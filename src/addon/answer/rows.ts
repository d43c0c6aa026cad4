/** Records as rows of plain values, in the order of the contract's columns: small to store, quick to show. */
import type { DateFormat } from '../../contract/dates.js';
import { isoFromWire } from '../../contract/dates.js';
import type { Column, FieldType } from '../../contract/fields.js';
import { errors } from '../errors.js';
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
 * The function throws SERVICE when no record has anything in any column: they are records of something else.
 */
export function createRowReader(
  columns: readonly Column[],
  dates: DateFormat,
): (records: readonly WireRecord[]) => Row[] {
  const readers = readersOf(dates);
  const fields = columns.map(({ path, type }) => {
    const [outer = '', inner] = path.split('.');
    // a company or a place may come as one text instead of an object
    const isWhole = inner === 'name' || inner === 'city';
    return { outer, inner, isWhole, isText: type === 'text', read: readers[type] };
  });
  const idAt = columns.findIndex((column) => column.path === 'id');
  const modifiedAt = columns.findIndex((column) => column.path === 'lastModified');

  return (records) => {
    const rows: Row[] = [];
    const places = new Map<Value, number>();
    for (const record of records) {
      const row = new Array<Value>(fields.length);
      let filled = false;
      for (let index = 0; index < fields.length; index++) {
        const { outer, inner, isWhole, isText, read } = fields[index]!;
        let value = record[outer];
        if (inner !== undefined) value = isObject(value) ? value[inner] : isWhole ? value : undefined;
        // most values are texts: they take the short way
        let cell: Value = null;
        if (isText && typeof value === 'string') cell = plainText(value) || null;
        else if (value !== undefined && value !== null) cell = read(value);
        if (cell !== null) filled = true;
        row[index] = cell;
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
    if (rows.length === 0 && records.length > 0)
      throw errors.notJson(Object.keys(records[0]!).join(', ') || '{}');
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
  if (typeof value === 'string') return plainText(value) || null;
  return Array.isArray(value) ? plainText(textsOf(value).join(', ')) || null : scalarText(value) || null;
}

/** "1,000", "100.0" and 100 are the same number; "10-15" stays the text it is. */
function readNumber(value: unknown): Value {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/,(?=\d{3}(?:\D|$))/g, '');
  const number = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : plainText(value) || null;
}

function readList(value: unknown): readonly string[] | null {
  // nearly every list is as it should be already, and then needs no copy
  if (Array.isArray(value) && value.length > 0 && value.every(isPlainText)) return value;
  const texts = textsOf(Array.isArray(value) ? value : [value]);
  return texts.length > 0 ? texts : null;
}

function isPlainText(item: unknown): item is string {
  return typeof item === 'string' && item !== '' && plainText(item) === item;
}

function textsOf(items: readonly unknown[]): string[] {
  const texts: string[] = [];
  for (const item of items) {
    const text = typeof item === 'string' ? plainText(item) : scalarText(item);
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** Of an object its name or id. */
function scalarText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isObject(value)) return typeof value === 'string' ? plainText(value) : '';
  const named = value['name'] ?? value['id'];
  return isObject(named) ? '' : scalarText(named);
}

function readRefs(value: unknown): readonly string[] | null {
  const items = Array.isArray(value) ? value : [value];
  return readList(items.map((item: unknown) => (isObject(item) ? (item['id'] ?? item['name']) : item)));
}

/** The dataset's own format first, then the other one, then the date in a timestamp; day first, never month first. */
function readDate(value: unknown, dates: DateFormat): Value {
  if (typeof value === 'number') return dayOfEpoch(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const other: DateFormat = dates === 'YYYY-MM-DD' ? 'DD/MM/YYYY' : 'YYYY-MM-DD';
  const day = /^\d{10}(?:\d{3})?$/.test(text)
    ? dayOfEpoch(Number(text))
    : (isoFromWire(text, dates) ??
      isoFromWire(text, other) ??
      isoFromWire(text.slice(0, 10), text[4] === '-' ? 'YYYY-MM-DD' : 'DD/MM/YYYY'));
  // the dates of a sheet begin in 1900
  return day && day >= '1900' ? day : plainText(text) || null;
}

/** Seconds or milliseconds since 1970. */
function dayOfEpoch(time: number): string | null {
  const ms = time < 1e11 ? time * 1000 : time;
  return ms > 0 && ms < 4e12 ? new Date(ms).toISOString().slice(0, 10) : null;
}
