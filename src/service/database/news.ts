/** News items and the companies that they are about. */
import { sql } from 'kysely';
import { NEWS_ITEM, type NewsItem } from '../../contract/records.js';
import { columnNames, NEWS_COLUMNS } from './columns.js';
import { type Db, firstOf, run } from './db.js';
import { recordJson } from './record-json.js';
import { insertRows, rowOf } from './write-rows.js';

export type StoredNews = NewsItem & { readonly id: string };

/** The JSON of news `r`. */
export const NEWS_JSON = recordJson(NEWS_ITEM, 'YYYY-MM-DD');

/** Adds news items, or replaces those with the same ids. Runs inside the caller's transaction. */
export async function putNews(db: Db, items: readonly StoredNews[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await run(db)`delete from news_company where news_id = any(${ids}::text[])`;
  const links = items.flatMap(({ id, companies = [] }) =>
    [...new Set(companies.map((company) => company.id))].map((company_id) => ({ news_id: id, company_id })),
  );
  const rows = items.map((item) => rowOf(NEWS_COLUMNS, item));
  await insertRows(db, 'news', columnNames(NEWS_COLUMNS), rows);
  await insertRows(db, 'news_company', ['news_id', 'company_id'], links);
}

interface NewsQuery {
  readonly group: string;
  /** ISO dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** Returns the news about the companies of a group, newest first, and their number; undefined for an unknown group. */
export async function newsOfGroup(db: Db, { group, from, to }: NewsQuery) {
  return firstOf<{ readonly count: number; readonly json: string }>(db)`
    select f.count, f.json from company_group g cross join lateral (
      select count(*)::int as count, coalesce(json_agg(${sql.raw(NEWS_JSON)}
          order by r.publish_date desc, r.id desc), '[]')::text as json
        from news r where r.publish_date between ${from}::date and ${to}::date and exists (
          select 1 from news_company nc join company_group_member m on m.company_id = nc.company_id
          where nc.news_id = r.id and m.group_id = g.id)) f
    where g.name = ${group}`;
}
