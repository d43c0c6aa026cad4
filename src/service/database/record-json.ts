/** Builds the SQL expression of a record's JSON from the contract. Missing values are left out. */
import type { DateFormat } from '../../contract/dates.js';
import { type Field, type FieldTable, isField } from '../../contract/fields.js';
import { columnName, isPlace } from './columns.js';

/** A table alias in the expression, and the path of an inner object in its row. */
interface Source {
  readonly alias: 'r' | 'p' | 'c';
  readonly prefix: readonly string[];
}

interface Expression {
  readonly json: string;
  readonly columns: readonly string[];
}

/** Over a record `r`, its place `p`, its company `c` and the company's place `h`; of type json. */
export function recordJson(record: FieldTable, dates: DateFormat): string {
  return `json_strip_nulls(${objectJson(record, dates, { alias: 'r', prefix: [] }).json})`;
}

function objectJson(table: FieldTable, dates: DateFormat, source: Source): Expression {
  const entries = Object.entries(table).map(([key, node]) => ({
    key,
    ...(isField(node) ? fieldJson(key, node, dates, source) : innerJson(key, node, dates, source)),
  }));
  return {
    json: `json_build_object(${entries.map(({ key, json }) => `'${key}', ${json}`).join(', ')})`,
    columns: entries.flatMap(({ columns }) => columns),
  };
}

function innerJson(key: string, table: FieldTable, dates: DateFormat, source: Source): Expression {
  const { json, columns } = objectJson(table, dates, innerSource(key, table, source));
  // an object without any known value is omitted
  return { json: `case when num_nonnulls(${columns.join(', ')}) > 0 then ${json} end`, columns };
}

function innerSource(key: string, table: FieldTable, { alias, prefix }: Source): Source {
  if (key === 'company') return { alias: 'c', prefix: [] };
  if (isPlace(table)) return { alias: 'p', prefix: [] };
  return { alias, prefix: [...prefix, key] };
}

function fieldJson(key: string, field: Field, dates: DateFormat, { alias, prefix }: Source): Expression {
  // the headquarters
  if (alias === 'c' && key === 'location') return { json: 'h.location', columns: ['h.location'] };
  const column = `${alias}."${columnName([...prefix, key])}"`;
  const dayFirst = field.type === 'date' && dates === 'DD/MM/YYYY';
  return { json: dayFirst ? `to_char(${column}, 'DD/MM/YYYY')` : column, columns: [column] };
}
