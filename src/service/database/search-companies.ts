/** The few companies that a text most likely means: tracked ones first, then those that begin with it. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type FoundCompany, MAX_FOUND } from '../../contract/lookups.js';
import type { Tables } from './database.js';
import { containing, fold } from './text.js';

/** Up to this number, tracked companies are looked up one by one; more are found in the order of an index. */
const MAX_TRACKED_FIRST = 1_000;
/** So many names show whether a part is frequent. If it is rare, trigrams find it; else the names in order do. */
const SAMPLE = 500;
/** Shorter texts have no trigram: they are compared with beginnings only, except in few tracked companies. */
const MIN_PART_LENGTH = 3;

type Fragment = RawBuilder<unknown>;
type SearchColumn = 'search_name' | 'search_domain';

/** A company that was found, and by which branch. */
interface Candidate {
  readonly branch: number;
  readonly company: Omit<FoundCompany, 'tracked'>;
}

const COLUMNS = sql`c.id, c.name, c.domain, c.place_id`;
const BY_NAME = sql`c.search_name, c.id`;
const ANY = sql`true`;
const TRACKED = sql`exists (select 1 from company_group_member m where m.company_id = c.id)`;

/**
 * At most `MAX_FOUND`. Tracked companies come first; among equals those whose name begins with the text, then those whose
 * domain does, then those that contain it.
 */
export async function searchCompanies(db: Kysely<Tables>, text: string): Promise<readonly FoundCompany[]> {
  const found = new Map<string, FoundCompany>();
  const add = (candidates: readonly Candidate[], isTracked: (branch: number) => boolean) => {
    for (const { branch, company } of candidates) {
      if (found.size < MAX_FOUND && !found.has(company.id)) {
        found.set(company.id, { ...company, tracked: isTracked(branch) });
      }
    }
  };
  if (await fewAreTracked(db)) {
    add(await firstOf(db, [amongTracked(text), ...beginnings(text, ANY)]), (branch) => branch === 0);
  } else {
    add(await firstOf(db, beginnings(text, TRACKED)), () => true);
    if (found.size < MAX_FOUND) add(await parts(db, text, TRACKED), () => true);
    if (found.size < MAX_FOUND) add(await firstOf(db, beginnings(text, ANY)), () => false);
  }
  if (found.size < MAX_FOUND) add(await parts(db, text, ANY), () => false);
  return [...found.values()];
}

async function fewAreTracked(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`/* prepared */ select count(*)::int as count
    from (select 1 from company_group_member limit ${MAX_TRACKED_FIRST + 1}::int) m`.execute(db);
  return rows[0]!.count <= MAX_TRACKED_FIRST;
}

/** Any match among tracked companies. Without "limit 1" planners read all companies instead. */
function amongTracked(text: string): Fragment {
  const rank = sql`case when ${beginsWith('search_name', text)} then 0
    when ${beginsWith('search_domain', text)} then 1 else 2 end`;
  return inOrder(
    sql`(select distinct company_id from company_group_member) m
      cross join lateral (select * from company where id = m.company_id limit 1) c where ${contains(text)}`,
    sql`${rank}, ${BY_NAME}`,
  );
}

/** @param which of the companies `c` are looked at */
function beginnings(text: string, which: Fragment): readonly Fragment[] {
  return (['search_name', 'search_domain'] as const).map((column) =>
    inOrder(sql`company c where ${beginsWith(column, text)} and ${which}`, sql`c.${sql.ref(column)}, c.id`),
  );
}

async function parts(db: Kysely<Tables>, text: string, which: Fragment): Promise<readonly Candidate[]> {
  if ([...text].length < MIN_PART_LENGTH) return [];
  const isPart = sql`${contains(text)} and ${which}`;
  const first = sql`(select * from company order by search_name, id limit ${SAMPLE}::int) c`;
  const frequent = await firstOf(db, [inOrder(sql`${first} where ${isPart}`, BY_NAME)]);
  if (frequent.length >= MAX_FOUND) return frequent;
  // all matches before their order: in the order of names, planners would read all companies for a rare part
  const all = sql`(with m as materialized (select ${COLUMNS}, c.search_name from company c where ${isPart}) table m) c`;
  return firstOf(db, [inOrder(all, BY_NAME)]);
}

/** @param companies `c`, and what holds of them */
function inOrder(companies: Fragment, order: Fragment): Fragment {
  return sql`(select ${COLUMNS}, row_number() over (order by ${order}) as rank from ${companies}
    order by ${order} limit ${MAX_FOUND}::int)`;
}

/** What each branch finds, in their order. */
async function firstOf(db: Kysely<Tables>, branches: readonly Fragment[]): Promise<readonly Candidate[]> {
  const all = sql.join(
    branches.map((branch, index) => sql`select ${sql.raw(String(index))} as branch, b.* from ${branch} b`),
    sql` union all `,
  );
  const { rows } = await sql<Candidate>`/* prepared */
    select branch, json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain,
      'location', h.location)) as company
    from (${all}) c left join lateral (select location from place where id = c.place_id limit 1) h on true
    order by branch, rank`.execute(db);
  return rows;
}

function contains(text: string): Fragment {
  const pattern = containing(text);
  return sql`(c.search_name like ${pattern} or c.search_domain like ${pattern})`;
}

/** As a range, because planners see no beginning in a parameter of LIKE. The greatest character ends it. */
function beginsWith(column: SearchColumn, text: string): Fragment {
  const start = fold(text);
  const ref = sql.ref(`c.${column}`);
  return sql`${ref} >= ${start} and ${ref} < ${`${start}\u{10ffff}`}`;
}
