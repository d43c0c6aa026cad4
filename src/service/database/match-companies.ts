/**
 * Finds the companies that messy texts mean. Indexes give the candidates: companies with the same id, domain
 * or name, and the alphabetical neighbours of the name and of the reversed name. They share its longest
 * beginning or end, and one typing error leaves one of the two intact.
 */
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { editsBetween } from '../../contract/edits.js';
import type { CompanyMatch, KnownCompany } from '../../contract/match-answer.js';
import { matchCompany, nameCompany, readWantedCompany, type WantedCompany } from './company-match.js';
import { type Db, scalarOf } from './db.js';
import { coreInFull, MOST_EDITS } from './typing-errors.js';

/** The number of neighbours before a name, and as many after it. */
const MOST_NEIGHBOURS = 15;
const MOST_BY_LABEL = 5;
/** Other requests get their turn after this many texts, because an unusual one takes milliseconds. */
const TEXTS_AT_ONCE = 20;

/** By the position of their texts. */
type Wanted = ReadonlyMap<number, WantedCompany>;

/** A company that the text at a position may mean. */
interface Found {
  readonly at: number;
  readonly id: string;
}

/** @returns a match for each text, in the same order */
export async function matchCompanies(db: Db, texts: readonly string[]): Promise<readonly CompanyMatch[]> {
  // the engine rejects half of a surrogate pair in JSON
  const wanted = await inTurns(new Map(texts.entries()), (text) =>
    readWantedCompany(text.replace(/\p{Surrogate}/gu, '\ufffd')),
  );
  const same = await findSame(db, wanted);
  const matches = await matchWith(db, wanted, same);
  // searches alphabetical neighbours only for texts without an exact match
  const unclear = new Map([...wanted].filter(([at]) => matches.get(at)!.status !== 'exact'));
  if (unclear.size > 0) {
    const near = await findNear(db, unclear);
    for (const [at, match] of await matchWith(db, unclear, [...same, ...near])) matches.set(at, match);
  }
  return [...matches.values()];
}

async function matchWith(db: Db, wanted: Wanted, all: readonly Found[]): Promise<Map<number, CompanyMatch>> {
  // several indexes may find the same company
  const candidates = new Map([...wanted.keys()].map((at) => [at, new Set<string>()]));
  for (const { at, id } of all) candidates.get(at)?.add(id);
  const companies = await readCompanies(db, new Set([...candidates.values()].flatMap((ids) => [...ids])));
  return inTurns(wanted, (one, at) =>
    matchCompany(
      one,
      [...candidates.get(at)!].flatMap((id) => companies.get(id) ?? []),
    ),
  );
}

/** Maps values, and lets the process do other work in between. */
async function inTurns<T, R>(
  values: ReadonlyMap<number, T>,
  map: (value: T, at: number) => R,
): Promise<Map<number, R>> {
  const results = new Map<number, R>();
  for (const [at, value] of values) {
    if (results.size % TEXTS_AT_ONCE === 0) await turnOfLoop();
    results.set(at, map(value, at));
  }
  return results;
}

/** Returns rows `w` with the texts to look for, and the position of the wanted company that each belongs to. */
function probes(wanted: Wanted, textsOf: (one: WantedCompany) => readonly string[]): RawBuilder<unknown> {
  const all = [...wanted].flatMap(([at, one]) => [...new Set(textsOf(one))].map((text) => ({ at, text })));
  return sql`json_to_recordset(${JSON.stringify(all)}::json) as w(at int, text text)`;
}

async function findSame(db: Db, wanted: Wanted): Promise<readonly Found[]> {
  const ids = probes(wanted, ({ id }) => [id]);
  const domains = probes(wanted, ({ domains: all }) => all.flatMap((one) => [one, domainToASCII(one)]));
  return foundIn(
    db,
    sql`select w.at, c.id from ${ids} join company c on c.id = w.text
    union all select w.at, c.id from ${domains} join company c on c.search_domain = w.text
    union all select w.at, n.company_id from ${probes(wanted, formsOf)} join company_alias n on n.core = w.text`,
  );
}

/** Finds companies with an alphabetically near name or reversed name, or a domain that begins with the name. */
async function findNear(db: Db, wanted: Wanted): Promise<readonly Found[]> {
  const cores = new Map([...wanted].map(([at, one]) => [at, coresOf(one)]));
  // filters here what `isNear` would reject anyway: most neighbours differ by more than typing errors
  const neighbours = (column: string, text: string, direction: 'asc' | 'desc') => sql`
    select w.at, n.company_id as id, n.core from w cross join lateral (
      select company_id, core from company_alias
      where ${sql.ref(column)} ${sql.raw(direction === 'asc' ? '>' : '<')} ${sql.ref(text)}
      order by ${sql.ref(column)} ${sql.raw(direction)} limit ${MOST_NEIGHBOURS}::int) n
    where starts_with(n.core, w.first)
      and (abs(length(n.core) - w.length) <= ${MOST_EDITS}::int or starts_with(n.core, w.text))`;
  const found = await foundIn<Found & { readonly core: string | null }>(
    db,
    sql`with w as materialized (
      select at, text, reverse(text) as reversed, length(text) as length, left(text, 1) as first
      from ${probes(wanted, coresOf)})
    ${neighbours('core', 'w.text', 'asc')}
    union all ${neighbours('core', 'w.text', 'desc')}
    union all ${neighbours('core_reversed', 'w.reversed', 'asc')}
    union all ${neighbours('core_reversed', 'w.reversed', 'desc')}
    union all select w.at, c.id, null from ${probes(wanted, labelsOf)} cross join lateral (
      select id from company where search_domain >= w.text || '.' and search_domain < w.text || '/'
      order by search_domain limit ${MOST_BY_LABEL}::int) c`,
  );
  const isNear = (own: string, core: string) =>
    core.startsWith(own) || editsBetween(core, own, MOST_EDITS) <= MOST_EDITS;
  return found.filter(({ at, core }) => core === null || cores.get(at)!.some((own) => isNear(own, core)));
}

/** Reads all rows in one value: the embedded engine's driver takes about as long to read a row as to find it. */
async function foundIn<T = Found>(db: Db, rows: RawBuilder<unknown>): Promise<readonly T[]> {
  const all = await scalarOf<readonly T[]>(db)`/* prepared */
    select json_agg(found) from (${rows}) found`;
  return all ?? [];
}

/** Returns the cores to look for among alphabetical neighbours: acmetech and acmetechnolog. */
function coresOf({ names: [name] }: WantedCompany): readonly string[] {
  return name ? [...new Set([name.core, coreInFull(name)])] : [];
}

/** Returns the forms of a text's names that a company's name may be equal to. */
function formsOf({ names, placed }: WantedCompany): readonly string[] {
  const forms = names.flatMap((name) => [name.core, name.whole, name.withoutCountry, name.turned]);
  return [...forms, ...placed.map(({ core }) => core)].filter((form) => form !== undefined);
}

/** Returns the labels that a domain of the name may have: smithandwesson, smithwesson, smith-wesson, saint-gobain. */
function labelsOf({ spellings, domains }: WantedCompany): readonly string[] {
  if (domains.length > 0) return [];
  // not the name in the database's form, in which Maersk is Marsk
  return spellings.flatMap((spelling) => {
    const words = spelling.words.trim().split(' ');
    const names = words.filter((word) => word !== 'and');
    const inFull = names.map((word) => (word === 'st' ? 'saint' : word));
    return [words.join(''), words.join('-'), names.join(''), names.join('-'), inFull.join('-')];
  });
}

async function readCompanies(db: Db, ids: ReadonlySet<string>) {
  const companies = await scalarOf<readonly KnownCompany[]>(db)`/* prepared */
    select json_agg(json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'domain', c.domain,
      'location', h.location, 'formerNames', (
        select json_agg(n.name) from company_alias n where n.company_id = c.id and n.is_former))))
    from unnest(${[...ids]}::text[]) as w(id) join company c on c.id = w.id left join place h on h.id = c.place_id`;
  return new Map(companies?.map((company) => [company.id, nameCompany(company)]));
}
