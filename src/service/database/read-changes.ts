/**
 * Reads the changes in a query's answer since a number of the sequence of changes. The service stores nothing
 * per query: it compares the current matches with earlier ones, from the old versions in `past_version`.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COMPANY_COLUMNS, type ColumnDefinition, RECORD_TABLES, sqlType } from './columns.js';
import { allOf, type Condition, type Conditions, comparedDate, conditionsOf } from './conditions.js';
import { type Db, firstOf, hasRow, run } from './db.js';
import {
  jsonOf,
  REFERENCES,
  type RecordAnswer,
  type RecordQuery,
  referencesOf,
  VERSIONS_OF_RECORDS,
} from './query-records.js';

/** The position of a client in the sequence of changes. */
export interface ChangePosition {
  /** The client has the complete answer as of this change. */
  readonly base: number;
  /** The progress through the changes since then, if they did not fit into one answer. */
  readonly reported?: ReportedPart | undefined;
}

interface ReportedPart {
  /** The last change when the first of these answers was made. */
  readonly knownUntil: number;
  readonly change: number;
  /** The last reported record's own number, because one change of a company may change many records. */
  readonly record: number;
}

/** The limit counts records and removed ids. Limit 0 without a position only starts a subscription. */
export interface ChangesQuery extends RecordQuery {
  /** Missing in the first request. */
  readonly position?: ChangePosition | undefined;
}

interface ChangesPage extends RecordAnswer {
  /** A JSON array of ids. */
  readonly removed: string;
  readonly position: ChangePosition;
  readonly more: boolean;
}

/** Old versions are kept for this time. */
const RETENTION = sql`interval '30 days'`;
const PRUNED_SETTING = 'changes forgotten up to';

/** Returns the number of the last change. Changes become visible in the order of their numbers. */
export async function lastChange(db: Db): Promise<number> {
  return (await readChangeRange(db)).last;
}

/** Runs inside the caller's transaction. Undefined for an invalid or too old position. */
export async function readChanges(db: Db, request: ChangesQuery): Promise<ChangesPage | undefined> {
  // all statements must see the same snapshot
  await run(db)`set transaction isolation level repeatable read`;
  const { last, pruned } = await readChangeRange(db);
  if (request.limit === 0)
    return { count: 0, json: '[]', removed: '[]', position: { base: last }, more: false };
  // a new client has nothing, so everything that matches now is reported
  const { base, reported = { knownUntil: last, change: base, record: base } } = request.position ?? {
    base: last,
    reported: { knownUntil: 0, change: 0, record: 0 },
  };
  if (base < pruned) return undefined;
  if (request.position && !(await isKnown(db, request.position, pruned))) return undefined;
  const { next, ...page } = await readPage(db, request, { base, ...reported });
  const position = page.more
    ? { base, reported: { ...next!, knownUntil: reported.knownUntil } }
    : { base: last };
  return { ...page, position };
}

/** Deletes expired old versions. */
export async function pruneChanges(db: Db): Promise<void> {
  // never lowers the number: a transaction that began early may have a high number, and is deleted first
  await run(db)`
    with old as (delete from past_version where at < now() - ${RETENTION} returning ended)
    insert into setting (name, value) select ${PRUNED_SETTING}, max(ended)::text from old having count(*) > 0
    on conflict (name) do update set value = greatest(setting.value::bigint, excluded.value::bigint)::text`;
}

const TABLES = Object.values(RECORD_TABLES).map(({ name }) => name);
const KINDS = ['company', ...TABLES];

/** Reads the numbers of all datasets, because pruning affects all, and no cursor may be older than that. */
async function readChangeRange(db: Db): Promise<{ last: number; pruned: number }> {
  const numbers = [
    ...TABLES.map((name) => sql`(select max(seq) from ${sql.table(name)})`),
    ...KINDS.map((kind) => sql`(select max(ended) from past_version where kind = ${kind})`),
  ];
  return (await firstOf<{ last: number; pruned: number }>(db)`
    select greatest(pruned, ${sql.join(numbers)})::bigint as last, pruned
    from (select coalesce((select value::bigint from setting where name = ${PRUNED_SETTING}), 0) as pruned) f`)!;
}

/**
 * True if the changes that a position names are changes of this database. A database that was restored from a
 * backup, or got accounts of another one, does not know which records have left the answers of the other one.
 */
async function isKnown(db: Db, { base, reported }: ChangePosition, pruned: number): Promise<boolean> {
  const traces = [
    ...TABLES.map((name) => sql`${sql.table(name)} where seq = change`),
    sql`past_version where kind = any(${KINDS}::text[]) and ended = change`,
    sql`past_version where (was ->> 'seq')::bigint = change`,
  ].map((trace) => sql`not exists (select from ${trace})`);
  const named = [base, reported?.knownUntil ?? 0, reported?.change ?? 0];
  return !(await hasRow(db)`select change from unnest(${named}::bigint[]) as change
    where change not in (0, ${pruned}::bigint) and ${sql.join(traces, sql` and `)}`);
}

/**
 * Example: a query for companies in Berlin, and a client that has the answer as of change 40, its base.
 * Change 41 corrects record a of a company in Berlin: a, at_change 41, record_change 41.
 * Change 42 moves another company to Berlin, whose records b and c have the numbers 7 and 9: b, at_change 42,
 * record_change 7, then c, 42 and 9. Change 43 deletes record d, which matched at 40: d is removed, 43 and 43.
 * With limit 2 the page has a and b. The position is then base 40, knownUntil 43, change 42, record 7, and
 * the next page begins after (42, 7), with c.
 */
async function readPage(db: Db, request: ChangesQuery, position: Position) {
  const { dataset, query, limit, withVersions = false } = request;
  const scope = await scopeOf(db, request, position);
  const day = sql.ref(`r.${comparedDate(dataset, query)}`);
  return (await firstOf<Page>(db)`
    with change as materialized (${scope.change}),
      unreported as (${matchingRecords(scope)} union all
        (select distinct on (id) * from (${lostByChange(scope)} union all ${lostWithCompany(scope)}) g
        order by id, at_change desc, record_change desc)),
      page as materialized (select * from unreported order by at_change, record_change limit ${limit + 1}::int),
      reported as materialized (select * from page order by at_change, record_change limit ${limit}::int)
    select count(r.id)::int as count,
      coalesce(json_agg(${jsonOf(dataset)} order by ${day} desc, r.id desc) filter (where t.fits), '[]')::text as json,
      coalesce(json_agg(t.id order by t.at_change, t.record_change) filter (where not t.fits), '[]')::text as removed,
      (select count(*) > ${limit}::int from page) as more,
      (select json_build_object('change', at_change, 'record', record_change) from reported
        order by at_change desc, record_change desc limit 1) as next
      ${withVersions ? sql`, ${VERSIONS_OF_RECORDS} as versions` : sql``}
    from reported t left join ${scope.table} r on r.id = t.id and t.fits ${REFERENCES}`)!;
}

interface Page extends Omit<ChangesPage, 'position'> {
  readonly next: Omit<ReportedPart, 'knownUntil'> | null;
}

type Position = Required<ReportedPart> & Pick<ChangePosition, 'base'>;

type Scope = Awaited<ReturnType<typeof scopeOf>>;

/** Returns the input of the statement's sub-selects. Conditions apply to a record `r`, or to its earlier version. */
async function scopeOf(db: Db, { dataset, query }: ChangesQuery, position: Position) {
  const { name, columns } = RECORD_TABLES[dataset];
  const now = conditionsOf(dataset, query);
  const past = conditionsOf(dataset, query, true);
  const { company, place } = await referencesOf(db, now);
  const withoutCompany = [...now.record, ...place];
  const everOfCompany = sql<SqlBool>`((${allOf(company)}) or r.company_id = any(array(select id from change where ever)))`;
  return {
    table: sql.table(name),
    name,
    columns,
    position,
    change: companyChanges(position, now, past),
    withoutCompany,
    matching: [...withoutCompany, ...company],
    /** Conditions that a record may have met at any time since the base. */
    matched: [...past.record, ...place, ...(company.length > 0 ? [everOfCompany] : [])],
  };
}

/**
 * The companies that have changed since the base, as `change`: if they matched before, match after and ever
 * matched, and `at_change`, the change that made them match or no longer match.
 */
function companyChanges({ base }: Position, now: Conditions, past: Conditions): RawBuilder<unknown> {
  if (past.company.length === 0)
    return sql`select null::text as id, null::bigint as at_change, false as before, false as after, false as ever where false`;
  const fits = [...now.company, ...now.companyIds.map((ids) => sql<SqlBool>`c.id in (${ids})`)];
  const since = sql`v.kind = 'company' and v.ended > ${base}::bigint`;
  return sql`select id, max(ended) filter (where fits <> next) as at_change, (array_agg(fits order by ended))[1] as before,
      coalesce(bool_or(fits) filter (where ended is null), false) as after, bool_or(fits) as ever
    from (select *, coalesce(lead(fits) over (partition by id order by ended), false) as next from (
      select v.id, v.ended, coalesce(${allOf(past.company)}, false) as fits
        from past_version v cross join lateral (${rowBefore(COMPANY_COLUMNS)}) c where ${since}
      union all
      select c.id, null, coalesce(${allOf(fits)}, false) from company c
        where c.id in (select v.id from past_version v where ${since})) state) step
    group by id`;
}

/** Returns records that match now, and that have changed or whose company matches newly. */
function matchingRecords({ table, name, position, matching }: Scope): RawBuilder<unknown> {
  const base = sql`${position.base}::bigint`;
  const change = sql`${position.change}::bigint`;
  const atChange = sql`greatest(r.seq, c.at_change)`;
  // the client already has a record that matched at the base and has the same content again; the first version
  // that ended since the base is the one at the base, unless the record is younger
  const had = sql`coalesce(c.before, true) and (r.seq <= ${base} or coalesce((
    select (v.was ->> 'seq')::bigint <= ${base} and v.was ->> 'digest' is not distinct from r.digest
      and (v.was ->> 'last_modified')::date is not distinct from r.last_modified
    from past_version v where v.kind = ${name} and v.id = r.id and v.ended > ${base}
    order by v.ended limit 1), false))`;
  return sql`select r.id, ${atChange} as at_change, r.seq as record_change, true as fits
    from ${table} r left join change c on c.id = r.company_id
    where ${allOf([
      ...matching,
      sql`(r.seq >= ${change} or r.company_id = any(array(select id from change where at_change >= ${change})))`,
      after(atChange, sql`r.seq`, position),
      sql`(${atChange} > ${position.knownUntil}::bigint or not (${had}))`,
    ])}`;
}

/** Returns ids of records that are deleted or no longer match, and that matched at some time since the base. */
function lostByChange({ table, name, columns, position, matching, matched }: Scope): RawBuilder<unknown> {
  return sql`select v.id, v.ended as at_change, v.ended as record_change, false as fits
    from past_version v cross join lateral (${rowBefore(columns)}) r
    where ${allOf([
      sql`v.kind = ${name} and v.ended > ${position.base}::bigint`,
      after(sql`v.ended`, sql`v.ended`, position),
      ...matched,
      sql`not exists (select from ${table} r where ${allOf([sql`r.id = v.id`, ...matching])})`,
    ])}`;
}

/** Returns ids of records whose company no longer matches. */
function lostWithCompany({ table, position, withoutCompany }: Scope): RawBuilder<unknown> {
  return sql`select r.id, c.at_change, r.seq as record_change, false as fits
    from ${table} r join change c on c.id = r.company_id
    where ${allOf([sql`not c.after`, after(sql`c.at_change`, sql`r.seq`, position), ...withoutCompany])}`;
}

/**
 * Returns the row of a table as it was in a version `v`. Planners read only the compared columns, and use their
 * indexes; jsonb_populate_record would make the whole row of each of a million versions.
 */
function rowBefore(columns: readonly ColumnDefinition[]): RawBuilder<unknown> {
  const typed = [
    ...columns.map((column) => [column.name, sqlType(column)] as const),
    ...Object.entries({ company_id: 'text collate "C"', place_id: 'bigint' }),
  ];
  const values = typed.map(
    ([name, type]) => sql`(v.was ->> ${sql.lit(name)})::${sql.raw(type)} as ${sql.id(name)}`,
  );
  return sql`select ${sql.join(values)}`;
}

/** Returns the condition that a change follows the last one that the client has received. */
function after(
  atChange: RawBuilder<unknown>,
  recordChange: RawBuilder<unknown>,
  { change, record }: Position,
): Condition {
  return sql`(${atChange}, ${recordChange}) > (${change}::bigint, ${record}::bigint)`;
}
