/** Answers a dataset query: which records, newest first, as the JSON that goes over the wire. */
import { type Kysely, type SqlBool, sql } from 'kysely';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { RECORD_TABLES } from './columns.js';
import { type AnyQuery, type Condition, comparedDate, conditionsOf } from './conditions.js';
import type { Tables } from './database.js';
import { recordJson } from './record-json.js';

/** Up to so many companies or places are looked up first; more are left to the planner as a sub-select. */
const MAX_IDS_FIRST = 2_000;

export interface RecordQuery {
  readonly dataset: DatasetName;
  readonly query: AnyQuery;
  readonly limit: number;
}

export interface RecordAnswer {
  readonly count: number;
  /** A JSON array of so many records. */
  readonly json: string;
}

const NOTHING: RecordAnswer = { count: 0, json: '[]' };

export async function queryRecords(db: Kysely<Tables>, request: RecordQuery): Promise<RecordAnswer> {
  const { dataset, query, limit } = request;
  const conditions = conditionsOf(dataset, query);
  const company = await referenceCondition(db, { table: 'company', alias: 'c' }, conditions.company);
  if (company === 'nothing') return NOTHING;
  const place = await referenceCondition(db, { table: 'place', alias: 'p' }, conditions.place);
  if (place === 'nothing') return NOTHING;
  const all = [...conditions.record, ...company, ...place];
  const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
  const { record, dates } = DATASETS[dataset];
  const date = sql.ref(`r.${comparedDate(dataset, query)}`);
  // the limit first, in the order of an index; companies and places are joined to what is left
  const answer = await sql<RecordAnswer>`
    select count(*)::int as count,
      coalesce(json_agg(${sql.raw(recordJson(record, dates))} order by ${date} desc, r.id desc), '[]')::text as json
    from (select r.* from ${sql.table(RECORD_TABLES[dataset].name)} r ${where}
      order by ${date} desc, r.id desc limit ${limit}::int) r
    left join company c on c.id = r.company_id
    left join place p on p.id = r.place_id
    left join place h on h.id = c.place_id`.execute(db);
  return answer.rows[0]!;
}

interface Reference {
  readonly table: 'company' | 'place';
  readonly alias: 'c' | 'p';
}

/** Restricts a record's reference: ids first where they are few, because planners misjudge how few. */
async function referenceCondition(
  db: Kysely<Tables>,
  { table, alias }: Reference,
  conditions: readonly Condition[],
): Promise<readonly Condition[] | 'nothing'> {
  if (conditions.length === 0) return [];
  const select = sql<{ id: string | number }>`select ${sql.ref(`${alias}.id`)} as id
    from ${sql.table(table)} ${sql.raw(alias)} where ${sql.join(conditions, sql` and `)}`;
  const column = sql.ref(`r.${table}_id`);
  const { rows } = await sql<{ id: string | number }>`${select} limit ${MAX_IDS_FIRST + 1}::int`.execute(db);
  if (rows.length === 0) return 'nothing';
  if (rows.length > MAX_IDS_FIRST) return [sql<SqlBool>`${column} in (${select})`];
  const ids = rows.map(({ id }) => id);
  return [sql<SqlBool>`${column} = any(${ids}::${sql.raw(table === 'company' ? 'text' : 'bigint')}[])`];
}
