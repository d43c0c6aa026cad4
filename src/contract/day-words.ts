/** Resolves words for days, such as `-30d` or `last week`, on a given day. */
import { addDays, isoFromWire } from './dates.js';

/** As YYYY-MM-DD, both included. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}

export const SPAN = /^(this|last|next) (week|month|quarter|year)$/;
export const RELATIVE = /^([+-])\s*(\d{1,4})\s*(d|w|m|q|y|days?|weeks?|months?|quarters?|years?)$/;
export const AGO = /^(\d{1,4})\s*(days?|weeks?|months?|quarters?|years?) ago$/;
const NUMERIC = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;

export function normalDay(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').replace('−', '-');
}

/** Returns 'YYYY-MM-DD', or a word such as `-30d`, `today`, `last week`; undefined for other texts. */
export function canonicalDay(typed: string): string | undefined {
  const text = normalDay(typed);
  const [, year = '', , month = '', day = ''] = NUMERIC.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isoFromWire(iso, 'YYYY-MM-DD')) return iso;
  if (/^(?:today|yesterday|tomorrow)$/.test(text) || SPAN.test(text)) return text;
  const [, sign, count, unit] = RELATIVE.exec(text) ?? [];
  if (sign && count && unit) return `${sign}${Number(count)}${unit[0]}`;
  const [, ago, what] = AGO.exec(text) ?? [];
  return ago && what ? `-${Number(ago)}${what[0]}` : undefined;
}

/** Returns the days that a canonical text means: one day, or a span such as last week (Monday first). */
export function resolveDay(text: string, today: string): DayRange {
  const [, which, unit] = SPAN.exec(text) ?? [];
  if (which && unit) return span(unit, which === 'this' ? 0 : which === 'last' ? -1 : 1, today);
  const [, sign, count, letter] = /^([+-])(\d+)([dwmqy])$/.exec(text) ?? [];
  const day = letter ? shift(today, Number(`${sign}${count}`), letter) : (NAMED[text]?.(today) ?? text);
  return { start: day, end: day };
}

const NAMED: Readonly<Record<string, (today: string) => string>> = {
  today: (today) => today,
  yesterday: (today) => addDays(today, -1),
  tomorrow: (today) => addDays(today, 1),
};

const MONTHS: Readonly<Record<string, number>> = { m: 1, q: 3, y: 12, month: 1, quarter: 3, year: 12 };

function shift(day: string, count: number, letter: string): string {
  if (letter === 'd') return addDays(day, count);
  if (letter === 'w') return addDays(day, count * 7);
  return addMonths(day, count * (MONTHS[letter] ?? 1));
}

function span(unit: string, offset: number, today: string): DayRange {
  if (unit === 'week') {
    const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
    const monday = addDays(today, offset * 7 - weekday);
    return { start: monday, end: addDays(monday, 6) };
  }
  const months = MONTHS[unit] ?? 1;
  const month = Number(today.slice(5, 7)) - 1;
  const first = `${today.slice(0, 5)}${String(month - (month % months) + 1).padStart(2, '0')}-01`;
  const start = addMonths(first, offset * months);
  return { start, end: addDays(addMonths(start, months), -1) };
}

/** Returns the same day of another month, or that month's last day if it has no such day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date, last));
  return target.toISOString().slice(0, 10);
}
