/** Builds the SQL expression of a record's JSON from the contract. Missing values are left out. */
import type { DateFormat } from '../../contract/dates.js';
import { type Field, type FieldTable, isField } from '../../contract/fields.js';
import { columnName, isPlace } from './columns.js';

/** Over a record `r`, its place `p`, its company `c` and the company's place `h`; of type json. */
export function recordJson(record: FieldTable, dates: DateFormat): string {
  return `json_strip_nulls(${objectJson(record, dates, 'r')})`;
}

/** @param source the table's alias, and the path of an inner object in its row */
function objectJson(table: FieldTable, dates: DateFormat, ...source: readonly string[]): string {
  const entries = Object.entries(table).map(([key, node]) => {
    if (isField(node)) return `'${key}', ${fieldJson(node, dates, [...source, key])}`;
    const inner = innerSource(key, node, source);
    const columns = Object.keys(node).map((innerKey) => columnOf([...inner, innerKey]));
    // an object without any known value is omitted
    const hasValue = `num_nonnulls(${columns.join(', ')}) > 0`;
    return `'${key}', case when ${hasValue} then ${objectJson(node, dates, ...inner)} end`;
  });
  return `json_build_object(${entries.join(', ')})`;
}

function innerSource(key: string, table: FieldTable, source: readonly string[]): readonly string[] {
  if (key === 'company') return ['c'];
  return isPlace(table) ? ['p'] : [...source, key];
}

function fieldJson({ type }: Field, dates: DateFormat, source: readonly string[]): string {
  const column = columnOf(source);
  return type === 'date' && dates === 'DD/MM/YYYY' ? `to_char(${column}, 'DD/MM/YYYY')` : column;
}

function columnOf([alias, ...path]: readonly string[]): string {
  // a company's location is that of its headquarters
  return alias === 'c' && path[0] === 'location' ? 'h.location' : `${alias}."${columnName(path)}"`;
}
