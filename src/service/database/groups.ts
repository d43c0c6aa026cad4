/** Groups of tracked companies, and their edits: each takes the lock of changes, so they follow each other. */
import type { GroupSize } from '../../contract/lookups.js';
import {
  type ChangedGroup,
  type GroupChange,
  isGroupName,
  MAX_COMPANIES_OF_GROUP,
  MAX_GROUPS_OF_KEY,
} from '../../contract/tracking.js';
import { type Db, hasRow, rowsOf, run, scalarOf } from './db.js';
import { lockChanges } from './import-lease.js';
import { fold } from './text.js';

/** Creates the group if it does not exist and adds companies to it. Runs inside the caller's transaction. */
export async function addToGroup(db: Db, group: string, companyIds: readonly string[]): Promise<void> {
  await lockChanges(db);
  await run(db)`insert into company_group (name) values (${group}) on conflict do nothing`;
  await run(db)`insert into company_group_member (group_id, company_id)
    select g.id, x.id from company_group g, unnest(${companyIds}::text[]) as x(id) where g.name = ${group}
    on conflict do nothing`;
}

/** Returns a JSON array of `{id, name, domain}`, by name; undefined for an unknown group. */
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
 * Removes companies, each given by id or domain. Returns how many were in the group; undefined for an unknown
 * group. Runs inside the caller's transaction.
 */
export async function removeFromGroup(
  db: Db,
  group: string,
  companies: readonly string[],
): Promise<number | undefined> {
  await lockChanges(db);
  const groupId = await findGroup(db, group);
  if (groupId === undefined) return undefined;
  const rows = await rowsOf(db)`delete from company_group_member where group_id = ${groupId}::bigint
    and (company_id = any(${companies}::text[])
      or company_id in (select id from company where search_domain = any(${companies.map(fold)}::text[])))
    returning company_id`;
  return rows.length;
}

/** Returns true if the group existed. Its companies stay. Runs inside the caller's transaction. */
export async function deleteGroup(db: Db, group: string): Promise<boolean> {
  await lockChanges(db);
  await run(db)`delete from company_group_member where group_id in (
    select id from company_group where name = ${group})`;
  return hasRow(db)`delete from company_group where name = ${group} returning id`;
}

/** Its ids are unique; no id is in both lists. */
export interface GroupEdit extends Required<GroupChange> {
  readonly keyId: number;
  readonly group: string;
}

export type EditRefusal = 'no-group' | 'bad-name' | 'too-many-groups' | 'too-many-companies';

/**
 * Creates the group if it does not exist and a company joins it. Deletes a group that a key has created when
 * its last company leaves, so that a misspelled name does not stay. Runs inside the caller's transaction.
 */
export async function editGroup(db: Db, edit: GroupEdit): Promise<ChangedGroup | EditRefusal> {
  const { group, add, remove } = edit;
  await lockChanges(db);
  const companies = await rowsOf<{ id: string }>(db)`select id from company where id = any(${add}::text[])`;
  const [wanted, unknown] = partedBy(companies, add);
  const found = (await findGroup(db, group)) ?? (wanted.length > 0 ? await createGroup(db, edit) : undefined);
  if (found === undefined && remove.length > 0) return 'no-group';
  if (found === undefined) return { added: [], already: [], removed: [], absent: [], unknown };
  if (typeof found === 'string') return found;

  const rows = await rowsOf<{ id: string }>(db)`select company_id as id from company_group_member
    where group_id = ${found}::bigint and company_id = any(${[...wanted, ...remove]}::text[])`;
  const before = await scalarOf<number>(db)`
    select count(*)::int from company_group_member where group_id = ${found}::bigint`;
  const [already, added] = partedBy(rows, wanted);
  const [removed, absent] = partedBy(rows, remove);
  const size = before! + added.length - removed.length;
  if (added.length > 0 && size > MAX_COMPANIES_OF_GROUP) return 'too-many-companies';
  await run(db)`delete from company_group_member
    where group_id = ${found}::bigint and company_id = any(${removed}::text[])`;
  await run(db)`insert into company_group_member (group_id, company_id)
    select ${found}::bigint, x.id from unnest(${added}::text[]) as x(id)`;
  if (size === 0) await run(db)`delete from company_group where id = ${found}::bigint and key_id is not null`;
  return { added, already, removed, absent, unknown };
}

/** Returns the ids of rows, and the others. */
function partedBy(rows: readonly { readonly id: string }[], ids: readonly string[]): [string[], string[]] {
  const found = new Set(rows.map(({ id }) => id));
  return [ids.filter((id) => found.has(id)), ids.filter((id) => !found.has(id))];
}

async function findGroup(db: Db, group: string): Promise<number | undefined> {
  return scalarOf<number>(db)`select id from company_group where name = ${group}`;
}

/** Returns the id of the new group. */
async function createGroup(db: Db, { keyId, group }: GroupEdit): Promise<number | EditRefusal> {
  if (!isGroupName(group)) return 'bad-name';
  const own = await scalarOf<number>(db)`
    select count(*)::int from company_group where key_id = ${keyId}::bigint`;
  if (own! >= MAX_GROUPS_OF_KEY) return 'too-many-groups';
  return (await scalarOf<number>(db)`
    insert into company_group (name, key_id) values (${group}, ${keyId}::bigint) returning id`)!;
}
