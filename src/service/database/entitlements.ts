/** The record versions that keys have paid for, where a key is billed per version. A charge adds them. */
import { sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';

/** Record versions as JSON: made from records, and handed on to a charge. */
export type Versions = string;

type Fragment = ReturnType<typeof sql>;

/** The versions of the records `r` of an answer, as a client sees them: id and day of the last change. */
export const VERSIONS_OF_RECORDS = sql`(json_object_agg(r.id, r.last_modified) filter (where r.id is not null))::text`;

/** A sub-select of the entitlement `o` to a version. */
export function ownedVersion(keyId: number, dataset: DatasetName, id: Fragment, day: Fragment): Fragment {
  return sql`select 1 from entitlement o where o.key_id = ${keyId}::bigint and o.dataset = ${dataset}
    and o.record_id = ${id} and o.last_modified = coalesce(${day}, '-infinity')`;
}
