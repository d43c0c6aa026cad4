/** Places in the order in which a service sends records: by day, newest first, and within a day by id. Pure. */
import { addDays } from '../../contract/dates.js';

export const FIRST = '0000-01-01';
export const LAST = '9999-12-31';
export const UNORDERED = '~';
/** Sorts after every id of a day. */
export const ABOVE = '~';

export function highestOf({ end }: { readonly end: string }): string {
  return `${end}${ABOVE}`;
}

/** Below this place a piece knows nothing; with its first day, that of the day before. */
export function lowestOf({ start, floor }: { readonly start: string; readonly floor: string }): string {
  return floor === '' || floor < start ? (start <= FIRST ? '' : `${addDays(start, -1)}${ABOVE}`) : floor;
}

/** Whether a cover ends where a limit has cut, and not where days were never asked for. */
export function isCutAt(floor: string): boolean {
  return floor !== '' && !floor.endsWith(ABOVE);
}

export function isOrderedFloor(floor: string): boolean {
  return !floor.startsWith(UNORDERED);
}

/** The limit of an answer in no order. */
export function sampleOf(floor: string): number {
  return Number(floor.slice(UNORDERED.length));
}

export function dayAfter(day: string): string {
  return day >= LAST ? LAST : addDays(day, 1);
}

/** The last instant of a day at the service. */
export function endOf(day: string): number {
  return day >= LAST ? Number.POSITIVE_INFINITY : Date.parse(`${addDays(day, 1)}T00:00:00Z`) - 1;
}
