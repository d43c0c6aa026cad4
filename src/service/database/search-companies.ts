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
  readonly company: FoundCompany;
}

/** Of the companies `c`. */
interface Range {
  readonly isIn: Fragment;
  /** Where it is known already, or asked about another time. */
  readonly tracked: Fragment;
}

const IS_TRACKED = sql`exists (select 1 from company_group_member m where m.company_id = c.id)`;
const TRACKED: Range = { isIn: IS_TRACKED, tracked: sql`true` };
const ANY: Range = { isIn: sql`true`, tracked: sql`false` };
const BY_NAME = sql`c.search_name, c.id`;

/**
 * At most `MAX_FOUND`. Tracked companies come first; among equals those whose name begins with the text, then those whose
 * domain does, then those that contain it.
 */
export async function searchCompanies(db: Kysely<Tables>, text: string): Promise<readonly FoundCompany[]> {
  const isPart = [...text].length >= MIN_PART_LENGTH;
  const begins = beginnings(text, ANY);
  const first = await firstOf(db, isPart ? [...begins, inSample(text, ANY)] : begins);
  const began = first.filter(({ branch }) => branch < begins.length);
  const sampled = first.filter(({ branch }) => branch === begins.length);
  // where it is rare, all that match are put in order
  if (isPart && !isFull(began) && !isFull(sampled)) return best(await firstOf(db, [everywhere(text)]));
  const tracked = (await fewAreTracked(db))
    ? await firstOf(db, [amongTracked(text)])
    : await amongManyTracked(db, text, isPart);
  // with these before them, the others are not tracked, or have no place any more
  return best([...tracked, ...first]);
}

/** Each once, where it was found first. */
function best(candidates: readonly Candidate[]): readonly FoundCompany[] {
  const found = new Map<string, FoundCompany>();
  for (const { company } of candidates) if (!found.has(company.id)) found.set(company.id, company);
  return [...found.values()].slice(0, MAX_FOUND);
}

function isFull(candidates: readonly Candidate[]): boolean {
  return best(candidates).length >= MAX_FOUND;
}

async function fewAreTracked(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`/* prepared */ select count(*)::int as count
    from (select 1 from company_group_member limit ${MAX_TRACKED_FIRST + 1}::int) m`.execute(db);
  return rows[0]!.count <= MAX_TRACKED_FIRST;
}

/** Any match among tracked companies. Without "limit 1" planners read all companies instead. */
function amongTracked(text: string): Fragment {
  const companies = sql`(select distinct company_id from company_group_member) m
    cross join lateral (select * from company where id = m.company_id limit 1) c`;
  return inOrder(sql`${companies} where ${contains(text)}`, TRACKED.tracked, byRank(text));
}

async function amongManyTracked(
  db: Kysely<Tables>,
  text: string,
  isPart: boolean,
): Promise<readonly Candidate[]> {
  const began = await firstOf(db, beginnings(text, TRACKED));
  if (!isPart || isFull(began)) return began;
  const sampled = await firstOf(db, [inSample(text, TRACKED)]);
  return [...began, ...(isFull(sampled) ? sampled : await firstOf(db, [partsOf(text)]))];
}

function beginnings(text: string, { isIn, tracked }: Range): readonly Fragment[] {
  return (['search_name', 'search_domain'] as const).map((column) =>
    inOrder(
      sql`company c where ${beginsWith(column, text)} and ${isIn}`,
      tracked,
      sql`c.${sql.ref(column)}, c.id`,
    ),
  );
}

/** Among the first names. */
function inSample(text: string, { isIn, tracked }: Range): Fragment {
  const names = sql`(select * from company order by search_name, id limit ${SAMPLE}::int) c`;
  return inOrder(sql`${names} where ${contains(text)} and ${isIn}`, tracked, BY_NAME);
}

/** Tracked ones of all. */
function partsOf(text: string): Fragment {
  return inOrder(matches(text, TRACKED), sql`c.tracked`, BY_NAME);
}

/** All, with the tracked ones first. */
function everywhere(text: string): Fragment {
  const all = matches(text, { ...ANY, tracked: IS_TRACKED });
  return inOrder(all, sql`c.tracked`, sql`c.tracked desc, ${byRank(text)}`);
}

/** Before their order: in the order of names, planners would read all companies for a rare part. */
function matches(text: string, { isIn, tracked }: Range): Fragment {
  return sql`(with m as materialized (
    select c.id, c.name, c.domain, c.place_id, c.search_name, c.search_domain, ${tracked} as tracked
    from company c where ${contains(text)} and ${isIn}) table m) c`;
}

function byRank(text: string): Fragment {
  const rank = sql`case when ${beginsWith('search_name', text)} then 0
    when ${beginsWith('search_domain', text)} then 1 else 2 end`;
  return sql`${rank}, case ${rank} when 1 then c.search_domain else c.search_name end, c.id`;
}

/** @param companies `c`, and what holds of them */
function inOrder(companies: Fragment, tracked: Fragment, order: Fragment): Fragment {
  return sql`(select c.id, c.name, c.domain, c.place_id, ${tracked} as tracked,
    row_number() over (order by ${order}) as rank from ${companies} order by ${order} limit ${MAX_FOUND}::int)`;
}

/** What each branch finds, in their order. */
async function firstOf(db: Kysely<Tables>, branches: readonly Fragment[]): Promise<readonly Candidate[]> {
  const all = sql.join(
    branches.map((branch, index) => sql`select ${sql.raw(String(index))} as branch, b.* from ${branch} b`),
    sql` union all `,
  );
  const { rows } = await sql<Candidate>`/* prepared */
    select branch, json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain,
      'location', h.location, 'tracked', c.tracked)) as company
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
