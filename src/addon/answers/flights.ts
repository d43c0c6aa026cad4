/** The requests that are being made at the moment: who would ask for the same waits for what they bring. */
import type { Cache, Clock } from '../platform.js';
import { asciiJson } from '../storage/ascii-json.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { Ask } from './plan.js';
import { FIRST, LAST } from './regions.js';
import { covers } from './scope.js';

export interface InFlightPurchase {
  readonly id: string;
  readonly payer: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly asks: readonly Ask[];
}

const FLIGHTS = 'flights';
/**
 * A request that has not finished by then is taken for dead: a little longer than the longest call, and short enough that
 * those who wait can still take its place.
 */
const SECONDS = 21;
/** A value of the cache has 100 KB; very long lists of companies are not worth the room. */
const MAX_LENGTH = 90_000;

/** Those in flight; under the document's lock no other one begins meanwhile. */
export function readFlights(cache: Cache, now: number): InFlightPurchase[] {
  const listed = cache.getAll([FLIGHTS])[FLIGHTS];
  const all = ignoreErrors(() => JSON.parse(listed ?? '[]') as InFlightPurchase[]) ?? [];
  const recent = all.filter(({ at }) => at <= now && now - at < SECONDS * 1_000);
  if (recent.length === 0) return [];
  const alive = cache.getAll(recent.map(({ id }) => leaseOf(id)));
  return recent.filter(({ id }) => alive[leaseOf(id)] !== undefined);
}

export function beginFlight(
  cache: Cache,
  flights: readonly InFlightPurchase[],
  flight: InFlightPurchase,
): void {
  let all = [...flights, flight];
  while (asciiJson(all).length > MAX_LENGTH && all.length > 0) all = all.slice(1);
  cache.putAll({ [FLIGHTS]: asciiJson(all), [leaseOf(flight.id)]: '1' }, SECONDS);
}

export function endFlight(cache: Cache, id: string): void {
  ignoreErrors(() => cache.removeAll([leaseOf(id)]));
}

/** Those that bring something that is about to be asked for. @param since those that were sent before will not do */
export function inTheWay(
  flights: readonly InFlightPurchase[],
  payer: string,
  asks: readonly Ask[],
  since: number,
): InFlightPurchase[] {
  return flights.filter(
    (flight) =>
      flight.payer === payer &&
      flight.at >= since &&
      asks.some((ask) => flight.asks.some((other) => brings(other, ask))),
  );
}

/** Whether one of them is still in flight. */
export function isUnderWay(cache: Cache, clock: Clock, flights: readonly InFlightPurchase[]): boolean {
  const ids = flights.filter(({ at }) => clock.now() - at < SECONDS * 1_000).map(({ id }) => leaseOf(id));
  return ids.length > 0 && Object.keys(cache.getAll(ids)).length > 0;
}

function brings(other: Ask, ask: Ask): boolean {
  return (
    other.byModified === ask.byModified &&
    other.scope.dataset === ask.scope.dataset &&
    (other.days.start || FIRST) <= (ask.days.start || FIRST) &&
    (other.days.end || LAST) >= (ask.days.end || LAST) &&
    covers(other.scope, ask.scope)
  );
}

function leaseOf(id: string): string {
  return `flight:${id}`;
}
