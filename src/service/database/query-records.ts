/**
 * Answers a dataset query with its records, newest first, as the JSON of the response. Or estimates it:
 * counts the matching records and finds their dates, without their content.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { Query } from '../../contract/query.js';
import { RECORD_TABLES } from './columns.js';
import { allOf, type Condition, type Conditions, comparedDate, conditionsOf } from './conditions.js';
import { type Db, firstOf, rowsOf } from './db.js';
import { recordJson } from './record-json.js';

/** Resolves companies or places to ids first, up to this number; more become a sub-select for the planner. */
const MAX_IDS_FIRST = 2_000;
/** If a query restricts companies and places, it skips many records per match; ids are faster to test. */
const MAX_IDS_FIRST_OF_BOTH = 10_000;

export interface RecordQuery {
  readonly dataset: DatasetName;
  readonly query: Query;
  readonly limit: number;
  /** True if the answer includes the versions of its records. @default false */
  readonly withVersions?: boolean;
}

export interface RecordAnswer {
  readonly count: number;
  /** A JSON array of `count` records. */
  readonly json: string;
  /** Null if there is no record; undefined if the query did not ask for versions. */
  readonly versions?: Versions | null;
}

/** The place, the company and its headquarters of a record `r`. */
export const REFERENCES = sql`left join lateral (select * from company where id = r.company_id limit 1) c on true
  left join lateral (select * from place where id = r.place_id limit 1) p on true
  left join lateral (select location from place where id = c.place_id limit 1) h on true`;

/** Returns the JSON of a record `r` with its references. */
export function jsonOf(dataset: DatasetName): RawBuilder<unknown> {
  return sql.raw(recordJson(DATASETS[dataset].record, DATASETS[dataset].dates));
}

export async function queryRecords(db: Db, request: RecordQuery): Promise<RecordAnswer> {
  const { dataset, query, limit, withVersions = false } = request;
  const where = await whereOf(db, request);
  const date = sql.ref(`r.${comparedDate(dataset, query)}`);
  // applies the limit first, in index order, and then looks up each record's company and place, so that the
  // cost grows with the answer; "limit 1" stops planners from reading a small table completely
  return (await firstOf<RecordAnswer>(db)`
    select count(*)::int as count,
      coalesce(json_agg(${jsonOf(dataset)} order by ${date} desc, r.id desc), '[]')::text as json
      ${withVersions ? sql`, ${VERSIONS_OF_RECORDS} as versions` : sql``}
    from (select r.* from ${sql.table(RECORD_TABLES[dataset].name)} r ${where}
      order by ${date} desc, r.id desc limit ${limit}::int) r ${REFERENCES}`)!;
}

/** Returns the condition of a query on a record `r`. */
async function whereOf(
  db: Db,
  { dataset, query }: Pick<RecordQuery, 'dataset' | 'query'>,
): Promise<RawBuilder<unknown>> {
  const conditions = conditionsOf(dataset, query);
  const { company, place } = await referencesOf(db, conditions);
  const all = [...conditions.record, ...company, ...place];
  return all.length > 0 ? sql`where ${allOf(all)}` : sql``;
}

/** Returns the conditions on the company and the place of a record `r`. */
export async function referencesOf(
  db: Db,
  conditions: Conditions,
): Promise<Record<'company' | 'place', readonly Condition[]>> {
  const { companyIds } = conditions;
  const both = conditions.company.length + companyIds.length > 0 && conditions.place.length > 0;
  const maxIds = both ? MAX_IDS_FIRST_OF_BOTH : MAX_IDS_FIRST;
  const company = await referenceCondition(db, 'company', maxIds, conditions.company, companyIds);
  const place = await referenceCondition(db, 'place', maxIds, conditions.place);
  return { company, place };
}

/** The alias of a table, the type of its id, and a no-op that hides the column from the planner. */
const REFERRED = {
  company: { alias: 'c', idType: sql`text`, hidden: sql` || ''` },
  place: { alias: 'p', idType: sql`bigint`, hidden: sql` + 0` },
};

/**
 * Restricts a record's reference by ids if there are few, because planners misjudge their number.
 * @param idSets sub-selects of ids, all of which must contain the reference
 */
async function referenceCondition(
  db: Db,
  table: keyof typeof REFERRED,
  maxIds: number,
  conditions: readonly Condition[],
  idSets: readonly RawBuilder<unknown>[] = [],
): Promise<readonly Condition[]> {
  if (conditions.length + idSets.length === 0) return [];
  const { alias, idType, hidden } = REFERRED[table];
  const id = sql.ref(`${alias}.id`);
  const all = [...conditions, ...idSets.map((ids) => sql<SqlBool>`${id} in (${ids})`)];
  // a single set already consists of ids
  const select =
    conditions.length === 0 && idSets.length === 1
      ? idSets[0]!
      : sql`select ${id} as id from ${sql.table(table)} ${sql.raw(alias)} where ${allOf(all)}`;
  const column = sql.ref(`r.${table}_id`);
  const rows = await rowsOf<{ id: string | number }>(db)`${select} limit ${maxIds + 1}::int`;
  if (rows.length === 0) return [sql`false`];
  if (rows.length > maxIds) return [sql<SqlBool>`${column} in (${select})`];
  const ids = rows.map(({ id }) => id);
  // hides the column for thousands of ids: planners would compare each id with the column's statistics, which
  // takes longer than the query, and still misjudge the number of rows
  const tested = rows.length > MAX_IDS_FIRST ? sql`(${column}${hidden})` : column;
  return [sql<SqlBool>`${tested} = any(${ids}::${idType}[])`];
}

/** Record versions as JSON, which a query passes unread to the charge. */
export type Versions = string;

/** The versions of the records `r` of an answer, as clients see them: id and day of the last change. */
export const VERSIONS_OF_RECORDS = sql`(json_object_agg(r.id, r.last_modified) filter (where r.id is not null))::text`;

interface EstimateQuery extends RecordQuery {
  /** The key for which its own versions are free, and its answer's limit. Missing if no version is free. */
  readonly owner?: { readonly keyId: number; readonly limit: number };
}

interface RecordEstimate {
  /** Matching records, counted up to one more than the limit. */
  readonly count: number;
  /** The first and the last compared date of the matching records, in the dataset's date format. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Records of the answer that the key has already paid for. */
  readonly owned: number;
}

/** @param request its `limit` is the highest number to count to */
export async function estimateRecords(db: Db, request: EstimateQuery): Promise<RecordEstimate> {
  const { dataset, query, limit, owner } = request;
  const where = await whereOf(db, request);
  const records = sql`${sql.table(RECORD_TABLES[dataset].name)} r ${where}`;
  const date = sql.ref(`r.${comparedDate(dataset, query)}`);
  // unordered, because planners find many records faster so
  const counted = sql`select count(*)::int as count, min(day) as first, max(day) as last
    from (select ${date} as day from ${records} limit ${limit + 1}::int) r`;
  // beyond the limit, the ends of an index give the dates
  const end = (order: string) =>
    sql`(select ${date} from ${records} order by ${date} ${sql.raw(order)}, r.id ${sql.raw(order)} limit 1)`;
  const format = DATASETS[dataset].dates;
  const owned = owner
    ? sql`(select count(*)::int
        from (select r.id, r.last_modified from ${records} order by ${date} desc, r.id desc limit ${owner.limit}::int) r
        where exists (select 1 from entitlement o where o.key_id = ${owner.keyId}::bigint and o.dataset = ${dataset}
          and o.record_id = r.id and o.last_modified = coalesce(r.last_modified, '-infinity')))`
    : sql`0`;
  return (await firstOf<RecordEstimate>(db)`with n as materialized (${counted})
    select count,
      to_char(case when count > ${limit}::int then ${end('asc')} else first end, ${format}::text) as "firstDate",
      to_char(case when count > ${limit}::int then ${end('desc')} else last end, ${format}::text) as "lastDate",
      ${owned} as owned
    from n`)!;
}
