/** Records of the three datasets: written by id. */
import { type Kysely, sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import { RECORD_TABLES } from './columns.js';
import type { Tables } from './database.js';
import { type Place, placeId, putPlaces } from './places.js';
import { fold } from './text.js';
import { insertRows, type Row, rowOf } from './write-rows.js';

/** A record as on the wire, but with ISO dates and a reference to a company that is stored already. */
export interface StoredRecord {
  readonly id: string;
  readonly company: { readonly id: string };
  readonly [key: string]: unknown;
}

const REFERENCE_COLUMNS = [
  { name: 'company_id', sqlType: 'text' },
  { name: 'place_id', sqlType: 'bigint' },
];
const TAG_COLUMNS = ['record_id', 'company_id', 'field', 'value'].map((name) => ({ name, sqlType: 'text' }));

/** Adds records, or replaces those with the same ids. Runs inside the caller's transaction. */
export async function putRecords(
  db: Kysely<Tables>,
  dataset: DatasetName,
  records: readonly StoredRecord[],
): Promise<void> {
  const { name: table, columns, placeKey } = RECORD_TABLES[dataset];
  const lists = columns.filter(({ type }) => type === 'list').map(({ name }) => name);
  const places = records.map((record) => (placeKey ? ((record[placeKey] ?? {}) as Place) : {}));
  const rows = records.map((record, index) => ({
    ...rowOf(columns, record),
    company_id: record.company.id,
    place_id: placeId(places[index]!) ?? null,
  }));
  const ids = records.map(({ id }) => id);
  await putPlaces(db, places);
  await sql`delete from ${sql.table(table)} where id = any(${ids}::text[])`.execute(db);
  await insertRows(db, table, [...columns, ...REFERENCE_COLUMNS], rows);
  if (lists.length === 0) return;
  const tags = sql.table(`${table}_tag`);
  await sql`delete from ${tags} where record_id = any(${ids}::text[])`.execute(db);
  await insertRows(
    db,
    `${table}_tag`,
    TAG_COLUMNS,
    rows.flatMap((row) => tagsOf(row, lists)),
  );
}

function tagsOf(row: Row, lists: readonly string[]): Row[] {
  return lists.flatMap((field) =>
    ((row[field] ?? []) as readonly string[]).map((value) => ({
      record_id: row['id'],
      company_id: row['company_id'],
      field,
      value: fold(value),
    })),
  );
}
