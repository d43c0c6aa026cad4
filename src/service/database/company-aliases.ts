/** The present and former names of companies, for matching texts with them. */
import { readCompanyName } from '../../contract/company-names.js';
import { type Db, run } from './db.js';

export interface NameOfCompany {
  readonly id: string;
  readonly name?: string;
}

/** A name that differs from the one before makes that a former one. Runs inside the caller's transaction. */
export async function putCompanyAliases(db: Db, companies: readonly NameOfCompany[]): Promise<void> {
  const rows = companies.flatMap(({ id, name = '' }) => {
    const { core } = readCompanyName(name);
    return core === '' ? [] : [{ id, name, core, reversed: reversed(core) }];
  });
  if (rows.length === 0) return;
  await run(db)`with named as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as x(id text, name text, core text, reversed text)
    ), former as (
      update company_alias n set is_former = true from named
      where n.company_id = named.id and n.name <> named.name and not n.is_former
    )
    insert into company_alias (company_id, name, is_former, core, core_reversed)
    select id, name, false, core, reversed from named
    on conflict (company_id, name) do update set is_former = false where company_alias.is_former`;
}

/** A name from its end, in whose alphabet the names with the same end stand side by side. */
export function reversed(text: string): string {
  return [...text].reverse().join('');
}
