/** Reads dates as people type them: date cells, ISO texts, and words, which stay relative. */
import { addDays } from '../../contract/dates.js';
import { AGO, canonicalDay, normalDay, RELATIVE, SPAN } from '../../contract/day-words.js';
import { errors } from '../errors.js';
import { isDate, textOf } from './cells.js';
import type { Zone } from './zone.js';

/** Date cells outside of these years are mistakes. */
const YEARS = { first: Date.UTC(1900, 0, 1), last: Date.UTC(2999, 11, 30) };
/** Whole numbers that are read as date serials: 2000-01-01 to 2099-12-31. */
const SERIALS = { first: 36_526, last: 73_050, ofEpoch: 25_569 };

/**
 * Returns the canonical text of a date: 'YYYY-MM-DD', or a word such as `-30d`, `today`, `last week`. Words
 * stay, so that a rolling question is the same question every day.
 * @throws BAD_INPUT
 */
export function readDay(name: string, cell: unknown, zone: () => Zone): string {
  if (isDate(cell)) {
    const time = cell.getTime();
    if (!(time >= YEARS.first && time <= YEARS.last)) throw errors.badDate(name, 'that date');
    return zone().dayOf(cell);
  }
  const canonical = canonicalDay(textOf(name, cell));
  if (canonical !== undefined) return canonical;
  const serial = typeof cell === 'number' ? Math.floor(cell) : Number.NaN;
  if (serial >= SERIALS.first && serial <= SERIALS.last)
    return addDays('1970-01-01', serial - SERIALS.ofEpoch);
  throw errors.badDate(name, textOf(name, cell));
}

/** True if a text can only be days that are counted from today: no company has such a name. */
export function isDayWord(text: string): boolean {
  return [RELATIVE, AGO, SPAN, /^yesterday$/].some((form) => form.test(normalDay(text)));
}
