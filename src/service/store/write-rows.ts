/** Writes many rows by one statement with one parameter. */
import { type Kysely, sql } from 'kysely';
import { type ColumnDefinition, sqlType } from './columns.js';
import type { Tables } from './database.js';

export type Row = Readonly<Record<string, unknown>>;

/** A column that the contract does not name. */
export interface ExtraColumn {
  readonly name: string;
  readonly sqlType: string;
}

/** The values of an object by column; empty texts and lists count as missing. */
export function rowOf(columns: readonly ColumnDefinition[], object: object): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, path }) => [name, present(valueAt(object, path))]));
}

/** Inserts the rows; the caller has taken away what was there under the same ids. */
export async function insertRows(
  db: Kysely<Tables>,
  table: string,
  columns: readonly (ColumnDefinition | ExtraColumn)[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const types = sql.join(
    columns.map(
      (column) => sql`${sql.id(column.name)} ${sql.raw('type' in column ? sqlType(column) : column.sqlType)}`,
    ),
  );
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as x(${types})`.execute(db);
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Row)[key] : undefined),
    object,
  );
}

function present(value: unknown): unknown {
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return empty ? null : value;
}
