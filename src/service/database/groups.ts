/** Groups of tracked companies. */
import type { GroupSize } from '../../contract/lookups.js';
import { type Db, hasRow, rowsOf, run, scalarOf } from './db.js';
import { lockChanges } from './import-lease.js';
import { fold } from './text.js';

/** Creates the group if it does not exist and adds companies to it. Runs inside the caller's transaction. */
export async function addToGroup(db: Db, group: string, companyIds: readonly string[]): Promise<void> {
  await lockChanges(db);
  // written also where it exists, so that it is not deleted meanwhile
  await run(db)`insert into company_group (name) values (${group})
    on conflict (name) do update set name = excluded.name`;
  await run(db)`insert into company_group_member (group_id, company_id)
    select g.id, x.id from company_group g, unnest(${companyIds}::text[]) as x(id) where g.name = ${group}
    on conflict do nothing`;
}

/** A JSON array of `{id, name, domain}`, by name; undefined for an unknown group. */
export async function trackedCompanies(db: Db, group: string): Promise<string | undefined> {
  return scalarOf<string>(db)`
    select (select coalesce(json_agg(json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain))
          order by c.name, c.id), '[]')::text
        from company_group_member m join company c on c.id = m.company_id where m.group_id = g.id) as json
    from company_group g where g.name = ${group}`;
}

export async function listGroups(db: Db): Promise<readonly GroupSize[]> {
  return rowsOf<GroupSize>(db)`
    select g.name, (select count(*)::int from company_group_member m where m.group_id = g.id) as companies
    from company_group g order by g.name`;
}

/**
 * Removes companies, each given by id or domain. Returns how many were in the group; undefined for an unknown group.
 * Runs inside the caller's transaction.
 */
export async function removeFromGroup(
  db: Db,
  group: string,
  companies: readonly string[],
): Promise<number | undefined> {
  await lockChanges(db);
  const groupId = await scalarOf<number>(db)`
    select id from company_group where name = ${group} for update`;
  if (groupId === undefined) return undefined;
  const rows = await rowsOf(db)`delete from company_group_member where group_id = ${groupId}::bigint
    and (company_id = any(${companies}::text[])
      or company_id in (select id from company where search_domain = any(${companies.map(fold)}::text[])))
    returning company_id`;
  return rows.length;
}

/** Returns whether the group existed. Its companies stay. Runs inside the caller's transaction. */
export async function deleteGroup(db: Db, group: string): Promise<boolean> {
  await lockChanges(db);
  await run(db)`delete from company_group_member where group_id in (
    select id from company_group where name = ${group})`;
  return hasRow(db)`delete from company_group where name = ${group} returning id`;
}
