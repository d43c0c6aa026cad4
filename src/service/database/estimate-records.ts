/** Estimates a dataset query: how many records match, and of which days. It returns nothing of the records themselves. */
import { sql } from 'kysely';
import { DATASETS } from '../../contract/datasets.js';
import { RECORD_TABLES } from './columns.js';
import { comparedDate } from './conditions.js';
import { type Db, firstOf } from './db.js';
import { ownedVersion } from './entitlements.js';
import { type RecordQuery, whereOf } from './query-records.js';

export interface EstimateQuery extends RecordQuery {
  /** The key whose own versions are free, and the limit of the answer. Missing if no version is free. */
  readonly owner?: { readonly keyId: number; readonly limit: number };
}

export interface RecordEstimate {
  /** Matching records, counted up to one more than the limit. */
  readonly count: number;
  /** The first and the last date of the counted ones, by the date that is compared, as the dataset writes dates. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Records of the answer that the owner has paid for. */
  readonly owned: number;
}

const NOTHING: RecordEstimate = { count: 0, firstDate: null, lastDate: null, owned: 0 };

/** @param request its limit is that of counting */
export async function estimateRecords(db: Db, request: EstimateQuery): Promise<RecordEstimate> {
  const { dataset, query, limit, owner } = request;
  const where = await whereOf(db, request);
  if (where === 'nothing') return NOTHING;
  const records = sql`${sql.table(RECORD_TABLES[dataset].name)} r ${where}`;
  const date = sql.ref(`r.${comparedDate(dataset, query)}`);
  // in no order: planners find many records faster so
  const counted = sql`select count(*)::int as count, min(day) as first, max(day) as last
    from (select ${date} as day from ${records} limit ${limit + 1}::int) r`;
  // if not all are counted, the ends of an index know the dates
  const end = (order: string) =>
    sql`(select ${date} from ${records} order by ${date} ${sql.raw(order)}, r.id ${sql.raw(order)} limit 1)`;
  const format = DATASETS[dataset].dates === 'DD/MM/YYYY' ? 'DD/MM/YYYY' : 'YYYY-MM-DD';
  const owned = owner
    ? sql`(select count(*)::int
        from (select r.id, r.last_modified from ${records} order by ${date} desc, r.id desc limit ${owner.limit}::int) r
        where exists (${ownedVersion(owner.keyId, dataset, sql`r.id`, sql`r.last_modified`)}))`
    : sql`0`;
  return (await firstOf<RecordEstimate>(db)`with n as materialized (${counted})
    select count,
      to_char(case when count > ${limit}::int then ${end('asc')} else first end, ${format}::text) as "firstDate",
      to_char(case when count > ${limit}::int then ${end('desc')} else last end, ${format}::text) as "lastDate",
      ${owned} as owned
    from n`)!;
}
