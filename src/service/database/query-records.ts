/**
 * Answers a dataset query: the records, newest first, as the JSON of the response. Or estimates it: how many records match,
 * and of which days, without anything of the records themselves.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { RECORD_TABLES } from './columns.js';
import { type AnyQuery, type Condition, type Conditions, comparedDate, conditionsOf } from './conditions.js';
import { type Db, firstOf, rowsOf } from './db.js';
import { recordJson } from './record-json.js';

/** Up to this number, companies or places are looked up first; more are left to the planner as a sub-select. */
const MAX_IDS_FIRST = 2_000;
/** If companies and places are both restricted, many records are skipped for each match: testing a list is faster. */
const MAX_IDS_FIRST_OF_BOTH = 10_000;

export interface RecordQuery {
  readonly dataset: DatasetName;
  readonly query: AnyQuery;
  readonly limit: number;
  /** Whether the answer says the versions of its records. @default false */
  readonly withVersions?: boolean;
}

export interface RecordAnswer {
  readonly count: number;
  /** A JSON array with that many records. */
  readonly json: string;
  /** Set if they were asked for and there is a record. */
  readonly versions?: Versions | null;
}

const REFERENCES = sql`left join lateral (select * from company where id = r.company_id limit 1) c on true
  left join lateral (select * from place where id = r.place_id limit 1) p on true
  left join lateral (select location from place where id = c.place_id limit 1) h on true`;

/** The JSON of a record `r` of each dataset, and what has to be joined to it for that. */
export const JOINED_RECORDS = Object.fromEntries(
  Object.entries(DATASETS).map(([dataset, { record, dates }]) => [
    dataset,
    { json: sql.raw(recordJson(record, dates)), joins: REFERENCES },
  ]),
) as Readonly<Record<DatasetName, { json: RawBuilder<unknown>; joins: RawBuilder<unknown> }>>;

export async function queryRecords(db: Db, request: RecordQuery): Promise<RecordAnswer> {
  const { dataset, query, limit, withVersions = false } = request;
  const where = await whereOf(db, request);
  if (where === 'nothing') return { count: 0, json: '[]' };
  const date = sql.ref(`r.${comparedDate(dataset, query)}`);
  // the limit first, in the order of an index; the remaining records look up their companies and places one by one, so
  // that the cost grows with the answer: planners prefer to read a small table completely, and "limit 1" prevents it
  const joined = JOINED_RECORDS[dataset];
  const answer = await sql<RecordAnswer>`
    select count(*)::int as count,
      coalesce(json_agg(${joined.json} order by ${date} desc, r.id desc), '[]')::text as json
      ${withVersions ? sql`, ${VERSIONS_OF_RECORDS} as versions` : sql``}
    from (select r.* from ${sql.table(RECORD_TABLES[dataset].name)} r ${where}
      order by ${date} desc, r.id desc limit ${limit}::int) r ${joined.joins}`.execute(db);
  return answer.rows[0]!;
}

/** The condition on a record `r` that a query comes to. */
export async function whereOf(
  db: Db,
  { dataset, query }: Pick<RecordQuery, 'dataset' | 'query'>,
): Promise<RawBuilder<unknown> | 'nothing'> {
  const conditions = conditionsOf(dataset, query);
  const references = await referencesOf(db, conditions);
  if (references.company === 'nothing' || references.place === 'nothing') return 'nothing';
  const all = [...conditions.record, ...references.company, ...references.place];
  return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
}

/** The conditions on the company and on the place of a record `r`. */
export async function referencesOf(
  db: Db,
  conditions: Conditions,
): Promise<Record<'company' | 'place', readonly Condition[] | 'nothing'>> {
  const { companyIds } = conditions;
  const both = conditions.company.length + companyIds.length > 0 && conditions.place.length > 0;
  const maxIds = both ? MAX_IDS_FIRST_OF_BOTH : MAX_IDS_FIRST;
  const company = await referenceCondition(
    db,
    { table: 'company', alias: 'c', maxIds },
    conditions.company,
    companyIds,
  );
  const place = await referenceCondition(db, { table: 'place', alias: 'p', maxIds }, conditions.place);
  return { company, place };
}

/** The type of an id, and what makes a value of the column that no planner knows. */
const COMPANY_ID = { idType: sql`text`, hidden: sql` || ''` };
const PLACE_ID = { idType: sql`bigint`, hidden: sql` + 0` };

interface Reference {
  readonly table: 'company' | 'place';
  readonly alias: 'c' | 'p';
  readonly maxIds: number;
}

/**
 * Restricts a record's reference: by ids if there are few, because planners misjudge their number.
 * @param idSets sub-selects of ids, each of which contains the reference
 */
async function referenceCondition(
  db: Db,
  { table, alias, maxIds }: Reference,
  conditions: readonly Condition[],
  idSets: readonly RawBuilder<unknown>[] = [],
): Promise<readonly Condition[] | 'nothing'> {
  if (conditions.length + idSets.length === 0) return [];
  const id = sql.ref(`${alias}.id`);
  const all = [...conditions, ...idSets.map((ids) => sql<SqlBool>`${id} in (${ids})`)];
  // a single set has the ids already
  const select =
    conditions.length === 0 && idSets.length === 1
      ? idSets[0]!
      : sql`select ${id} as id from ${sql.table(table)} ${sql.raw(alias)} where ${sql.join(all, sql` and `)}`;
  const column = sql.ref(`r.${table}_id`);
  const rows = await rowsOf<{ id: string | number }>(db)`${select} limit ${maxIds + 1}::int`;
  if (rows.length === 0) return 'nothing';
  if (rows.length > maxIds) return [sql<SqlBool>`${column} in (${select})`];
  const ids = rows.map(({ id }) => id);
  const { idType, hidden } = table === 'company' ? COMPANY_ID : PLACE_ID;
  // thousands of ids only test what is found in order: planners would compare each with the statistics of the column,
  // which takes longer than the query, and then guess
  const tested = rows.length > MAX_IDS_FIRST ? sql`(${column}${hidden})` : column;
  return [sql<SqlBool>`${tested} = any(${ids}::${idType}[])`];
}

/** Record versions as JSON: made from records, and handed on to a charge. */
export type Versions = string;

/** The versions of the records `r` of an answer, as a client sees them: id and day of the last change. */
export const VERSIONS_OF_RECORDS = sql`(json_object_agg(r.id, r.last_modified) filter (where r.id is not null))::text`;

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

/** @param request its limit is that of counting */
export async function estimateRecords(db: Db, request: EstimateQuery): Promise<RecordEstimate> {
  const { dataset, query, limit, owner } = request;
  const where = await whereOf(db, request);
  if (where === 'nothing') return { count: 0, firstDate: null, lastDate: null, owned: 0 };
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
