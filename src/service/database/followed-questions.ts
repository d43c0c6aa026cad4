/**
 * Questions that clients follow. Of each it is noted which versions match, and a number for each change of that: a
 * record came, changed or went. A call compares the notes with what matches now, in one statement; a cursor is a
 * number. So whatever may change an answer is found without its help: records, companies, groups, rows that are
 * deleted. Nothing depends on the order in which writers commit, and writers do not know of it.
 */
import { type Kysely, sql } from 'kysely';
import { RECORD_TABLES } from './columns.js';
import { comparedDate } from './conditions.js';
import type { Tables } from './database.js';
import { VERSIONS_OF_RECORDS } from './entitlements.js';
import { JOINED_RECORDS, type RecordAnswer, type RecordQuery, whereOf } from './query-records.js';

/** Where a client is in what was noted for a question. */
export interface CursorPosition {
  /** A UUID. */
  readonly question: string;
  readonly after: number;
}

/** Its limit is that of records and removed ids together; 0, without a position, begins and tells nothing. */
export interface ChangesQuery extends RecordQuery {
  /** Who follows it; 0 for clients without a key. */
  readonly keyId: number;
  /** Equal for equal questions. */
  readonly fingerprint: string;
  /** Missing at the beginning. */
  readonly position?: CursorPosition | undefined;
  /** Most records that a question may match. */
  readonly maxMatching: number;
  /** Most changes that are noted for one key: beyond, what it has not asked for the longest time is forgotten. */
  readonly maxNoted: number;
}

export interface ChangesPage extends RecordAnswer {
  /** A JSON array of ids. */
  readonly removed: string;
  readonly position: CursorPosition;
  readonly more: boolean;
  /** Rows that were written to follow the question. */
  readonly written: number;
}

export type ChangesOutcome = ChangesPage | 'UNKNOWN_POSITION' | 'TOO_MANY';

/** A question that nobody asks for so long is forgotten. */
const FORGOTTEN = sql`now() - interval '30 days'`;

/** Runs inside the caller's transaction. Calls with positions of the same question follow each other. */
export async function followQuestion(db: Kysely<Tables>, request: ChangesQuery): Promise<ChangesOutcome> {
  const { position, limit } = request;
  const known = position ? await lockQuestion(db, request, position) : await addQuestion(db, request);
  if (!known) return 'UNKNOWN_POSITION';
  const found = await whereOf(db, request);
  const where = found === 'nothing' ? sql`where false` : found;
  const page = await (limit === 0 ? noteAll : compare)(db, request, known, where);
  if (page.fits) return page;
  await forget(db, sql`id = ${known.question}::uuid`);
  return 'TOO_MANY';
}

/** Forgets what is followed no longer. Returns the number of questions. */
export async function pruneQuestions(db: Kysely<Tables>): Promise<number> {
  return forget(db, sql`used < ${FORGOTTEN}`);
}

interface Known extends CursorPosition {
  /** The number of the last change. */
  readonly last: number;
}

async function lockQuestion(
  db: Kysely<Tables>,
  { keyId, fingerprint }: ChangesQuery,
  { question, after }: CursorPosition,
): Promise<Known | undefined> {
  const { rows } = await sql<{ last: number }>`update followed_question set used = now()
    where id = ${question}::uuid and key_id = ${keyId}::bigint and fingerprint = ${fingerprint}
      and last >= ${after}::bigint and used >= ${FORGOTTEN} returning last`.execute(db);
  return rows[0] && { question, after, last: rows[0].last };
}

async function addQuestion(
  db: Kysely<Tables>,
  { keyId, fingerprint, maxNoted }: ChangesQuery,
): Promise<Known> {
  await forget(
    db,
    sql`id in (select id from (select id, sum(last) over (order by used desc, id) as noted
      from followed_question where key_id = ${keyId}::bigint) x where noted > ${maxNoted}::bigint)`,
  );
  const { rows } = await sql<{ id: string }>`insert into followed_question (key_id, fingerprint)
    values (${keyId}::bigint, ${fingerprint}) returning id`.execute(db);
  return { question: rows[0]!.id, after: 0, last: 0 };
}

/** In two statements: the second sees what was noted while the first one waited for a lock. */
async function forget(db: Kysely<Tables>, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    id: string;
  }>`delete from followed_question where ${which} returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await sql`delete from followed_record where question = any(${ids}::uuid[])`.execute(db);
  return ids.length;
}

/** What a client sees of a record `r`. */
const VERSION = sql`concat_ws(' ', r.last_modified, r.digest)`;

/** Notes all that matches as told, with the number 0: a client has it from elsewhere. */
async function noteAll(
  db: Kysely<Tables>,
  { dataset, maxMatching }: ChangesQuery,
  { question }: CursorPosition,
  where: ReturnType<typeof sql>,
): Promise<ChangesPage & { readonly fits: boolean }> {
  const { rows } = await sql<{ fits: boolean; written: number }>`
    with matching as materialized (select r.id, ${VERSION} as version
        from ${sql.table(RECORD_TABLES[dataset].name)} r ${where} limit ${maxMatching + 1}::int),
      size as (select count(*) as count, count(*) <= ${maxMatching}::int as fits from matching),
      noted as (insert into followed_record (question, record_id, version, number)
        select ${question}::uuid, id, version, 0 from matching where (select fits from size)),
      counted as (update followed_question set last = (select count from size) where id = ${question}::uuid)
    select fits, case when fits then count else 0 end::int as written from size`.execute(db);
  const position = { question, after: 0 };
  return { count: 0, json: '[]', removed: '[]', position, more: false, ...rows[0]! };
}

/**
 * In one statement, so that what is noted and what is told are of the same instant. Changes that are found together are
 * numbered in the order of an answer.
 */
async function compare(
  db: Kysely<Tables>,
  { dataset, query, limit, maxMatching, withVersions = false }: ChangesQuery,
  { question, after, last }: Known,
  where: ReturnType<typeof sql>,
): Promise<ChangesPage & { readonly fits: boolean }> {
  const day = sql.ref(`r.${comparedDate(dataset, query)}`);
  const joined = JOINED_RECORDS[dataset];
  const { rows } = await sql<Omit<ChangesPage, 'position'> & { after: number; fits: boolean }>`
    with matching as materialized (
        select r.*, ${VERSION} as noted_version
        from ${sql.table(RECORD_TABLES[dataset].name)} r ${where}
        order by ${day} desc, r.id desc limit ${maxMatching + 1}::int),
      size as (select count(*) <= ${maxMatching}::int as fits from matching),
      change as materialized (
        select coalesce(r.id, n.record_id) as id, r.noted_version as version,
          ${last}::bigint + row_number() over (order by ${day} desc, r.id desc) as number
        from matching r full join (select record_id, version from followed_record
          where question = ${question}::uuid and version is not null) n on n.record_id = r.id
        where r.noted_version is distinct from n.version and (select fits from size)),
      untold as materialized (
        select id, version, number from change
        union all
        select record_id, version, number from followed_record f
        where question = ${question}::uuid and number > ${after}::bigint
          and not exists (select 1 from change where change.id = f.record_id)
        order by number limit ${limit + 1}::int),
      told as (select * from untold order by number limit ${limit}::int),
      noted as (insert into followed_record (question, record_id, version, number)
        select ${question}::uuid, id, version, number from change
        on conflict (question, record_id) do update set version = excluded.version, number = excluded.number),
      counted as (update followed_question set last = last + (select count(*) from change)
        where id = ${question}::uuid)
    select count(r.id)::int as count,
      coalesce(json_agg(${joined.json} order by t.number) filter (where t.version is not null), '[]')::text as json,
      coalesce(json_agg(t.id order by t.number) filter (where t.version is null), '[]')::text as removed,
      coalesce(max(t.number), ${after}::bigint)::bigint as after,
      (select count(*) > ${limit}::int from untold) as more, (select fits from size) as fits,
      (select count(*)::int from change) as written
      ${withVersions ? sql`, ${VERSIONS_OF_RECORDS} as versions` : sql``}
    from told t left join matching r on r.id = t.id and r.noted_version = t.version ${joined.joins}`.execute(
    db,
  );
  const { after: told, ...page } = rows[0]!;
  return { ...page, position: { question, after: told } };
}
