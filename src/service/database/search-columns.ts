/** The columns with folded texts beside those that are searched: filled where a migration has added one. */
import { sql } from 'kysely';
import {
  COMPANY_COLUMNS,
  type ColumnDefinition,
  PLACE_COLUMNS,
  RECORD_TABLES,
  searchColumn,
} from './columns.js';
import { type Db, run } from './db.js';
import { readSetting, writeSetting } from './settings.js';
import { fold } from './text.js';

const SETTING = 'search columns';
const ROWS_PER_UPDATE = 5_000;

const TABLES: readonly (readonly [table: string, idType: string, columns: readonly ColumnDefinition[]])[] = [
  ['company', 'text', COMPANY_COLUMNS],
  ['place', 'bigint', PLACE_COLUMNS],
  ...Object.values(RECORD_TABLES).map(({ name, columns }) => [name, 'text', columns] as const),
];

/** Fills those that were added since the last call, in many short transactions: others may be at work. */
export async function fillSearchColumns(db: Db): Promise<void> {
  const known = await readSetting(db, SETTING);
  const filled = known?.split(' ') ?? [];
  for (const [table, idType, columns] of TABLES) {
    for (const { name, searched } of columns) {
      const column = `${table}.${searchColumn(name)}`;
      if (!searched || filled.includes(column)) continue;
      await fill(db, table, idType, name);
      filled.push(column);
      await writeSetting(db, SETTING, filled.join(' '));
    }
  }
}

/** The engine cannot fold. */
async function fill(db: Db, table: string, idType: string, column: string): Promise<void> {
  const type = sql.raw(idType);
  let after: string | null = null;
  for (;;) {
    const { rows }: { rows: { id: string; text: string }[] } = await sql<{ id: string; text: string }>`
      select id::text as id, ${sql.id(column)} as text from ${sql.table(table)}
      where ${sql.id(column)} is not null and (${after}::text is null or id > ${after}::${type})
      order by ${sql.table(table)}.id limit ${ROWS_PER_UPDATE}::int`.execute(db);
    if (rows.length === 0) return;
    const folded = JSON.stringify(rows.map(({ id, text }) => ({ id, text: fold(text) })));
    await run(db)`update ${sql.table(table)} as t set ${sql.id(searchColumn(column))} = x.text
      from json_to_recordset(${folded}::json) as x(id ${type}, text text) where t.id = x.id`;
    after = rows.at(-1)!.id;
  }
}
