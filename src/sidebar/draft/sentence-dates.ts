/** Turns days in sentences into the days and date words of a formula. */
import { addDays, isoFromWire } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
import { AND_OR, anyOf, keyMatching, patternOf, patternTableOf, SPANS } from './lexicon.js';

interface Span {
  readonly start: string;
  readonly end: string;
  /** True if the year is assumed. */
  readonly isYearless?: boolean;
  readonly isBareMonth?: boolean;
  /** True if the words could mean other days. */
  readonly isAmbiguous?: boolean | undefined;
}

/** `length` is the index in the text at which the day ends. */
type Day = Span & { readonly length: number };
/** A missing side is open. */
type DaysMatch = Partial<Span> & Pick<Day, 'length'>;

const MONTHS = patternTableOf('months');
const NUMBERS = patternTableOf('numbers');
const UNITS = patternTableOf('units');
const MONTH = `(?<month>${anyOf(MONTHS)})\\b\\.?`;
const YEAR = '(?<year>20\\d\\d)';
const ARTICLE = `(?:(?:${patternOf('article')}) )?`;
const SUFFIX = '(?:st|nd|rd|th)?';
const AGO = `(?<count>\\d{1,3}|${anyOf(NUMBERS)}) (?<unit>${anyOf(UNITS)})\\b`;
const WITHIN = `(?:(?:${patternOf('within')}) )?${ARTICLE}`;
const ROLLING = new RegExp(`^${WITHIN}(?:${patternOf('rolling')}) ${AGO}`);
/** The past year is rolling, the last year and the past quarter are those of the calendar. */
const PAST = new RegExp(
  `^${WITHIN}(?:${patternOf('past')}) (?<unit>${(['week', 'month', 'year'] as const).map(patternOf).join('|')})(?![\\p{L}\\p{N}-])`,
  'u',
);
/** "since the beginning of the year" */
const YEAR_START = new RegExp(
  `^(?:${patternOf('since')}) ${ARTICLE}(?:${patternOf('yearStart')})(?![\\p{L}\\p{N}])`,
  'u',
);
/** "this and last week", "last week and this week" */
const TWO_SPANS = SPANS.map((span) => {
  const [current, last, unit] = [patternOf('this'), patternOf('last'), patternOf(span)];
  const and = `(?: (?:${unit}))? (?:${AND_OR}) ${WITHIN}`;
  const either = `(?:${current})${and}(?:${last})|(?:${last})${and}(?:${current})`;
  return [span, new RegExp(`^${WITHIN}(?:${either}) (?:${unit})(?![\\p{L}\\p{N}])`, 'u')] as const;
});
const PAIR = new RegExp(`^(?:${patternOf('between')}) `);
const PAIR_SEPARATOR = new RegExp(`^(?: ?(?:${patternOf('and')}|${patternOf('until')}) (?:zum )?| ?[-–] ?)`);
/** "2023 and 2025" alone are two years, "2023 to 2025" is a pair. */
const SEPARATE_DAYS = new RegExp(`^ ?(?:${patternOf('andAlone')}) `);
const ON = new RegExp(`^(?:(?:${patternOf('on')}) )?`);
/** The words that make a day a start or an end. */
const SIDE = new RegExp(
  `^(?:${(['since', 'until', 'before', 'after', 'on'] as const)
    .map((name) => `(?<${name}>${patternOf(name)})`)
    .join('|')}) `,
);

/** Returns the days at the start of a normalized text. @param today as YYYY-MM-DD */
export function daysAt(text: string, today: string): DaysMatch | undefined {
  const rolling = ROLLING.exec(text) ?? PAST.exec(text);
  if (rolling) return { start: daysBack(rolling.groups), length: rolling[0].length };
  const yearStart = YEAR_START.exec(text)?.[0];
  if (yearStart) return { start: 'this year', length: yearStart.length };
  for (const [span, pattern] of TWO_SPANS) {
    const both = pattern.exec(text)?.[0];
    if (both) return { start: `last ${span}`, end: `this ${span}`, length: both.length };
  }
  const from = PAIR.exec(text)?.[0].length;
  const pair =
    from === undefined
      ? pairAt(text, ON.exec(text)![0].length, today, SEPARATE_DAYS)
      : pairAt(text, from, today);
  return pair ?? sideAt(text, today);
}

/** Reads "between May and July", "1 to 15 October"; undefined if it is not a pair, or looks like `except` after a day. */
function pairAt(text: string, from: number, today: string, except?: RegExp): DaysMatch | undefined {
  const first = dayAt(text, from, today) ?? dayWithoutMonth(text, from);
  if (!first || except?.test(text.slice(first.length))) return undefined;
  const separator = PAIR_SEPARATOR.exec(text.slice(first.length));
  const second = separator && dayAt(text, first.length + separator[0].length, today);
  if (!second) return undefined;
  if (!first.start.startsWith(NO_MONTH)) return between(first, second);
  // both are days of the second one's month
  const start = `${second.start.slice(0, 8)}${first.start.slice(NO_MONTH.length)}`;
  const isPair = isDay(second.start) && !second.isBareMonth && start <= second.start;
  return isPair ? between({ ...first, start }, second) : undefined;
}

/** Reads a day or span, and the word before it that makes it a start or an end. */
function sideAt(text: string, today: string): DaysMatch | undefined {
  const side = SIDE.exec(text);
  const day = dayAt(text, side?.[0].length ?? 0, today);
  if (!day || (day.isBareMonth && !side)) return undefined;
  const { start, end, length, isAmbiguous } = day;
  const found = { length, isAmbiguous };
  const [name] = Object.entries(side?.groups ?? {}).find(([, word]) => word) ?? [];
  switch (name) {
    case 'since':
      return { start, ...found };
    case 'until':
      return { end, ...found };
    case 'before':
      return isDay(start) ? { end: addDays(start, -1), ...found } : undefined;
    case 'after':
      return isDay(start) ? { start: addDays(end, 1), ...found } : undefined;
    default:
      // a span that has already begun needs no end
      return start === 'today' || start.startsWith('this ') ? { start, ...found } : { start, end, ...found };
  }
}

const NO_MONTH = '????-??-';

/** Reads the number of a day whose month follows with the second day of a pair. */
function dayWithoutMonth(text: string, from: number): Day | undefined {
  const [all, day = ''] = /^(\d{1,2})(?:st|nd|rd|th|\.)?(?= )/.exec(text.slice(from)) ?? [];
  if (all === undefined) return undefined;
  return { ...singleDay(NO_MONTH + day.padStart(2, '0')), length: from + all.length };
}

function between(first: Day, second: Day): DaysMatch {
  const { end, length } = second;
  let { start } = first;
  if (first.isYearless && isDay(end)) {
    start = end.slice(0, 4) + start.slice(4);
    if (start > end) start = Number(end.slice(0, 4)) - 1 + start.slice(4);
  }
  return { start, end, length, isAmbiguous: first.isAmbiguous || second.isAmbiguous };
}

type Groups = Readonly<Record<string, string | undefined>>;
type Reader = readonly [pattern: RegExp, read: (groups: Groups, today: string) => Span];

function createReader(pattern: string, read: Reader[1]): Reader {
  return [new RegExp(`^${ARTICLE}(?:${pattern})(?![\\p{L}\\p{N}])`, 'u'), read];
}

/** Reads words of the languages as a date word of a formula. */
function wordReader(pattern: string, name: string): Reader {
  return createReader(pattern, () => singleDay(name));
}

/** The forms of a day or a span, in the order in which they are tried. */
const READERS: readonly Reader[] = [
  ...(['today', 'yesterday', 'tomorrow'] as const).map((name) => wordReader(patternOf(name), name)),
  ...(['this', 'last', 'next'] as const).flatMap((which) =>
    SPANS.map((span) => wordReader(`(?:${patternOf(which)}) (?:${patternOf(span)})`, `${which} ${span}`)),
  ),
  wordReader(patternOf('yearToDate'), 'this year'),
  createReader(`${AGO} (?:${patternOf('ago')})`, (groups) => singleDay(daysBack(groups))),
  createReader('(?<day>\\d{4}-\\d{2}-\\d{2})', ({ day = '' }) => singleDay(day)),
  createReader('(?<one>\\d{1,2})(?<mark>[./])(?<two>\\d{1,2})\\k<mark>(?<year>\\d{4})', numericDate),
  createReader(
    `(?<day>\\d{1,2})(?:${SUFFIX}|\\.) (?:${patternOf('of')} )?${MONTH}(?:,? ${YEAR})?`,
    dayOfMonth,
  ),
  createReader(`${MONTH} (?<day>\\d{1,2})${SUFFIX}(?:,? ${YEAR})?`, dayOfMonth),
  createReader(
    `(?:(?:(?<last>${patternOf('end')})|(?<first>${patternOf('start')})) )?${MONTH}(?: ${YEAR})?`,
    wholeMonth,
  ),
  ...patternTableOf('quarters').map(([quarter, ordinal]) =>
    createReader(
      `(?:q${quarter}|(?:${ordinal}|${quarter}\\.) (?:${patternOf('quarter')}))(?: ${patternOf('of')})?(?: ${YEAR})?`,
      ({ year }, today) => spanOf('quarter', assumedDay(Number(quarter) * 3 - 2, '1', year, today), year),
    ),
  ),
  ...patternTableOf('halves').map(([half, words]) =>
    createReader(`(?:h${half}|${words}) ${YEAR}`, ({ year = '' }) => ({
      start: iso8601(year, Number(half) * 6 - 5, '1'),
      end: spanOf('quarter', iso8601(year, Number(half) * 6 - 2, '1'), year).end,
    })),
  ),
  createReader(`(?:(?:${patternOf('ofYear')}) )?${YEAR}(?! ?(?:${patternOf('notYears')}))`, ({ year }) =>
    spanOf('year', `${year}-01-01`, year),
  ),
];

/** Reads one day or span. Its length counts from the start of the text. */
function dayAt(text: string, from: number, today: string): Day | undefined {
  const rest = text.slice(from);
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const span = read(found.groups ?? {}, today);
    const isInvalidDay = /^\d{4}-/.test(span.start) && !isDay(span.start);
    return isInvalidDay ? undefined : { ...span, length: from + found[0].length };
  }
  return undefined;
}

function singleDay(day: string): Span {
  return { start: day, end: day };
}

/** Reads 3.11.2026, and 11/3/2026, which could be the 11th of March. */
function numericDate({ one = '', two = '', mark, year = '' }: Groups): Span {
  const isMonthFirst = mark === '/' && Number(one) <= 12;
  const day = isMonthFirst ? iso8601(year, one, two) : iso8601(year, two, one);
  return { ...singleDay(day), isAmbiguous: isMonthFirst && Number(two) <= 12 && one !== two };
}

function dayOfMonth({ day = '', month, year }: Groups, today: string): Span {
  return { ...singleDay(assumedDay(monthOf(month), day, year, today)), isYearless: !year };
}

/** Reads a month, its first day or its last one. */
function wholeMonth({ first, last, month, year }: Groups, today: string): Span {
  const { start, end } = spanOf('month', assumedDay(monthOf(month), '1', year, today), year);
  const isYearless = !year;
  const days = { start: last ? end : start, end: first ? start : end };
  return { ...days, isYearless, isBareMonth: isYearless, isAmbiguous: first !== undefined };
}

function spanOf(unit: 'month' | 'quarter' | 'year', day: string, year: string | undefined): Span {
  return { ...resolveDay(`this ${unit}`, day), isYearless: !year };
}

function daysBack({ count = '1', unit }: Groups = {}): string {
  return `-${keyMatching(NUMBERS, count) ?? Number(count)}${keyMatching(UNITS, unit) ?? ''}`;
}

function monthOf(text: string | undefined): number {
  return Number(keyMatching(MONTHS, text));
}

/** Assumes the latest year in which a day without a year is not in the future. */
function assumedDay(month: number, date: string, year: string | undefined, today: string): string {
  const day = iso8601(year ?? today.slice(0, 4), month, date);
  return year || day <= today ? day : iso8601(Number(today.slice(0, 4)) - 1, month, date);
}

function isDay(text: string): boolean {
  return isoFromWire(text, 'YYYY-MM-DD') !== undefined;
}

function iso8601(year: string | number, month: string | number, date: string): string {
  return `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}
