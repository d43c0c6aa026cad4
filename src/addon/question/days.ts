/** Dates as people type them: cells, ISO text, and words that stay words until the question is asked. */
import { addDays, isoFromWire } from '../../contract/dates.js';
import { errors } from '../errors.js';
import { isDate, textOf } from './cells.js';
import type { Zone } from './zone.js';

export interface DayRange {
  readonly start: string;
  readonly end: string;
}

const RELATIVE = /^([+-])\s*(\d{1,4})\s*(d|w|m|q|y|days?|weeks?|months?|quarters?|years?)$/;
const AGO = /^(\d{1,4})\s*(days?|weeks?|months?|quarters?|years?) ago$/;
const SPAN = /^(this|last|next) (week|month|quarter|year)$/;
const NUMERIC = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
/** Date cells outside of these years are slips. */
const YEARS = { first: Date.UTC(1900, 0, 1), last: Date.UTC(2999, 11, 30) };
/** Whole numbers that can only be the serials of dates: 2000-01-01 to 2099-12-31. */
const SERIALS = { first: 36_526, last: 73_050, ofEpoch: 25_569 };

/**
 * The canonical text of a date: 'YYYY-MM-DD', or a word such as `-30d`, `today`, `last week`.
 * Words keep a rolling question the same question from day to day.
 * @throws BAD_INPUT
 */
export function readDay(name: string, cell: unknown, zone: () => Zone): string {
  if (isDate(cell)) {
    const time = cell.getTime();
    if (!(time >= YEARS.first && time <= YEARS.last)) throw errors.badDate(name, 'that date');
    return zone().dayOf(cell);
  }
  const text = normal(textOf(name, cell));
  const [, year = '', , month = '', day = ''] = NUMERIC.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isoFromWire(iso, 'YYYY-MM-DD')) return iso;
  if (text === 'today' || text === 'yesterday' || text === 'tomorrow' || SPAN.test(text)) return text;
  const [, sign, count, unit] = RELATIVE.exec(text) ?? [];
  if (sign && count && unit) return `${sign}${Number(count)}${unit[0]}`;
  const [, ago, what] = AGO.exec(text) ?? [];
  if (ago && what) return `-${Number(ago)}${what[0]}`;
  const serial = typeof cell === 'number' ? Math.floor(cell) : Number.NaN;
  if (serial >= SERIALS.first && serial <= SERIALS.last)
    return addDays('1970-01-01', serial - SERIALS.ofEpoch);
  throw errors.badDate(name, textOf(name, cell));
}

function normal(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').replace('−', '-');
}

/** Whether a text can only be days that are counted from today: no company has such a name. */
export function isDayWord(text: string): boolean {
  return [RELATIVE, AGO, SPAN, /^yesterday$/].some((form) => form.test(normal(text)));
}

/** The days that a canonical text means when today is `today`: one day, or a span such as last week (Monday first). */
export function resolveDay(text: string, today: string): DayRange {
  const [, which, unit] = SPAN.exec(text) ?? [];
  if (which && unit) return span(unit, which === 'this' ? 0 : which === 'last' ? -1 : 1, today);
  const [, sign, count, letter] = /^([+-])(\d+)([dwmqy])$/.exec(text) ?? [];
  const day = letter ? shift(today, Number(`${sign}${count}`), letter) : (NAMED[text]?.(today) ?? text);
  return { start: day, end: day };
}

export function isSpan(text: string): boolean {
  return SPAN.test(text);
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

/** The same day of another month, or that month's last day where it has no such day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date, last));
  return target.toISOString().slice(0, 10);
}
