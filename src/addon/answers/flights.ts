/** The requests that are being made at the moment: who would ask for the same waits for what they bring. */
import type { Cache, Clock } from '../platform.js';
import type { OpenCall } from '../spending/held.js';
import { FLIGHT_MS } from '../spending/ledger-book.js';
import { FIRST, LAST } from './places.js';
import { type Ask, askOf } from './plan.js';
import { covers } from './scope.js';

const POLL_MS = 250;

/** Under its slot's name the cache holds the token of the last purchase that has ended. */
function endedName(slot: number): string {
  return `ended.${slot}`;
}

/** What tells those who wait that a purchase has ended, in the cache. */
export function endedValues({ slot, token }: Pick<OpenCall, 'slot' | 'token'>): Record<string, string> {
  return { [endedName(slot)]: token };
}

/**
 * Those that bring something that is about to be asked for.
 * @param key of the question: the same one may be asked in a request that is too long to be kept
 * @param since those that were sent before will not do
 */
export function inTheWay(
  flights: readonly OpenCall[],
  { payer, key }: { readonly payer: string; readonly key: string },
  asks: readonly Ask[],
  since: number,
): OpenCall[] {
  return flights.filter(({ key: theirs, sent, dataset, bodies }) => {
    if (sent < since || !theirs.startsWith(`${payer} `)) return false;
    if (theirs === key || !dataset || !bodies) return theirs === key;
    const brought = bodies.map((body) => askOf(dataset, body));
    return asks.some((ask) => brought.some((other) => brings(other, ask)));
  });
}

/** Those that may still be made by others. */
export function inFlight(open: readonly OpenCall[], now: number): OpenCall[] {
  return open.filter(({ sent, unclear }) => !unclear && sent <= now && now - sent < FLIGHT_MS);
}

/** Whether a purchase has ended by what was told. */
export function hasTold(told: Readonly<Record<string, string>>, { slot, token }: OpenCall): boolean {
  return told[endedName(slot)] === token;
}

/** Those that are still in flight. */
export function underWay(cache: Cache, clock: Clock, flights: readonly OpenCall[]): OpenCall[] {
  const alive = flights.filter(({ sent }) => clock.now() - sent < FLIGHT_MS);
  if (alive.length === 0) return [];
  const ended = cache.getAll(alive.map(({ slot }) => endedName(slot)));
  return alive.filter((flight) => !hasTold(ended, flight));
}

/** Waits until all of them have landed. @returns false if that takes until an instant */
export function waitUntil(
  cache: Cache,
  clock: Clock,
  flights: readonly OpenCall[],
  instant: number,
): boolean {
  while (underWay(cache, clock, flights).length > 0) {
    if (clock.now() >= instant) return false;
    clock.sleep(POLL_MS);
  }
  return true;
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
