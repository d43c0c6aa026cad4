/** Groups of tracked companies. */
import { type Kysely, sql } from 'kysely';
import type { GroupSize } from '../../contract/lookups.js';
import type { Tables } from './database.js';
import { fold } from './text.js';

/** Creates the group if it does not exist and adds companies to it. Runs inside the caller's transaction. */
export async function addToGroup(
  db: Kysely<Tables>,
  group: string,
  companyIds: readonly string[],
): Promise<void> {
  // written also where it exists, so that it is not deleted meanwhile
  await sql`insert into company_group (name) values (${group})
    on conflict (name) do update set name = excluded.name`.execute(db);
  await sql`insert into company_group_member (group_id, company_id)
    select g.id, x.id from company_group g, unnest(${companyIds}::text[]) as x(id) where g.name = ${group}
    on conflict do nothing`.execute(db);
}

/** A JSON array of `{id, name, domain}`, by name; undefined for an unknown group. */
export async function trackedCompanies(db: Kysely<Tables>, group: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select (select coalesce(json_agg(json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain))
          order by c.name, c.id), '[]')::text
        from company_group_member m join company c on c.id = m.company_id where m.group_id = g.id) as json
    from company_group g where g.name = ${group}`.execute(db);
  return rows[0]?.json;
}

export async function listGroups(db: Kysely<Tables>): Promise<readonly GroupSize[]> {
  const { rows } = await sql<GroupSize>`
    select g.name, (select count(*)::int from company_group_member m where m.group_id = g.id) as companies
    from company_group g order by g.name`.execute(db);
  return rows;
}

/**
 * Removes companies, each given by id or domain. Returns how many were in the group; undefined for an unknown group.
 * Runs inside the caller's transaction.
 */
export async function removeFromGroup(
  db: Kysely<Tables>,
  group: string,
  companies: readonly string[],
): Promise<number | undefined> {
  const { rows: groups } = await sql<{ id: number }>`
    select id from company_group where name = ${group} for update`.execute(db);
  const groupId = groups[0]?.id;
  if (groupId === undefined) return undefined;
  const { rows } = await sql`delete from company_group_member where group_id = ${groupId}::bigint
    and (company_id = any(${companies}::text[])
      or company_id in (select id from company where search_domain = any(${companies.map(fold)}::text[])))
    returning company_id`.execute(db);
  return rows.length;
}

/** Returns whether the group existed. Its companies stay. Runs inside the caller's transaction. */
export async function deleteGroup(db: Kysely<Tables>, group: string): Promise<boolean> {
  await sql`delete from company_group_member where group_id in (
    select id from company_group where name = ${group})`.execute(db);
  const { rows } = await sql`delete from company_group where name = ${group} returning id`.execute(db);
  return rows.length > 0;
}
