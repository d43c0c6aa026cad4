/** Turns records into rows of plain values in the contract's order of columns: small, quick to show. */

import { isoFromWire } from '../../contract/dates.js';
import { type Column, type FieldType, positionOf } from '../../contract/fields.js';
import { type Fields, isObject } from '../../contract/json.js';
import type { FieldValue } from '../../core/records.js';
import { errors } from '../errors.js';
import { plainText } from './plain-text.js';

export type Row = readonly FieldValue[];

/**
 * Returns a function that turns records into rows. Of several records with one id, it keeps the one modified
 * last. It drops records without any value in the columns, and throws SERVICE if it drops all: they are other
 * data.
 */
export function createRowReader(columns: readonly Column[]): (records: readonly Fields[]) => Row[] {
  const readers: Readonly<Record<FieldType, Reader>> = {
    text: readText,
    number: readNumber,
    list: readList,
    refs: readRefs,
    date: readDate,
  };
  const fields = columns.map(({ path, type }) => {
    const [outer = '', inner] = path.split('.');
    // the service may send a company or a place as one text instead of an object
    const acceptsPlainText = inner === 'name' || inner === 'city';
    return { outer, inner, acceptsPlainText, read: readers[type] };
  });
  const idAt = positionOf(columns, 'id');
  const modifiedAt = positionOf(columns, 'lastModified');

  function readRecord(record: Fields): Row | undefined {
    const row = fields.map(({ outer, inner, acceptsPlainText, read }): FieldValue => {
      let value = record[outer];
      if (inner !== undefined) value = isObject(value) ? value[inner] : acceptsPlainText ? value : undefined;
      return value === undefined || value === null ? null : read(value);
    });
    return row.some((cell) => cell !== null) ? row : undefined;
  }

  const modifiedOf = (row: Row) => String(row[modifiedAt] ?? '');

  return (records) => {
    const rows = new Map<unknown, Row>();
    for (const record of records) {
      const row = readRecord(record);
      if (!row) continue;
      // a record without an id is like no other
      const id = row[idAt] ?? row;
      const known = rows.get(id);
      if (!known || modifiedOf(row) > modifiedOf(known)) rows.set(id, row);
    }
    const [first] = records;
    if (rows.size === 0 && first) throw errors.notJson(Object.keys(first).join(', ') || '{}');
    return [...rows.values()];
  };
}

/** Returns null for a value that it cannot read. */
type Reader = (value: unknown) => FieldValue;

function readText(value: unknown): FieldValue {
  return (Array.isArray(value) ? plainText(textsOf(value).join(', ')) : scalarText(value)) || null;
}

/** Reads "1,000", "100.0" and 100 as the same number; "10-15" stays a text. */
function readNumber(value: unknown): FieldValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/,(?=\d{3}(?:\D|$))/g, '');
  const number = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : plainText(value) || null;
}

function readList(value: unknown): readonly string[] | null {
  const texts = textsOf(Array.isArray(value) ? value : [value]);
  return texts.length > 0 ? texts : null;
}

function textsOf(items: readonly unknown[]): string[] {
  return items.map(scalarText).filter((text) => text !== '');
}

/** Returns a value as text, of an object its name or id. */
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

/** Reads a date or a timestamp in either format of the service; never month first. */
function readDate(value: unknown): FieldValue {
  if (value === 0 || (typeof value !== 'string' && typeof value !== 'number')) return null;
  const text = String(value).trim();
  const day = isoFromWire(text.slice(0, 10), text[4] === '-' ? 'YYYY-MM-DD' : 'DD/MM/YYYY');
  // dates in Sheets begin in 1900
  return day && day >= '1900' ? day : plainText(text) || null;
}
