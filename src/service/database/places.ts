/** Places: shared by companies and records, so that a location is searched once, not once per record. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { PLACE_COLUMNS } from './columns.js';
import { type Db, run } from './db.js';
import { fold } from './text.js';
import { rowOf, searchColumnsOf, searchTextsOf } from './write-rows.js';

const TEXT_COLUMNS = [...PLACE_COLUMNS, ...searchColumnsOf(PLACE_COLUMNS)];
const TEXT_NAMES = sql.join(TEXT_COLUMNS.map(({ name }) => sql.id(name)));
const TEXT_TYPES = sql.join(TEXT_COLUMNS.map(({ name }) => sql`${sql.id(name)} text`));

export interface Place {
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
}

/** `city, state, country` without the parts that are missing. */
function locationOf({ city, state, country }: Place): string {
  return [city, state, country].filter((part) => part !== undefined && part !== '').join(', ');
}

/** Reads `city, state, country`, `city, country` or `country`; the last part is always the country. */
export function placeOf(location: string): Place {
  const parts = location.split(',').map((part) => part.trim());
  const country = parts.pop();
  const state = parts.length > 1 ? parts.pop() : undefined;
  const city = parts.join(', ');
  return { ...(city && { city }), ...(state && { state }), ...(country && { country }) };
}

/** The same place has the same id everywhere, so writers need no query for it. Undefined for a place without parts. */
export function placeId(place: Place): number | undefined {
  if (locationOf(place) === '') return undefined;
  const name = JSON.stringify([place.city ?? '', place.state ?? '', place.country ?? '']);
  const digest = hash('sha256', name, 'buffer');
  // 53 bits: whole numbers that JavaScript represents exactly
  return Number(digest.readBigUInt64BE() >> 11n);
}

/** Adds the missing places. */
export async function putPlaces(db: Db, places: readonly Place[]): Promise<void> {
  const rows = new Map<number, object>();
  for (const place of places) {
    const id = placeId(place);
    if (id === undefined || rows.has(id)) continue;
    const location = locationOf(place);
    const parts = rowOf(PLACE_COLUMNS, place);
    rows.set(id, {
      id,
      location,
      search_location: fold(location),
      ...parts,
      ...searchTextsOf(PLACE_COLUMNS, parts),
    });
  }
  if (rows.size === 0) return;
  await run(db)`insert into place (id, location, search_location, ${TEXT_NAMES})
    select * from json_to_recordset(${JSON.stringify([...rows.values()])}::json)
      as x(id bigint, location text, search_location text, ${TEXT_TYPES})
    on conflict (id) do nothing`;
}
