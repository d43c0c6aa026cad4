/** When a job is due, in the time zone of the spreadsheet. A trigger comes by once an hour at most, and not to the minute. */
import { addDays } from '../../contract/dates.js';
import type { Schedule } from '../../contract/jobs.js';
import type { Zone } from '../question/zone.js';

const HOUR_MS = 3_600_000;
const DAYS_AHEAD = 8;
const DAYS_A_WEEK = 7;

/** The last moment up to `now` for which a job was scheduled. Milliseconds since 1970. */
export function lastSlot(schedule: Schedule, now: number, zone: Zone): number {
  if (schedule.every === 'hour') return Math.floor(now / HOUR_MS) * HOUR_MS;
  const today = zone.dayOf(new Date(now));
  for (let back = 0; back <= DAYS_A_WEEK; back++) {
    const day = addDays(today, -back);
    const slot = slotOn(schedule, day, zone);
    if (slot !== undefined && slot <= now) return slot;
  }
  return 0;
}

/** The first moment after `now` for which a job is scheduled. */
export function nextSlot(schedule: Schedule, now: number, zone: Zone): number {
  if (schedule.every === 'hour') return Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  const today = zone.dayOf(new Date(now));
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const slot = slotOn(schedule, addDays(today, ahead), zone);
    if (slot !== undefined && slot > now) return slot;
  }
  return 0;
}

function slotOn({ every, hour, weekdays }: Schedule, day: string, zone: Zone): number | undefined {
  if (every === 'week' && !weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())) return undefined;
  // clocks change in the small hours: later ones count from the next midnight
  const fromMidnight = hour < 4;
  return fromMidnight
    ? zone.midnight(day).getTime() + hour * HOUR_MS
    : zone.midnight(addDays(day, 1)).getTime() - (24 - hour) * HOUR_MS;
}
