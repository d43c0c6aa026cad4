/** Groups of tracked companies. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';

/** Makes the group if need be and adds companies to it. Runs inside the caller's transaction. */
export async function addToGroup(
  db: Kysely<Tables>,
  group: string,
  companyIds: readonly string[],
): Promise<void> {
  await sql`insert into company_group (name) values (${group}) on conflict (name) do update set modified = now()`.execute(
    db,
  );
  await sql`insert into company_group_member (group_id, company_id)
    select g.id, x.id from company_group g, unnest(${companyIds}::text[]) as x(id) where g.name = ${group}
    on conflict do nothing`.execute(db);
}

/** The companies of a group by name, as a JSON array of `{id, name, domain}`; undefined for an unknown group. */
export async function trackedCompanies(db: Kysely<Tables>, group: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select (select coalesce(json_agg(json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain))
        order by c.name, c.id), '[]')::text
      from company_group_member m join company c on c.id = m.company_id where m.group_id = g.id) as json
    from company_group g where g.name = ${group}`.execute(db);
  return rows[0]?.json;
}
