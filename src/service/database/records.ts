/** Writes records of the three datasets by id. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import { columnNames, RECORD_TABLES } from './columns.js';
import { type Db, run } from './db.js';
import { type Place, placeId, putPlaces } from './places.js';
import { insertRows, rowOf, type SqlRow, tagsOf } from './write-rows.js';

/** A record as in a response, but with ISO dates and a reference to a stored company. */
export interface StoredRecord {
  readonly id: string;
  readonly company: { readonly id: string };
  readonly [key: string]: unknown;
}

export interface RecordRow extends SqlRow {
  readonly id: string;
  readonly company_id: string;
  readonly last_modified?: string;
  /** Digest of everything except `lastModified`: equal if nothing has changed. */
  readonly digest: string;
}

interface PreparedRecord {
  readonly row: RecordRow;
  readonly place: Place;
}

/** Adds records, or replaces those with the same ids. Runs inside the caller's transaction. */
export async function putRecords(
  db: Db,
  dataset: DatasetName,
  records: readonly StoredRecord[],
): Promise<void> {
  const prepared = records.map((record) => prepareRecord(dataset, record));
  await putPrepared(db, dataset, prepared);
}

export function prepareRecord(dataset: DatasetName, record: StoredRecord): PreparedRecord {
  const { columns, placeKey } = RECORD_TABLES[dataset];
  const place: Place = (placeKey !== undefined && record[placeKey]) || {};
  const own = columns.filter(({ folded }) => !folded);
  const references = { company_id: record.company.id, place_id: placeId(place) };
  const content: Record<string, unknown> = { ...rowOf(own, record), ...references };
  delete content['last_modified'];
  const digest = hash('sha1', JSON.stringify(content), 'base64url');
  return { row: { ...rowOf(columns, record), ...references, id: record.id, digest }, place };
}

/** Adds records, or replaces those with the same ids. */
export async function putPrepared(
  db: Db,
  dataset: DatasetName,
  records: readonly PreparedRecord[],
): Promise<void> {
  const { name: table, columns } = RECORD_TABLES[dataset];
  const rows = records.map(({ row }) => row);
  const lists = columns.filter(({ type }) => type === 'list').map(({ name }) => name);
  await putPlaces(
    db,
    records.map(({ place }) => place),
  );
  await insertRows(db, table, [...columnNames(columns), 'company_id', 'place_id', 'digest'], rows);
  if (lists.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await run(db)`delete from ${sql.table(`${table}_tag`)} where record_id = any(${ids}::text[])`;
  const tags = rows.flatMap((row) => tagsOf({ record_id: row.id, company_id: row.company_id }, row, lists));
  await insertRows(db, `${table}_tag`, ['record_id', 'company_id', 'field', 'value'], tags);
}
