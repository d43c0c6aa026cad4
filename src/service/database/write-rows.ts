/** Writes many rows with one statement and one parameter. */
import { sql } from 'kysely';
import { EXECUTIVE_CHANGE_FILTERS } from '../../contract/filters.js';
import { titleForms } from '../../contract/options.js';
import { type ColumnDefinition, columnName } from './columns.js';
import { type Db, run } from './db.js';
import { fold } from './text.js';

export type SqlRow = Readonly<Record<string, unknown>>;

/** Returns the values of an object by column, without missing values, empty texts and empty lists. */
export function rowOf(columns: readonly ColumnDefinition[], object: object): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { name, path, folded } of columns) {
    const value = valueAt(object, path);
    if (isPresent(value)) row[name] = folded ? fold(String(value)) : value;
  }
  return row;
}

/** Inserts rows. In a table with ids, `replaces` decides if they replace existing rows. */
export async function insertRows(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: readonly SqlRow[],
  replaces = true,
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((name) => sql.id(name)));
  const values = columns.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`);
  const doing = replaces ? sql`update set ${sql.join(values)}` : sql`nothing`;
  await run(db)`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${columns.includes('id') ? sql`on conflict (id) do ${doing}` : sql``}`;
}

const TITLES = columnName([EXECUTIVE_CHANGE_FILTERS.title.field]);

/**
 * Returns a row for each value of a row's lists, and for each short form of a title.
 * @param owner the columns that identify the row
 */
export function tagsOf(owner: SqlRow, row: SqlRow, lists: readonly string[]): SqlRow[] {
  return lists.flatMap((field) =>
    ((row[field] ?? []) as readonly string[])
      .flatMap((value) => (field === TITLES ? titleForms(fold(value)) : fold(value)))
      .map((value) => ({ ...owner, field, value })),
  );
}

/** Returns undefined for a missing path. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (value as SqlRow | null | undefined)?.[key], object);
}

function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}
