/** Fills a database with sample data up to a day. A later call adds only the days since then. */
import { sql } from 'kysely';
import { type DatasetName, FIRST_DAY } from '../../contract/datasets.js';
import { addDays, later } from '../../contract/dates.js';
import { RECORD_TABLES } from '../database/columns.js';
import { putCompanies } from '../database/companies.js';
import { type Db, scalarOf } from '../database/db.js';
import { addToGroup } from '../database/groups.js';
import { lockChanges } from '../database/import-lease.js';
import { putNews } from '../database/news.js';
import { putRecords, type StoredRecord } from '../database/records.js';
import { readSetting, writeSetting } from '../database/settings.js';
import { makeUniverse, type Universe } from './company-universe.js';
import { daysBetween } from './day.js';
import { GENERATORS, LAST_CORRECTION_DAYS, newsOf, recordsOf } from './records.js';

/** Clients cannot query older news. */
const NEWS_DAYS = 14;
const ROWS_PER_STATEMENT = 5_000;
const SEEDED_TO = 'seeded_to';

/** Runs inside the caller's transaction, so the stored day always matches the data. */
export async function seed(db: Db, today: string): Promise<{ readonly records: number }> {
  // instances that start at the same time wait here, and so does an import, which writes the same places
  await lockChanges(db);
  const seededTo = await readSetting(db, SEEDED_TO);
  if (seededTo === undefined && (await hasOtherData(db))) return { records: 0 };
  const after = seededTo ?? addDays(FIRST_DAY, -1);
  if (after >= today) return { records: 0 };

  const universe = makeUniverse();
  if (seededTo === undefined) {
    await putCompanies(db, universe.companies);
    for (const { name, companyIds } of universe.groups) await addToGroup(db, name, companyIds);
  }
  let records = 0;
  for (const dataset of Object.keys(GENERATORS) as DatasetName[]) {
    const known = recordsKnown(dataset, universe, { after, on: today });
    for (let index = 0; index < known.length; index += ROWS_PER_STATEMENT) {
      await putRecords(db, dataset, known.slice(index, index + ROWS_PER_STATEMENT));
    }
    records += known.length;
  }
  const newsFrom = later(addDays(after, 1), addDays(today, 1 - NEWS_DAYS));
  const news = daysBetween(newsFrom, today).flatMap((day) => newsOf(day, universe));
  await putNews(db, news);
  await writeSetting(db, SEEDED_TO, today);
  return { records };
}

/** Returns a dataset's records as known on a day, if entered or corrected after another day. */
export function recordsKnown(
  dataset: DatasetName,
  universe: Universe,
  period: { readonly after: string; readonly on: string },
): StoredRecord[] {
  const generator = GENERATORS[dataset];
  if (!generator) return [];
  const oldest = later(FIRST_DAY, addDays(period.after, -LAST_CORRECTION_DAYS));
  return daysBetween(oldest, period.on).flatMap((day) => recordsOf(generator, day, universe, period));
}

/** Ignores keys, because an operator may create them before the first start. */
async function hasOtherData(db: Db): Promise<boolean> {
  const tables = ['company', 'news', ...Object.values(RECORD_TABLES).map(({ name }) => name)];
  const found = tables.map((name) => sql`exists (select 1 from ${sql.table(name)})`);
  return (await scalarOf<boolean>(db)`select ${sql.join(found, sql` or `)} as found`)!;
}
