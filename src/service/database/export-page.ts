/** Exports all data in the format of an import, page by page in the order of ids. */
import { sql } from 'kysely';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { COMPANY_V1 } from '../../contract/records.js';
import { exportAccounts } from './accounts.js';
import { RECORD_TABLES } from './columns.js';
import { type Db, rowsOf } from './db.js';
import type { ImportKind } from './import-batch.js';
import { NEWS_JSON } from './news.js';
import { recordJson } from './record-json.js';
import type { ExportPage } from './transfer.js';

const PAGE_ROWS = 5_000;

/** @param after the end of the last page; empty for the first page */
export async function exportPage(db: Db, kind: ImportKind, after: string): Promise<ExportPage> {
  if (kind === 'accounts') return exportAccounts(db, after);
  const rows = await rowsOf<{ id: string; line: string }>(db)`${statement(kind, after)}
    limit ${PAGE_ROWS}::int`;
  return {
    lines: rows.map(({ line }) => line),
    next: rows.length < PAGE_ROWS ? undefined : rows[rows.length - 1]!.id,
  };
}

function statement(kind: Exclude<ImportKind, 'accounts'>, after: string) {
  switch (kind) {
    case 'companies':
      return sql`select c.id, (${sql.raw(recordJson({ company: COMPANY_V1 }, 'YYYY-MM-DD'))} -> 'company')::text as line
        from company c left join place h on h.id = c.place_id where c.id > ${after} order by c.id`;
    case 'groups':
      return sql`select g.name as id, json_build_object('group', g.name, 'companies', coalesce(
          (select json_agg(m.company_id order by m.company_id) from company_group_member m where m.group_id = g.id),
          '[]'))::text as line
        from company_group g where g.name > ${after} order by g.name`;
    case 'news':
      return sql`select n.id, ${NEWS_JSON}::text as line from news n where n.id > ${after} order by n.id`;
    default:
      return recordStatement(kind, after);
  }
}

function recordStatement(dataset: DatasetName, after: string) {
  // version 2 has no company id, but an import needs it to find the company
  const table = { ...DATASETS[dataset].record, company: COMPANY_V1 };
  return sql`select r.id, ${sql.raw(recordJson(table, 'YYYY-MM-DD'))}::text as line
    from ${sql.table(RECORD_TABLES[dataset].name)} r
    left join company c on c.id = r.company_id
    left join place p on p.id = r.place_id
    left join place h on h.id = c.place_id
    where r.id > ${after} order by r.id`;
}
