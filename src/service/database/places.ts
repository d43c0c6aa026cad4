/** Places, which companies and records share, so that a search compares each location only once. */
import { hash } from 'node:crypto';
import { columnNames, PLACE_COLUMNS } from './columns.js';
import type { Db } from './db.js';
import { fold } from './text.js';
import { insertRows, rowOf, type SqlRow } from './write-rows.js';

const COLUMNS = ['id', 'location', 'search_location', ...columnNames(PLACE_COLUMNS)];

export interface Place {
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
}

/** Returns `city, state, country` without the parts that are missing. */
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

/** Derives the id from the place's parts, so writers need no query. Undefined for a place without parts. */
export function placeId(place: Place): number | undefined {
  if (locationOf(place) === '') return undefined;
  const name = JSON.stringify([place.city ?? '', place.state ?? '', place.country ?? '']);
  const digest = hash('sha256', name, 'buffer');
  // 53 bits: whole numbers that JavaScript represents exactly
  return Number(digest.readBigUInt64BE() >> 11n);
}

export async function putPlaces(db: Db, places: readonly Place[]): Promise<void> {
  const rows = new Map<number, SqlRow>();
  for (const place of places) {
    const id = placeId(place);
    if (id === undefined || rows.has(id)) continue;
    const location = locationOf(place);
    rows.set(id, { id, location, search_location: fold(location), ...rowOf(PLACE_COLUMNS, place) });
  }
  await insertRows(db, 'place', COLUMNS, [...rows.values()], false);
}
