/** Companies: written by id, with their headquarters as a place and their lists as searchable tags. */
import { readCompanyName } from '../../contract/company-names.js';
import type { RecordOf } from '../../contract/fields.js';
import type { COMPANY_V1 } from '../../contract/records.js';
import { COMPANY_COLUMNS, columnNames } from './columns.js';
import { type Db, run } from './db.js';
import { placeId, placeOf, putPlaces } from './places.js';
import { insertRows, rowOf, tagsOf } from './write-rows.js';

export type Company = RecordOf<typeof COMPANY_V1> & { readonly id: string };

const LISTS = COMPANY_COLUMNS.filter(({ type }) => type === 'list').map(({ name }) => name);

/** Adds companies, or replaces those with the same ids. Runs inside the caller's transaction. */
export async function putCompanies(db: Db, companies: readonly Company[]): Promise<void> {
  if (companies.length === 0) return;
  const ids = companies.map(({ id }) => id);
  const places = companies.map(({ location = '' }) => placeOf(location));
  const rows = companies.map((company, index) => {
    const place_id = placeId(places[index]!) ?? null;
    return { ...rowOf(COMPANY_COLUMNS, company), id: company.id, place_id };
  });
  await putPlaces(db, places);
  // the companies first: the trigger saves their previous version together with their tags
  await insertRows(db, 'company', [...columnNames(COMPANY_COLUMNS), 'place_id'], rows);
  await run(db)`delete from company_tag where company_id = any(${ids}::text[])`;
  await putCompanyAliases(db, companies);
  const tags = rows.flatMap((row) => tagsOf({ company_id: row.id }, row, LISTS));
  await insertRows(db, 'company_tag', ['company_id', 'field', 'value'], tags);
}

/** A changed name becomes a former one. Runs inside the caller's transaction. */
async function putCompanyAliases(db: Db, companies: readonly Company[]): Promise<void> {
  const rows = companies.flatMap(({ id, name = '' }) => {
    const { core } = readCompanyName(name);
    return core === '' ? [] : [{ id, name, core }];
  });
  if (rows.length === 0) return;
  // an index on reversed names finds names with the same end
  await run(db)`with named as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as x(id text, name text, core text)
    ), former as (
      update company_alias n set is_former = true from named
      where n.company_id = named.id and n.name <> named.name and not n.is_former
    )
    insert into company_alias (company_id, name, is_former, core, core_reversed)
    select id, name, false, core, reverse(core) from named
    on conflict (company_id, name) do update
      set is_former = false, core = excluded.core, core_reversed = excluded.core_reversed
      where company_alias.is_former or company_alias.core <> excluded.core`;
}
