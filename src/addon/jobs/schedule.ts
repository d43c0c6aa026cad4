/** When a job is due, in the time zone of the spreadsheet. A trigger comes by once an hour at most, and not to the minute. */
import { addDays } from '../../contract/dates.js';
import type { Schedule } from '../../contract/jobs.js';
import type { Zone } from '../question/zone.js';

const HOUR_MS = 3_600_000;
const DAYS_A_WEEK = 7;

/** The last moment up to `now` for which a job was scheduled. Milliseconds since 1970. */
export function lastSlot(schedule: Schedule, now: number, zone: Zone): number {
  if (schedule.every === 'hour') return Math.floor(now / HOUR_MS) * HOUR_MS;
  return Math.max(0, ...slotsAround(schedule, now, zone).filter((slot) => slot <= now));
}

/** The first moment after `now` for which a job is scheduled. */
export function nextSlot(schedule: Schedule, now: number, zone: Zone): number {
  if (schedule.every === 'hour') return Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  return Math.min(...slotsAround(schedule, now, zone).filter((slot) => slot > now));
}

/** Those of a week before and of a week after a moment. */
function slotsAround(schedule: Schedule, now: number, zone: Zone): number[] {
  const today = zone.dayOf(new Date(now));
  const days = Array.from({ length: 2 * DAYS_A_WEEK + 1 }, (_, index) => addDays(today, index - DAYS_A_WEEK));
  return days.flatMap((day) => slotOn(schedule, day, zone) ?? []);
}

function slotOn({ every, hour, weekdays }: Schedule, day: string, zone: Zone): number | undefined {
  if (every === 'week' && !weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())) return undefined;
  // clocks change in the small hours: later ones count from the next midnight
  const fromMidnight = hour < 4;
  return fromMidnight
    ? zone.midnight(day).getTime() + hour * HOUR_MS
    : zone.midnight(addDays(day, 1)).getTime() - (24 - hour) * HOUR_MS;
}
