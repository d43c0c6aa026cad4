/** Records as rows of plain values, in the order of the contract's columns: small to store, quick to show. */

import type { DateFormat } from '../../contract/dates.js';
import type { Column } from '../../contract/fields.js';
import { type Fields, isObject } from '../../contract/json.js';
import { errors } from '../errors.js';
import { createFieldReaders, type FieldValue } from './field-readers.js';
import { plainText } from './plain-text.js';

export type Row = readonly FieldValue[];

/**
 * A function that turns records into rows. A record whose id has come before replaces the earlier one when it was
 * modified later; records that are empty in every column are dropped.
 * The function throws SERVICE when no record has anything in any column: they are records of something else.
 */
export function createRowReader(
  columns: readonly Column[],
  dates: DateFormat,
): (records: readonly Fields[]) => Row[] {
  const readers = createFieldReaders(dates);
  const fields = columns.map(({ path, type }) => {
    const [outer = '', inner] = path.split('.');
    // a company or a place may come as one text instead of an object
    const isWhole = inner === 'name' || inner === 'city';
    return { outer, inner, isWhole, isText: type === 'text', read: readers[type] };
  });
  const idAt = columns.findIndex((column) => column.path === 'id');
  const modifiedAt = columns.findIndex((column) => column.path === 'lastModified');

  function readRecord(record: Fields): Row | undefined {
    const row = new Array<FieldValue>(fields.length);
    let filled = false;
    for (let index = 0; index < fields.length; index++) {
      const { outer, inner, isWhole, isText, read } = fields[index]!;
      let value = record[outer];
      if (inner !== undefined) value = isObject(value) ? value[inner] : isWhole ? value : undefined;
      // most values are texts: they take the short way
      let cell: FieldValue = null;
      if (isText && typeof value === 'string') cell = plainText(value) || null;
      else if (value !== undefined && value !== null) cell = read(value);
      if (cell !== null) filled = true;
      row[index] = cell;
    }
    return filled ? row : undefined;
  }

  return (records) => {
    const rows: Row[] = [];
    const ids = new Set<FieldValue>();
    for (const record of records) {
      const row = readRecord(record);
      if (!row) continue;
      const id = row[idAt] ?? null;
      const known = ids.size;
      if (id === null || ids.add(id).size > known) rows.push(row);
      else keepLater(rows, row);
    }
    const [first] = records;
    if (rows.length === 0 && first) throw errors.notJson(Object.keys(first).join(', ') || '{}');
    return rows;
  };

  function keepLater(rows: Row[], row: Row): void {
    const place = rows.findIndex((other) => other[idAt] === row[idAt]);
    const modified = String(row[modifiedAt] ?? '');
    if (modified > String(rows[place]?.[modifiedAt] ?? '')) rows[place] = row;
  }
}
