/** What a dataset query would bring: how many records match, and from when to when. Nothing of the records themselves. */
import { type Kysely, sql } from 'kysely';
import { DATASETS } from '../../contract/datasets.js';
import { RECORD_TABLES } from './columns.js';
import { comparedDate } from './conditions.js';
import type { Tables } from './database.js';
import { type RecordQuery, whereOf } from './query-records.js';

export interface RecordEstimate {
  /** Matching records, counted up to one more than the limit. */
  readonly count: number;
  /** The first and the last date of the counted ones, by the date that is compared, as the dataset writes dates. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
}

const NOTHING: RecordEstimate = { count: 0, firstDate: null, lastDate: null };

/** @param request its limit is that of counting */
export async function estimateRecords(db: Kysely<Tables>, request: RecordQuery): Promise<RecordEstimate> {
  const { dataset, query, limit } = request;
  const where = await whereOf(db, request);
  if (where === 'nothing') return NOTHING;
  const date = sql.ref(`r.${comparedDate(dataset, query)}`);
  const format = DATASETS[dataset].dates === 'DD/MM/YYYY' ? 'DD/MM/YYYY' : 'YYYY-MM-DD';
  const { rows } = await sql<RecordEstimate>`
    select count(*)::int as count, to_char(min(day), ${format}::text) as "firstDate",
      to_char(max(day), ${format}::text) as "lastDate"
    from (select ${date} as day from ${sql.table(RECORD_TABLES[dataset].name)} r ${where}
      order by ${date} desc, r.id desc limit ${limit + 1}::int) r`.execute(db);
  return rows[0]!;
}
