/** Suggests known values for values that match no company and no place. */
import { type RawBuilder, sql } from 'kysely';
import type { Suggestion } from '../../contract/estimate.js';
import { type Db, rowsOf, scalarOf } from './db.js';
import { searchCompanies } from './search-companies.js';
import { containing, fold } from './text.js';

/** Only this many values of a list are checked. */
const MAX_CHECKED = 20;
/** Only this many unknown values get suggestions. */
const MAX_SUGGESTED = 5;
/** Companies that are compared with a part of a value. */
const MAX_COMPARED = 300;
/** With two wrong characters, one of three parts of a typical value is still right and finds it. */
const PART_LENGTH = 3;
const MAX_PARTS = 3;
/** The beginning of a value is right more often than its middle. */
const BEGINNING_LENGTH = 2;

export interface NamedValues {
  /** The kind of the values. Names, domains and places may be partial. */
  readonly kind: 'name' | 'domain' | 'id' | 'place' | 'country';
  readonly values: readonly string[];
}

type ValueSuggestion = Omit<Suggestion, 'field'>;

/** Returns only unknown values. Suggests ids for a value that looks like a name or a domain. */
export async function suggestValues(
  db: Db,
  { kind, values }: NamedValues,
): Promise<readonly ValueSuggestion[]> {
  const checked = values.slice(0, MAX_CHECKED);
  const known = await areKnown(db, kind, checked);
  const unknown = checked.filter((_, index) => !known[index]);
  const suggestions: ValueSuggestion[] = [];
  for (const [index, value] of unknown.entries()) {
    const nearest = index < MAX_SUGGESTED ? await nearestTo(db, kind, value) : [];
    suggestions.push({ value, nearest });
  }
  return suggestions;
}

/** Checks each value in its own sub-query: a scan finds a frequent part at once, an index a rare one. */
async function areKnown(
  db: Db,
  kind: NamedValues['kind'],
  values: readonly string[],
): Promise<readonly boolean[]> {
  const conditionOf = (value: string) => {
    if (kind === 'id') return sql`company where id = ${value}`;
    if (kind === 'country') return sql`place where search_country = ${fold(value)}`;
    const [table, column] = kind === 'place' ? ['place', 'location'] : ['company', kind];
    return sql`${sql.table(table)} where ${sql.ref(`search_${column}`)} like ${containing(value)}`;
  };
  const each = values.map((value) => sql`exists (select 1 from ${conditionOf(value)})`);
  return (await scalarOf<readonly boolean[]>(db)`
    select json_build_array(${sql.join(each)}) as known`)!;
}

async function nearestTo(db: Db, kind: NamedValues['kind'], value: string): Promise<readonly string[]> {
  if (kind === 'id') {
    const found = await searchCompanies(db, { query: value }, MAX_NEAREST);
    return found.map(({ id }) => id);
  }
  const start = [...fold(value)].slice(0, BEGINNING_LENGTH).join('');
  const alike =
    kind === 'name' || kind === 'domain' ? companiesLike(kind, value, start) : placesLike(kind, start);
  const rows = await rowsOf<{ value: string }>(db)`${alike}`;
  const compared = new Map(rows.map((row) => [comparedPart(kind, row.value), row.value]));
  return nearestOf(comparedPart(kind, value), [...compared.keys()]).map((part) => compared.get(part)!);
}

/** Returns companies whose name or domain begins like the value, or has a part of it. */
function companiesLike(kind: 'name' | 'domain', value: string, start: string): RawBuilder<unknown> {
  const column = sql.ref(`search_${kind}`);
  const conditions = [
    sql`${column} >= ${start} and ${column} < ${`${start}\u{10ffff}`}`,
    ...partsOf(value).map((part) => sql`${column} like ${containing(part)}`),
  ];
  const select = sql`select ${sql.ref(kind)} as value from company`;
  const limited = conditions.map(
    (condition) => sql`(${select} where ${condition} limit ${MAX_COMPARED}::int)`,
  );
  return sql.join(limited, sql` union `);
}

/** Returns all countries, states and cities that begin alike, because places are few. */
function placesLike(kind: 'place' | 'country', start: string): RawBuilder<unknown> {
  // the folded texts have the same parts: the engine's lower() knows only ASCII
  const parts =
    kind === 'country'
      ? sql`(values (p.country, p.search_country))`
      : sql`unnest(string_to_array(p.location, ', '), string_to_array(p.search_location, ', '))`;
  return sql`select distinct v.value collate "C" as value from place p cross join lateral ${parts} v(value, folded)
    where starts_with(v.folded, ${start}) order by 1 limit ${MAX_COMPARED}::int`;
}

/** Removes the top-level domain, which most domains share. */
function comparedPart(kind: NamedValues['kind'], value: string): string {
  return kind === 'domain' ? value.replace(/\.[^.]*$/, '') : value;
}

/** Splits a value into equal parts; none for a short value, whose only part is the unknown value itself. */
function partsOf(value: string): readonly string[] {
  const letters = [...value].slice(0, MAX_COMPARED);
  const count = Math.min(MAX_PARTS, Math.floor(letters.length / PART_LENGTH));
  if (count < 2) return [];
  const length = Math.ceil(letters.length / count);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * length, (index + 1) * length).join(''),
  );
}

const MAX_NEAREST = 3;
/** Longer texts are cut, because the work for a pair grows with the product of their lengths. */
const MAX_LENGTH = 60;
/** One edit is allowed per this many characters. */
const CHARACTERS_PER_EDIT = 3;

/**
 * Returns at most three values, the nearest first, ignoring case; empty if none is near. Compares the shorter
 * text with parts of the longer one, so "tech" has distance 0 to "technology".
 */
export function nearestOf(text: string, values: readonly string[]): readonly string[] {
  return [...new Set(values)]
    .flatMap((value) => {
      const score = distance(folded(text), folded(value));
      return score === undefined ? [] : [{ value, score, extra: Math.abs(value.length - text.length) }];
    })
    .sort((a, b) => a.score - b.score || a.extra - b.extra)
    .slice(0, MAX_NEAREST)
    .map(({ value }) => value);
}

function folded(text: string): string {
  return text.trim().toLowerCase().slice(0, MAX_LENGTH);
}

/** Edits per character of the shorter text; undefined if there are too many, or if that text is empty. */
function distance(a: string, b: string): number | undefined {
  const [part, whole] = a.length <= b.length ? [a, b] : [b, a];
  if (part === '') return undefined;
  const edits = editsToPart(part, whole);
  return edits <= part.length / CHARACTERS_PER_EDIT ? edits / part.length : undefined;
}

/** Returns the minimum number of edits that turn `part` into a substring of `whole` (Sellers). */
function editsToPart(part: string, whole: string): number {
  let column = Array.from({ length: part.length + 1 }, (_, index) => index);
  let least = part.length;
  for (const letter of whole) {
    const next = [0];
    for (let index = 1; index <= part.length; index += 1) {
      const same = column[index - 1]! + (part[index - 1] === letter ? 0 : 1);
      next.push(Math.min(same, column[index]! + 1, next[index - 1]! + 1));
    }
    column = next;
    least = Math.min(least, column[part.length]!);
  }
  return least;
}
