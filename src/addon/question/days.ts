/** Dates as people type them: cells, ISO text, and words that stay words until the question is asked. */
import { addDays, isoFromWire } from '../../contract/dates.js';
import { SPAN } from '../../contract/day-words.js';
import { errors } from '../errors.js';
import { isDate, textOf } from './cells.js';
import type { Zone } from './zone.js';

const RELATIVE = /^([+-])\s*(\d{1,4})\s*(d|w|m|q|y|days?|weeks?|months?|quarters?|years?)$/;
const AGO = /^(\d{1,4})\s*(days?|weeks?|months?|quarters?|years?) ago$/;
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
