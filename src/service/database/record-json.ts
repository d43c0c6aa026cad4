/** Builds the SQL expression of a record's JSON from the contract. Missing values are left out. */
import type { DateFormat } from '../../contract/dates.js';
import { type Field, type FieldTable, isField } from '../../contract/fields.js';
import { columnName, isPlace } from './columns.js';

/** A table alias in the expression, and the path of an inner object in its row. */
interface Source {
  readonly alias: string;
  readonly prefix: readonly string[];
}

const RECORD: Source = { alias: 'r', prefix: [] };
const PLACE: Source = { alias: 'p', prefix: [] };
const COMPANY: Source = { alias: 'c', prefix: [] };
const HEADQUARTERS = 'h.location';

/** Over a record `r`, its place `p`, its company `c` and the company's place `h`; of type json. */
export function recordJson(record: FieldTable, dates: DateFormat): string {
  return `json_strip_nulls(${objectJson(record, dates, RECORD).json})`;
}

interface Expression {
  readonly json: string;
  readonly columns: readonly string[];
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

function innerSource(key: string, table: FieldTable, source: Source): Source {
  if (key === 'company') return COMPANY;
  if (isPlace(table)) return PLACE;
  return { alias: source.alias, prefix: [...source.prefix, key] };
}

function fieldJson(key: string, field: Field, dates: DateFormat, { alias, prefix }: Source): Expression {
  if (alias === COMPANY.alias && key === 'location') return { json: HEADQUARTERS, columns: [HEADQUARTERS] };
  const column = `${alias}."${columnName([...prefix, key])}"`;
  const dayFirst = field.type === 'date' && dates === 'DD/MM/YYYY';
  return { json: dayFirst ? `to_char(${column}, 'DD/MM/YYYY')` : column, columns: [column] };
}
