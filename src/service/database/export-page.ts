/** Exports all data in the format of an import, page by page in the order of ids. */
import { sql } from 'kysely';
import { DATASETS } from '../../contract/datasets.js';
import { COMPANY_V1 } from '../../contract/records.js';
import { type ExportPage, exportAccounts } from './accounts.js';
import { RECORD_TABLES } from './columns.js';
import { type Db, rowsOf } from './db.js';
import type { ImportKind } from './import-batch.js';
import { NEWS_JSON } from './news.js';
import { recordJson } from './record-json.js';

const PAGE_ROWS = 5_000;

/** @param after the end of the last page; empty for the first page */
export async function exportPage(db: Db, kind: ImportKind, after: string): Promise<ExportPage> {
  if (kind === 'accounts') return exportAccounts(db, after);
  const { id, json, from } = sourceOf(kind);
  const rows = await rowsOf<{ id: string; line: string }>(db)`
    select ${sql.raw(id)} as id, (${sql.raw(json)})::text as line from ${sql.raw(from)}
    where ${sql.raw(id)} > ${after} order by ${sql.raw(id)} limit ${PAGE_ROWS}::int`;
  return {
    lines: rows.map(({ line }) => line),
    next: rows.length < PAGE_ROWS ? undefined : rows[rows.length - 1]!.id,
  };
}

const COMPANY_JSON = recordJson({ company: COMPANY_V1 }, 'YYYY-MM-DD');
const MEMBERS = `(select json_agg(m.company_id order by m.company_id) from company_group_member m
  where m.group_id = g.id)`;

/** Returns the id and the JSON of the items of a kind, and the tables that these expressions use. */
function sourceOf(kind: Exclude<ImportKind, 'accounts'>): Record<'id' | 'json' | 'from', string> {
  const headquarters = 'left join place h on h.id = c.place_id';
  if (kind === 'companies')
    return { id: 'c.id', json: `${COMPANY_JSON} -> 'company'`, from: `company c ${headquarters}` };
  if (kind === 'groups')
    return {
      id: 'g.name',
      json: `json_build_object('group', g.name, 'companies', coalesce(${MEMBERS}, '[]'))`,
      from: 'company_group g',
    };
  if (kind === 'news') return { id: 'r.id', json: NEWS_JSON, from: 'news r' };
  // version 2 has no company id, but an import needs it to find the company
  const json = recordJson({ ...DATASETS[kind].record, company: COMPANY_V1 }, 'YYYY-MM-DD');
  const references = 'left join company c on c.id = r.company_id left join place p on p.id = r.place_id';
  return { id: 'r.id', json, from: `${RECORD_TABLES[kind].name} r ${references} ${headquarters}` };
}
