/** What companies are called and were called before, for texts that are matched with names. */
import { type Kysely, sql } from 'kysely';
import { readCompanyName } from '../../contract/company-names.js';
import type { Tables } from './database.js';
import { readSetting, writeSetting } from './settings.js';

const SETTING = 'company aliases';
const ROWS_PER_UPDATE = 5_000;

export interface NameOfCompany {
  readonly id: string;
  readonly name?: string;
}

/** A name that differs from the one before makes that a former one. Runs inside the caller's transaction. */
export async function putCompanyAliases(
  db: Kysely<Tables>,
  companies: readonly NameOfCompany[],
): Promise<void> {
  const rows = companies.flatMap(({ id, name = '' }) => {
    const { core } = readCompanyName(name);
    return core === '' ? [] : [{ id, name, core, reversed: reversed(core) }];
  });
  if (rows.length === 0) return;
  await sql`with named as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as x(id text, name text, core text, reversed text)
    ), former as (
      update company_alias n set is_former = true from named
      where n.company_id = named.id and n.name <> named.name and not n.is_former
    )
    insert into company_alias (company_id, name, is_former, core, core_reversed)
    select id, name, false, core, reversed from named
    on conflict (company_id, name) do update set is_former = false where company_alias.is_former`.execute(db);
}

/** Names the companies of a database that has none by now, in many short transactions: others may be at work. */
export async function fillCompanyAliases(db: Kysely<Tables>): Promise<void> {
  if ((await readSetting(db, SETTING)) !== undefined) return;
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; name: string | null }>`select id, name from company
      where id > ${after} order by id limit ${ROWS_PER_UPDATE}::int`.execute(db);
    if (rows.length === 0) break;
    await putCompanyAliases(
      db,
      rows.map(({ id, name }) => ({ id, name: name ?? '' })),
    );
    after = rows[rows.length - 1]!.id;
  }
  await writeSetting(db, SETTING, 'filled');
}

/** A name from its end, in whose alphabet the names with the same end stand side by side. */
export function reversed(text: string): string {
  return [...text].reverse().join('');
}
