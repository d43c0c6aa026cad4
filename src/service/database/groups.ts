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
  await sql`insert into company_group (name) values (${group})
    on conflict (name) do update set version = company_group.version + 1`.execute(db);
  await sql`insert into company_group_member (group_id, company_id)
    select g.id, x.id from company_group g, unnest(${companyIds}::text[]) as x(id) where g.name = ${group}
    on conflict do nothing`.execute(db);
}

/** Call it when companies change, so that the lists of their groups get a new version. */
export async function touchGroupsOf(db: Kysely<Tables>, companyIds: readonly string[]): Promise<void> {
  await sql`update company_group set version = version + 1 where id in (
    select group_id from company_group_member where company_id = any(${companyIds}::text[]))`.execute(db);
}

export interface TrackedCompanies {
  /** Changes whenever the list does. */
  readonly version: string;
  /** A JSON array of `{id, name, domain}`; null if the caller has this version. */
  readonly json: string | null;
}

/** The companies of a group by name; undefined for an unknown group. */
export async function trackedCompanies(
  db: Kysely<Tables>,
  group: string,
  knownVersion: string,
): Promise<TrackedCompanies | undefined> {
  const { rows } = await sql<TrackedCompanies>`
    select g.id || '.' || g.version as version,
      case when g.id || '.' || g.version <> ${knownVersion} then (
        select coalesce(json_agg(json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain))
          order by c.name, c.id), '[]')::text
        from company_group_member m join company c on c.id = m.company_id where m.group_id = g.id) end as json
    from company_group g where g.name = ${group}`.execute(db);
  return rows[0];
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
  const { rows: groups } = await sql<{ id: number }>`update company_group set version = version + 1
    where name = ${group} returning id`.execute(db);
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
