/** How old what is known may become: no change tells what was corrected away, unless a question is followed. Pure. */
import { later, utcDay } from '../question/window.js';

/** A region, as far as its age goes. */
interface Aged {
  readonly start: string;
  readonly end: string;
  readonly until?: string;
  readonly floor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin?: number;
}

/** What is so old is asked for again, whole. */
const MONTH_MS = 31 * 86_400_000;

/** The instant before which what is too old was found. */
export function monthBefore(now: number): number {
  return now - MONTH_MS;
}

/** What had been corrected away by this instant is not in a region. */
export function originOf({ at, origin = at }: Pick<Aged, 'at' | 'origin'>): number {
  return origin;
}

/** What a region of changes says of the days that are no month old: of each of them it is known since it was over. */
export function youngPart<R extends Aged>(region: R, now: number): R[] {
  const origin = monthBefore(now);
  if (originOf(region) >= origin) return [region];
  const start = later(region.start, utcDay(origin));
  const floor = region.floor < start ? '' : region.floor;
  return (region.until ?? region.end) < start ? [] : [{ ...region, start, floor, origin }];
}
