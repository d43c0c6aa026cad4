/** Computes when a job is due in the spreadsheet's time zone. Triggers run hourly, not to the minute. */
import { addDays } from '../../contract/dates.js';
import type { Schedule } from '../../contract/jobs.js';
import type { Zone } from '../question/zone.js';

const HOUR_MS = 3_600_000;
const DAYS_A_WEEK = 7;

/** Returns the last scheduled time up to `now`, in milliseconds since 1970. */
export function lastSlot(schedule: Schedule, now: number, zone: Zone): number {
  if (schedule.every === 'hour') return Math.floor(now / HOUR_MS) * HOUR_MS;
  return Math.max(0, ...slotsAround(schedule, now, zone).filter((slot) => slot <= now));
}

/** Returns the first scheduled time after `now`. */
export function nextSlot(schedule: Schedule, now: number, zone: Zone): number {
  if (schedule.every === 'hour') return Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  return Math.min(...slotsAround(schedule, now, zone).filter((slot) => slot > now));
}

/** Returns the scheduled times of the week before and the week after a moment. */
function slotsAround(schedule: Schedule, now: number, zone: Zone): number[] {
  const today = zone.dayOf(new Date(now));
  const days = Array.from({ length: 2 * DAYS_A_WEEK + 1 }, (_, index) => addDays(today, index - DAYS_A_WEEK));
  return days.flatMap((day) => slotOn(schedule, day, zone) ?? []);
}

function slotOn({ every, hour, weekdays }: Schedule, day: string, zone: Zone): number | undefined {
  if (every === 'week' && !weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())) return undefined;
  // daylight saving changes clocks in the small hours: later hours count back from the next midnight
  const fromMidnight = hour < 4;
  return fromMidnight
    ? zone.midnight(day).getTime() + hour * HOUR_MS
    : zone.midnight(addDays(day, 1)).getTime() - (24 - hour) * HOUR_MS;
}
