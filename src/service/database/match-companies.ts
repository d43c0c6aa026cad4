/**
 * Finds the companies that messy texts mean. Indexes give the candidates: companies with the same id, domain
 * or name, and the alphabetical neighbours of the name and of the reversed name. They share its longest
 * beginning or end, and one typing error leaves one of the two intact.
 */
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import type { CompanyMatch, KnownCompany } from '../../contract/match-answer.js';
import {
  isNearName,
  matchCompany,
  type NamedCompany,
  nameCompany,
  readWantedCompany,
  type WantedCompany,
} from './company-match.js';
import { type Db, scalarOf } from './db.js';
import { MOST_EDITS } from './typing-errors.js';

/** The number of neighbours before a name, and as many after it. */
const MOST_NEIGHBOURS = 15;
const MOST_BY_LABEL = 5;
/** Other requests get their turn after this many texts, because an unusual one takes milliseconds. */
const TEXTS_AT_ONCE = 20;

interface Found {
  readonly at: number;
  readonly id: string;
  /** The neighbouring name; null for a certain candidate. */
  readonly core: string | null;
}

/** @returns a match for each text, in the same order */
export async function matchCompanies(db: Db, texts: readonly string[]): Promise<readonly CompanyMatch[]> {
  // the engine rejects half of a surrogate pair in JSON
  const wanted = await inTurns(texts, (text) => readWantedCompany(text.replace(/\p{Surrogate}/gu, '\ufffd')));
  const equal = await findSame(db, wanted);
  const same = await matchWith(db, wanted, equal);
  const isClear = (at: number) => same[at]!.status === 'exact';
  if (same.every((_, at) => isClear(at))) return same;
  // searches alphabetical neighbours only for texts without an exact match
  const unclear = wanted.map((one, at) => (isClear(at) ? NO_COMPANY : one));
  const found = [...equal.filter(({ at }) => !isClear(at)), ...(await findNear(db, unclear))];
  const near = await matchWith(db, unclear, found);
  return near.map((one, at) => (isClear(at) ? same[at]! : one));
}

const NO_COMPANY: WantedCompany = { id: '', domains: [] };

async function matchWith(
  db: Db,
  wanted: readonly WantedCompany[],
  all: readonly Found[],
): Promise<readonly CompanyMatch[]> {
  const found = all.filter(({ at, core }) => core === null || isNearName(wanted[at]!, core));
  const companies = await readCompanies(db, [...new Set(found.map(({ id }) => id))]);
  // several indexes may find the same company
  const candidates = wanted.map(() => new Set<NamedCompany>());
  for (const { at, id } of found) {
    const company = companies.get(id);
    if (company) candidates[at]!.add(company);
  }
  return inTurns(wanted, (one, at) => matchCompany(one, [...candidates[at]!]));
}

/** Maps a list like its own method, and lets the process do other work in between. */
async function inTurns<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [at, item] of items.entries()) {
    if (at % TEXTS_AT_ONCE === 0) await turnOfLoop();
    results.push(map(item, at));
  }
  return results;
}

/** Returns rows `w` with the texts to look for, and the index of the wanted company that each belongs to. */
function probes(
  wanted: readonly WantedCompany[],
  textsOf: (one: WantedCompany) => readonly string[],
): RawBuilder<unknown> {
  const all = wanted.flatMap((one, at) => textsOf(one).map((text) => ({ at, text })));
  return sql`json_to_recordset(${JSON.stringify(all)}::json) as w(at int, text text)`;
}

async function findSame(db: Db, wanted: readonly WantedCompany[]): Promise<readonly Found[]> {
  const ids = probes(wanted, ({ id }) => [id]);
  const domains = probes(wanted, ({ domains: all }) => [
    ...new Set(all.flatMap((one) => [one, domainToASCII(one)])),
  ]);
  const rows = sql`
    select w.at, c.id, null as core from ${ids} join company c on c.id = w.text
    union all select w.at, c.id, null from ${domains} join company c on c.search_domain = w.text
    union all select w.at, n.company_id, null from ${probes(wanted, namesOf)} join company_alias n on n.core = w.text`;
  return foundIn(db, rows);
}

/** Finds companies with an alphabetically near name or reversed name, or a domain that begins with the name. */
async function findNear(db: Db, wanted: readonly WantedCompany[]): Promise<readonly Found[]> {
  const cores = probes(wanted, ({ cores: all = [] }) => all);
  // filters here what `isNearName` would reject anyway: most neighbours differ by more than typing errors
  const neighbours = (column: string, text: string, direction: 'asc' | 'desc') => sql`
    select w.at, n.company_id as id, n.core from w cross join lateral (
      select company_id, core from company_alias
      where ${sql.ref(column)} ${sql.raw(direction === 'asc' ? '>' : '<')} ${sql.ref(text)}
      order by ${sql.ref(column)} ${sql.raw(direction)} limit ${MOST_NEIGHBOURS}::int) n
    where starts_with(n.core, w.first)
      and (abs(length(n.core) - w.length) <= ${MOST_EDITS}::int or starts_with(n.core, w.text))`;
  const rows = sql`
    with w as materialized (
      select at, text, reverse(text) as reversed, length(text) as length, left(text, 1) as first from ${cores})
    ${neighbours('core', 'w.text', 'asc')}
    union all ${neighbours('core', 'w.text', 'desc')}
    union all ${neighbours('core_reversed', 'w.reversed', 'asc')}
    union all ${neighbours('core_reversed', 'w.reversed', 'desc')}
    union all select w.at, c.id, null from ${probes(wanted, labelsOf)} cross join lateral (
      select id from company where search_domain >= w.text || '.' and search_domain < w.text || '/'
      order by search_domain limit ${MOST_BY_LABEL}::int) c`;
  return foundIn(db, rows);
}

/** Reads all rows in one value: the embedded engine's driver takes about as long to read a row as to find it. */
async function foundIn(db: Db, rows: RawBuilder<unknown>): Promise<readonly Found[]> {
  const all = await scalarOf<readonly Found[]>(db)`/* prepared */
    select json_agg(found) from (${rows}) found`;
  return all ?? [];
}

function namesOf({ name, dottedName, otherNames = [], placed = [] }: WantedCompany): readonly string[] {
  const forms = [name, dottedName, ...otherNames].flatMap((one) => [
    one?.core,
    one?.whole,
    one?.withoutCountry,
    one?.turned,
  ]);
  const cores = placed.map(({ core }) => core);
  return [...new Set([...forms, ...cores].filter((form) => form !== undefined))];
}

/** Returns the labels that a domain of the name may have: smithandwesson, smithwesson, smith-wesson, saint-gobain. */
function labelsOf({ spellings = [], domains }: WantedCompany): readonly string[] {
  if (domains.length > 0) return [];
  // not the name in the database's form, in which Maersk is Marsk
  const labels = spellings.flatMap((spelling) => {
    const words = spelling.words.trim().split(' ');
    const names = words.filter((word) => word !== 'and');
    const inFull = names.map((word) => (word === 'st' ? 'saint' : word));
    return [words.join(''), words.join('-'), names.join(''), names.join('-'), inFull.join('-')];
  });
  return [...new Set(labels)];
}

async function readCompanies(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NamedCompany>> {
  const companies = await scalarOf<readonly KnownCompany[]>(db)`/* prepared */
    select json_agg(json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain,
      'location', h.location, 'formerNames', (
        select json_agg(n.name) from company_alias n where n.company_id = c.id and n.is_former))))
    from unnest(${ids}::text[]) as w(id) join company c on c.id = w.id left join place h on h.id = c.place_id`;
  return new Map(companies?.map((company) => [company.id, nameCompany(company)]));
}
