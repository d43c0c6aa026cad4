/** Searches companies by a text: tracked companies first, then those that begin with the text. */
import { type RawBuilder, sql } from 'kysely';
import { MAX_FOUND } from '../../contract/enumerations.js';
import type { CompanySearch, FoundCompany } from '../../contract/lookups.js';
import { type Db, rowsOf } from './db.js';
import { containing, fold } from './text.js';

/** Shorter texts have no trigram for the index, so they are only compared with beginnings. */
const MIN_PART_LENGTH = 3;

/**
 * The search must have at least one field. Tracked companies come first; then those whose name begins with
 * the text, then those whose domain does, then those that contain it.
 */
export async function searchCompanies(
  db: Db,
  search: CompanySearch,
  limit = MAX_FOUND,
): Promise<readonly FoundCompany[]> {
  const { query, name, domain } = search;
  const text = fold(query ?? name ?? domain ?? '');
  const conditions = [
    ...(query === undefined ? [] : [contains(fold(query))]),
    ...(name === undefined ? [] : [sql`c.search_name = ${fold(name)}`]),
    ...(domain === undefined ? [] : [sql`c.search_domain = ${fold(domain)}`]),
  ];
  const rank = sql`case when ${beginsWith('search_name', text)} then 0
    when ${beginsWith('search_domain', text)} then 1 else 2 end`;
  // materialized, because for a rare part planners would read all companies in the order of names
  const rows = await rowsOf<{ company: FoundCompany }>(db)`/* prepared */
    with matching as materialized (
      select c.id, c.name, c.domain, c.place_id, c.search_name, c.search_domain, ${rank} as rank,
        exists (select 1 from company_group_member m where m.company_id = c.id) as tracked
      from company c where ${sql.join(conditions, sql` and `)}
    ), best as (
      select * from matching order by tracked desc, rank,
        case rank when 1 then search_domain else search_name end, id
      limit ${limit}::int
    )
    select json_strip_nulls(json_build_object('id', b.id, 'name', b.name, 'domain', b.domain,
      'location', h.location, 'tracked', b.tracked)) as company
    from best b left join place h on h.id = b.place_id
    order by b.tracked desc, b.rank, case b.rank when 1 then b.search_domain else b.search_name end, b.id`;
  return rows.map(({ company }) => company);
}

function contains(text: string): RawBuilder<unknown> {
  if ([...text].length < MIN_PART_LENGTH) {
    return sql`(${beginsWith('search_name', text)} or ${beginsWith('search_domain', text)})`;
  }
  const pattern = containing(text);
  return sql`(c.search_name like ${pattern} or c.search_domain like ${pattern})`;
}

/** Compares with a range up to the greatest character: planners see no prefix in a LIKE parameter. */
function beginsWith(column: 'search_name' | 'search_domain', text: string): RawBuilder<unknown> {
  const ref = sql.ref(`c.${column}`);
  return sql`${ref} >= ${text} and ${ref} < ${`${text}\u{10ffff}`}`;
}
