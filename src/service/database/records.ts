/** Records of the three datasets: written by id. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import { RECORD_TABLES } from './columns.js';
import { type Db, run } from './db.js';
import { type Place, placeId, putPlaces } from './places.js';
import { insertRows, rowOf, type SqlRow, searchColumnsOf, searchTextsOf, tagsOf } from './write-rows.js';

/** A record as in a response, but with ISO dates and a reference to a stored company. */
export interface StoredRecord {
  readonly id: string;
  readonly company: { readonly id: string };
  readonly [key: string]: unknown;
}

/** A record as in its table. */
export interface RecordRow extends SqlRow {
  readonly id: string;
  readonly company_id: string;
  readonly last_modified?: string;
  /** Digest of everything except `lastModified`: equal if nothing has changed. */
  readonly digest: string;
}

const EXTRA_COLUMNS = [
  { name: 'company_id', sqlType: 'text' },
  { name: 'place_id', sqlType: 'bigint' },
  { name: 'digest', sqlType: 'text' },
];
const TAG_COLUMNS = ['record_id', 'company_id', 'field', 'value'].map((name) => ({ name, sqlType: 'text' }));

/** Adds records, or replaces those with the same ids. Runs inside the caller's transaction. */
export async function putRecords(
  db: Db,
  dataset: DatasetName,
  records: readonly StoredRecord[],
): Promise<void> {
  const rows = records.map((record) => recordRow(dataset, record));
  await putPlaces(
    db,
    records.map((record) => placeOfRecord(dataset, record)),
  );
  await putRows(
    db,
    dataset,
    rows,
    rows.map(({ id }) => id),
  );
}

export function placeOfRecord(dataset: DatasetName, record: StoredRecord): Place {
  const { placeKey } = RECORD_TABLES[dataset];
  return placeKey === undefined ? {} : ((record[placeKey] ?? {}) as Place);
}

export function recordRow(dataset: DatasetName, record: StoredRecord): RecordRow {
  const { columns } = RECORD_TABLES[dataset];
  const content = rowOf(columns, record);
  const { last_modified } = content;
  delete content['last_modified'];
  content['company_id'] = record.company.id;
  content['place_id'] = placeId(placeOfRecord(dataset, record));
  const digest = hash('sha1', JSON.stringify(content), 'base64url');
  const texts = searchTextsOf(columns, content);
  return Object.assign(content, texts, { last_modified, digest }) as object as RecordRow;
}

/** Adds rows, or replaces those with the same ids. Their places must exist. @param ids those that may be there already */
export async function putRows(
  db: Db,
  dataset: DatasetName,
  rows: readonly RecordRow[],
  ids: readonly string[],
): Promise<void> {
  const { name: table, columns } = RECORD_TABLES[dataset];
  const lists = columns.filter(({ type }) => type === 'list').map(({ name }) => name);
  await insertRows(db, table, [...columns, ...searchColumnsOf(columns), ...EXTRA_COLUMNS], rows);
  if (lists.length === 0) return;
  const tags = sql.table(`${table}_tag`);
  await run(db)`delete from ${tags} where record_id = any(${ids}::text[])`;
  await insertRows(
    db,
    `${table}_tag`,
    TAG_COLUMNS,
    rows.flatMap((row) => tagsOf({ record_id: row.id, company_id: row.company_id }, row, lists)),
  );
}
