/** Calendar dates without time and zone: 'YYYY-MM-DD' in code, the format of the API version in requests. */

/** Version 2 of the service uses ISO 8601 dates, version 1 puts the day first. */
export type DateFormat = 'YYYY-MM-DD' | 'DD/MM/YYYY';

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Returns 'YYYY-MM-DD' for a calendar date in the given format; undefined for any other text. */
export function isoFromWire(text: string, format: DateFormat): string | undefined {
  const parts = (format === 'YYYY-MM-DD' ? ISO : DAY_FIRST).exec(text);
  if (!parts) return undefined;
  const [first = '', month = '', last = ''] = parts.slice(1);
  const iso = format === 'YYYY-MM-DD' ? text : `${last}-${month}-${first}`;
  return isCalendarDate(iso) ? iso : undefined;
}

/** Writes an ISO date in the format of a request. */
export function wireFromIso(iso: string, format: DateFormat): string {
  return format === 'YYYY-MM-DD' ? iso : iso.split('-').reverse().join('/');
}

/** Returns the ISO date `days` later (earlier when negative). */
export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the whole days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export function later(a: string, b: string): string {
  return a > b ? a : b;
}

export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

function isCalendarDate(iso: string): boolean {
  const [year, month, day] = [Number(iso.slice(0, 4)), Number(iso.slice(5, 7)), Number(iso.slice(8))];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= days;
}
