/** Business days, and how many events a day has. */
import { addDays } from '../../contract/dates.js';

function isBusinessDay(iso: string): boolean {
  const weekday = new Date(`${iso}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The day that many business days later; the day itself for 0. */
export function addBusinessDays(iso: string, days: number): string {
  let day = iso;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

/** Every day from `from` to `to`, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Few announcements on weekends, in August and at the end of the year. */
export function activity(iso: string): number {
  const monthDay = iso.slice(5);
  const season = monthDay.startsWith('08') || monthDay >= '12-20' ? 0.75 : 1;
  return season * (isBusinessDay(iso) ? 1 : 0.12);
}

export function laterOf(first: string, second: string): string {
  return [first, second].sort()[1]!;
}
