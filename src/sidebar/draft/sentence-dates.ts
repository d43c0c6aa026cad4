/** Turns days in sentences into the days and date words of a formula. */
import { addDays, isoFromWire } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
import { fill, type Match, meaningsFrom, phrase, rowOf } from './lexicon.js';

/** Days as YYYY-MM-DD, or date words of a formula. A missing side is open. */
interface Days {
  readonly start?: string;
  readonly end?: string;
  /** True for a month without a year, which may be another word: may. */
  readonly isBareMonth?: boolean;
  /** True if the words could mean other days. */
  readonly isAmbiguous?: boolean | undefined;
}

/** `length` is the index in the text at which the days end. */
type DaysMatch = Days & { readonly length: number };
type Groups = Readonly<Record<string, string | undefined>>;
/** A phrase and its days. Days without a year are the latest of which none is in the future. */
type Form = readonly [phrase: RegExp, read: (groups: Groups, today: string) => Days];

function form(pattern: string, read: Form[1]): Form {
  return [phrase(`{article?}${pattern}`), read];
}

const COUNT = '(?<count>\\d{1,3}|{numbers}) (?<unit>{units})';
const DATE = '(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?';
const MONTH = '(?<month>{months})\\b\\.?';
const YEAR = '(?<year>20\\d\\d)';
/** Matches the first day and the word after it, such as "1 to" in "1 to 15 October". */
const FIRST = '{between?}(?<first>\\d{1,2})\\.?(?:th)? ?(?:{and}|{to}|[-–]) {article?}';

/** Phrases that need no word before them, in the order in which they are tried. */
const PERIODS: readonly Form[] = [
  form(`{within?}{article?}{rolling} ${COUNT}`, daysBack),
  form('{within?}{article?}{past} (?<unit>{units})', daysBack),
  form('{since} {article?}{yearStart}', () => ({ start: 'this year' })),
  form(`${FIRST}${DATE} ${MONTH}(?: ${YEAR})?`, daysOfMonth),
];

/** Days and spans, in the order in which they are tried. */
const SPANS: readonly Form[] = [
  form('(?<word>{days})', ({ word }) => oneDay(rowOf('days', word))),
  form('(?<which>{relative}) (?<span>{spans})', ({ which, span }) =>
    oneDay(`${rowOf('relative', which)} ${rowOf('spans', span)}`),
  ),
  form('{yearToDate}', () => oneDay('this year')),
  form(`${COUNT} {ago}`, (groups) => oneDay(daysBack(groups).start)),
  form('(?<day>\\d{4}-\\d{2}-\\d{2})', ({ day }) => oneDay(day)),
  form('(?<one>\\d{1,2})(?<mark>[./])(?<two>\\d{1,2})\\k<mark>(?<year>\\d{4})', numericDate),
  form(`${DATE} {of?}${MONTH}(?:,? ${YEAR})?`, daysOfMonth),
  form(`${MONTH} ${DATE}(?:,? ${YEAR})?`, daysOfMonth),
  form(`(?:(?:(?<last>{end})|(?<first>{start})) )?${MONTH}(?: ${YEAR})?`, wholeMonth),
  form(`(?:q(?<nth>[1-4])|(?<ordinal>{ordinals}) {quarter})(?: {of})?(?: ${YEAR})?`, nthOfYear(3)),
  form(`(?:h(?<nth>[12])|(?<ordinal>{ordinals}) {half})(?: {of})?(?: ${YEAR})?`, nthOfYear(6)),
  form(`{ofYear?}${YEAR}(?! ?{notYears})`, ({ year }) => resolveDay('this year', `${year}-01-01`)),
];

/** The words before a pair of days. */
const LEAD = new RegExp(fill('^(?:({between} )|{on?})'));
/** "2023 to 2025" is a pair; "2023 and 2025" only after "between". */
const TO = new RegExp(fill('^(?: ?(?:{to}|{until}) (?:zum )?| ?[-–] ?)'));
const AND_OR_TO = new RegExp(`${fill('^ {and} ')}|${TO.source}`);
/** The words that make a day a start or an end. */
const SIDE = new RegExp(
  fill('^(?:(?<since>{since})|(?<until>{until})|(?<before>{before})|(?<after>{after})|(?<on>{on})) '),
);

/** Reads the days at the start of a normalized text. @param today as YYYY-MM-DD */
export function daysAt(text: string, today: string): Match | undefined {
  const found = read(PERIODS, text, 0, today) ?? pairAt(text, today) ?? sideAt(text, today);
  if (!found) return undefined;
  const { start, end, length, isAmbiguous } = found;
  const meanings = meaningsFrom({ start, end });
  const assumed = meanings.map(({ value }) => value).join(' – ');
  return { length, meanings, ...(isAmbiguous && { assumed }) };
}

/** Reads the first phrase that matches; undefined also for days that do not exist. */
function read(forms: readonly Form[], text: string, from: number, today: string): DaysMatch | undefined {
  const rest = text.slice(from);
  for (const [pattern, daysOf] of forms) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const days = daysOf(found.groups ?? {}, today);
    const isInvalid = [days.start, days.end].some((day = '') => /^\d{4}-/.test(day) && !isDay(day));
    return isInvalid ? undefined : { ...days, length: from + found[0].length };
  }
  return undefined;
}

/** Reads "between May and July", "2023 to 2025". */
function pairAt(text: string, today: string): DaysMatch | undefined {
  const [lead, between] = LEAD.exec(text)!;
  const first = read(SPANS, text, lead.length, today);
  const to = first && (between ? AND_OR_TO : TO).exec(text.slice(first.length));
  const second = to && read(SPANS, text, first.length + to[0].length, today);
  if (!second?.end) return undefined;
  const { end, length } = second;
  // without a year, the first day is the last one before the second, unless that year lacks it: 29 February
  const { start, isAmbiguous } = read(SPANS, text, lead.length, isDay(end) ? end : today) ?? first!;
  return { start: start!, end, length, isAmbiguous: isAmbiguous || second.isAmbiguous };
}

/** Reads a day or span, and the word before it that makes it a start or an end. */
function sideAt(text: string, today: string): DaysMatch | undefined {
  const side = SIDE.exec(text);
  const days = read(SPANS, text, side?.[0].length ?? 0, today);
  if (!days || (days.isBareMonth && !side)) return undefined;
  const { start = '', end = '', length, isAmbiguous } = days;
  const found = { length, isAmbiguous };
  const { since, until, before, after } = side?.groups ?? {};
  if (since) return { start, ...found };
  if (until) return { end, ...found };
  if ((before || after) && !isDay(start)) return undefined;
  if (before) return { end: addDays(start, -1), ...found };
  if (after) return { start: addDays(end, 1), ...found };
  // a span that has already begun needs no end
  const hasBegun = start === 'today' || start.startsWith('this ');
  return hasBegun ? { start, ...found } : { start, end, ...found };
}

function oneDay(day = ''): Days {
  return { start: day, end: day };
}

function daysBack({ count = '1', unit }: Groups): Days {
  return { start: `-${rowOf('numbers', count) ?? Number(count)}${rowOf('units', unit)}` };
}

/** Reads 3.11.2026, and 11/3/2026, which could be the 11th of March. */
function numericDate({ one = '', two = '', mark, year = '' }: Groups): Days {
  const isMonthFirst = mark === '/' && Number(one) <= 12;
  const day = isMonthFirst ? iso8601(year, one, two) : iso8601(year, two, one);
  return { ...oneDay(day), isAmbiguous: isMonthFirst && Number(two) <= 12 && one !== two };
}

function daysOfMonth({ day = '', first = day, month, year }: Groups, today: string): Days {
  const dayOf = (date: string) => latest(rowOf('months', month), date, year, today);
  return { start: dayOf(first), end: dayOf(day) };
}

/** Reads a month, its first day or its last one. */
function wholeMonth({ first, last, month, year }: Groups, today: string): Days {
  const { start, end } = resolveDay('this month', latest(rowOf('months', month), '1', year, today));
  const days = { start: last ? end : start, end: first ? start : end };
  return { ...days, isBareMonth: !year, isAmbiguous: first !== undefined };
}

/** @param months of a quarter, or of a half of a year */
function nthOfYear(months: number): Form[1] {
  return ({ nth, ordinal, year }, today) => {
    const last = Number(nth ?? rowOf('ordinals', ordinal)) * months;
    const start = latest(last - months + 1, '1', year, today);
    return { start, end: resolveDay('this month', iso8601(start.slice(0, 4), last, '1')).end };
  };
}

/** Assumes the latest year in which a day without a year is not in the future. */
function latest(month: number | string = '', date: string, year: string | undefined, today: string): string {
  const day = iso8601(year ?? today.slice(0, 4), month, date);
  return year || day <= today ? day : iso8601(Number(today.slice(0, 4)) - 1, month, date);
}

function isDay(text: string): boolean {
  return isoFromWire(text, 'YYYY-MM-DD') !== undefined;
}

function iso8601(year: string | number, month: string | number, date: string): string {
  return `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}
