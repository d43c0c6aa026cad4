/**
 * The record versions that keys have paid for, where a key is billed per version. They are in the database of the keys,
 * by key, so that balance, ledger and versions change in one statement wherever the records are.
 */
import { type Kysely, sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import type { Tables } from './database.js';

/** Record versions, as JSON that only this file reads: made from records, and handed on to a charge. */
export type Versions = string;

type Fragment = ReturnType<typeof sql>;

/** The versions of the records `r` of an answer, as a client sees them: id and day of the last change. */
export const VERSIONS_OF_RECORDS = sql`(json_object_agg(r.id, r.last_modified) filter (where r.id is not null))::text`;

export interface Brought {
  readonly keyId: number;
  readonly dataset: DatasetName;
  readonly versions: Versions;
}

/**
 * Part of a statement, with the key locked as `k` and the id of its charge in `i`: adds what the key does not own, and
 * returns a row that is not `shared` for each. A version that another charge has brought is `shared` from then on: no
 * refund of that charge takes it back. Written once only, so that the repetition of an answer writes nothing.
 *
 * What a concurrent charge has brought is not in the snapshot of this statement; the conflict finds it.
 */
export function bringVersions({ keyId, dataset, versions }: Brought): Fragment {
  return sql`insert into entitlement (key_id, dataset, record_id, last_modified, ledger_id)
    select ${keyId}::bigint, ${dataset}, v.id, coalesce(v.day::date, '-infinity'), i.id
    from k cross join i cross join json_each_text(${versions}::json) as v(id, day)
    where not exists (${ownedVersion(keyId, dataset, sql`v.id`, sql`v.day::date`)} and o.shared)
    on conflict (key_id, dataset, record_id, last_modified)
      do update set shared = true where not entitlement.shared
    returning shared`;
}

/** How many of the versions the key does not own. */
export async function countNew(db: Kysely<Tables>, { keyId, dataset, versions }: Brought): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from json_each_text(${versions}::json) as v(id, day)
    where not exists (${ownedVersion(keyId, dataset, sql`v.id`, sql`v.day::date`)})`.execute(db);
  return rows[0]!.count;
}

/** A sub-select of the entitlement `o` to a version. */
export function ownedVersion(keyId: number, dataset: DatasetName, id: Fragment, day: Fragment): Fragment {
  return sql`select 1 from entitlement o where o.key_id = ${keyId}::bigint and o.dataset = ${dataset}
    and o.record_id = ${id} and o.last_modified = coalesce(${day}, '-infinity')`;
}
