/** Days in sentences: English and German words, into the date words and days of a formula. */
import { addDays, isoFromWire } from '../../contract/dates.js';

/** A missing side is open. `doubtful` if the words could mean other days. */
interface FoundDays {
  readonly start?: string;
  readonly end?: string;
  readonly length: number;
  readonly doubtful?: boolean;
}

interface Day {
  readonly start: string;
  readonly end: string;
  readonly length: number;
  /** Whether the year is only supposed. */
  readonly isYearless?: boolean;
  readonly isBareMonth?: boolean;
  readonly doubtful?: boolean;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(january?|januar|february|februar|march|marz|maerz|april|may|mai|june?|juni|july?|juli|august|september|october|oktober|november|december|dezember|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)\\b\\.?';
const NUMBERS =
  'one|ein two|zwei|beiden three|drei four|vier five|funf six|sechs seven|sieben eight|acht nine|neun ten|zehn eleven|elf twelve|zwolf'
    .split(' ')
    .map((both) => both.split('|'));
const COUNT = `(\\d{1,3}|${NUMBERS.flat().join('|')})`;
const UNIT = '(days?|weeks?|months?|quarters?|years?|tage?n?|wochen?|monate?n?|quartale?n?|jahre?n?)\\b';
const UNITS: Readonly<Record<string, string>> = { t: 'd', d: 'd', w: 'w', m: 'm', q: 'q', y: 'y', j: 'y' };
const SPANS: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year', j: 'year' };
const ARTICLE = '(?:the |dem |den |der |des |das |vom |im |in )?';
const ORDINALS = [
  'first|ersten?s?|1st',
  'second|zweiten?s?|2nd',
  'third|dritten?s?|3rd',
  'fourth|vierten?s?|4th',
];

/** The days at the beginning of a folded text. @param today as YYYY-MM-DD */
export function daysAt(text: string, today: string): FoundDays | undefined {
  const at = (pattern: string) => new RegExp(`^(?:${pattern})`).exec(text);
  const rolling = at(
    `(?:in |over |within |during |wahrend )?${ARTICLE}(?:last|past|previous|letzten?|vergangenen?) ${COUNT} ${UNIT}`,
  );
  if (rolling)
    return { start: `-${numberOf(rolling[1]!)}${UNITS[rolling[2]![0]!]}`, length: rolling[0].length };
  const pair = at(`between |zwischen |from |von |vom `);
  if (pair) {
    const first = dayAt(text, pair[0].length, today) ?? bareDay(text, pair[0].length);
    const joint =
      first &&
      /^(?: ?(?:and|to|until|till|through|und|bis) (?:zum )?| ?[-–] ?)/.exec(text.slice(first.length));
    const second = joint && dayAt(text, first.length + joint[0].length, today);
    if (first?.start.startsWith(NO_MONTH) && second) {
      // "from 1 to 15 October": both are days of that month
      const start = `${second.start.slice(0, 8)}${first.start.slice(NO_MONTH.length)}`;
      const isPair = isoFromWire(second.start, 'YYYY-MM-DD') && !second.isBareMonth && start <= second.start;
      return isPair ? { ...between({ ...first, start }, second) } : undefined;
    }
    if (first && second) return between(first, second);
  }
  const lead = at(
    '(since|seit|starting|ab|from|von|vom|until|till|through|up to|bis(?: zum| zu)?|before|vor|after|nach|on|am|in|im|during|wahrend)(?: dem| der| den)? ',
  );
  const day = dayAt(text, lead?.[0].length ?? 0, today);
  if (!day || (day.isBareMonth && !lead)) return undefined;
  const { start, end, length } = day;
  const doubt = day.doubtful ? { doubtful: true } : {};
  const isDay = isoFromWire(start, 'YYYY-MM-DD') !== undefined;
  switch (lead?.[1]?.split(' ')[0]) {
    case 'since':
    case 'seit':
    case 'starting':
    case 'ab':
    case 'from':
    case 'von':
    case 'vom':
      return { start, length, ...doubt };
    case 'until':
    case 'till':
    case 'through':
    case 'up':
    case 'bis':
      return { end, length, ...doubt };
    case 'before':
    case 'vor':
      return isDay ? { end: addDays(start, -1), length, ...doubt } : undefined;
    case 'after':
    case 'nach':
      return isDay ? { start: addDays(end, 1), length, ...doubt } : undefined;
    default:
      // a span that has begun needs no end
      return start === 'today' || start.startsWith('this ')
        ? { start, length }
        : { start, end, length, ...doubt };
  }
}

const NO_MONTH = '????-??-';

/** The number of a day whose month follows with the other day of a pair. */
function bareDay(text: string, from: number): Day | undefined {
  const [all, day = ''] = /^(\d{1,2})(?:st|nd|rd|th|\.)?(?= )/.exec(text.slice(from)) ?? [];
  const start = NO_MONTH + day.padStart(2, '0');
  return all === undefined ? undefined : { start, end: start, length: from + all.length };
}

function between(first: Day, second: Day): FoundDays {
  const year = second.end.slice(0, 4);
  let { start } = first;
  if (first.isYearless && isoFromWire(second.end, 'YYYY-MM-DD')) {
    start = year + start.slice(4);
    if (start > second.end) start = Number(year) - 1 + start.slice(4);
  }
  return {
    start,
    end: second.end,
    length: second.length,
    ...((first.doubtful || second.doubtful) && { doubtful: true }),
  };
}

/** One day or span. Its length counts from the beginning of the text. */
function dayAt(text: string, from: number, today: string): Day | undefined {
  const rest = text.slice(from);
  const match = (pattern: string) =>
    new RegExp(`^(?:${ARTICLE}${pattern})(?![\\p{L}\\p{N}])`, 'u').exec(rest);
  const found = (
    start: string,
    end: string,
    all: readonly string[],
    more: Partial<Day> = {},
  ): Day | undefined =>
    isoFromWire(start, 'YYYY-MM-DD') === undefined && /^\d{4}-/.test(start)
      ? undefined
      : { start, end, length: from + all[0]!.length, ...more };
  const word = match('(today|heute|yesterday|gestern|tomorrow|morgen)');
  if (word) {
    const name = { heute: 'today', gestern: 'yesterday', morgen: 'tomorrow' }[word[1]!] ?? word[1]!;
    return found(name, name, word);
  }
  const span = match(
    '(this|current|last|past|previous|next|diese[mnrs]?|laufende[mnrs]?|letzte[mnrs]?|vorige[mnrs]?|vergangene[mnrs]?|nachste[mnrs]?) (week|month|quarter|year|woche|monats?|quartals?|jahre?s?)',
  );
  if (span) {
    const which = /^(?:this|curr|dies|lauf)/.test(span[1]!) ? 'this' : /^n/.test(span[1]!) ? 'next' : 'last';
    const name = `${which} ${SPANS[span[2]![0]!]}`;
    return found(name, name, span);
  }
  const ago = match(`${COUNT} ${UNIT} ago`);
  if (ago) {
    const name = `-${numberOf(ago[1]!)}${UNITS[ago[2]![0]!]}`;
    return found(name, name, ago);
  }
  const iso = match('(\\d{4}-\\d{2}-\\d{2})');
  if (iso) return found(iso[1]!, iso[1]!, iso);
  const numeric = match('(\\d{1,2})([./])(\\d{1,2})\\2(\\d{4})');
  if (numeric) {
    const [, one = '', mark, two = '', year = ''] = numeric;
    const isMonthFirst = mark === '/' && Number(one) <= 12;
    const day = isMonthFirst ? iso8601(year, one, two) : iso8601(year, two, one);
    return found(
      day,
      day,
      numeric,
      mark === '/' && Number(one) <= 12 && Number(two) <= 12 && one !== two ? { doubtful: true } : {},
    );
  }
  const dayFirst = match(`(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${MONTH}(?:,? (20\\d\\d))?`);
  const monthFirst = dayFirst ? null : match(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d\\d))?`);
  if (dayFirst || monthFirst) {
    const [month, date, year] = dayFirst
      ? [dayFirst[2]!, dayFirst[1]!, dayFirst[3]]
      : [monthFirst![1]!, monthFirst![2]!, monthFirst![3]];
    const day = supposed(monthOf(month), date, year, today);
    return found(day, day, (dayFirst ?? monthFirst)!, year ? {} : { isYearless: true });
  }
  const month = match(`(?:(end of|beginning of|start of|ende|anfang) )?${MONTH}(?: (20\\d\\d))?`);
  if (month) {
    const first = supposed(monthOf(month[2]!), '1', month[3], today);
    const last = lastOf(first, 1);
    const [start, end] = !month[1] ? [first, last] : /^e/.test(month[1]) ? [last, last] : [first, first];
    return found(start, end, month, {
      ...(!month[3] && { isYearless: true, isBareMonth: true }),
      ...(month[1] && !/^e/.test(month[1]) && { doubtful: true }),
    });
  }
  for (const [index, ordinal] of ORDINALS.entries()) {
    const quarter = match(
      `(?:q${index + 1}|(?:${ordinal}|${index + 1}\\.) (?:quarter|quartals?))(?: of)?(?: (20\\d\\d))?`,
    );
    if (!quarter) continue;
    const first = supposed(index * 3 + 1, '1', quarter[1], today);
    return found(first, lastOf(first, 3), quarter, quarter[1] ? {} : { isYearless: true });
  }
  const half = match('(?:h([12])|(first|second) half of|(erste|zweite)s? halbjahr) (20\\d\\d)');
  if (half) {
    const second = half[1] === '2' || half[2] === 'second' || half[3] === 'zweite';
    const first = iso8601(half[4]!, second ? '7' : '1', '1');
    return found(first, lastOf(first, 6), half);
  }
  const year = match('(?:year |jahre? )?(20\\d\\d)(?! ?(?:jobs|people|stellen|m\\b|million|mio))');
  return year ? found(`${year[1]}-01-01`, `${year[1]}-12-31`, year) : undefined;
}

function numberOf(word: string): number {
  const at = NUMBERS.findIndex((both) => both.includes(word));
  return at < 0 ? Number(word) : at + 1;
}

function monthOf(word: string): number {
  const english = word
    .replace(/^mai/, 'may')
    .replace(/^ma(?:rz|erz)/, 'mar')
    .replace(/^ok/, 'oc')
    .replace(/^dez/, 'dec');
  return MONTHS.indexOf(english.slice(0, 3)) + 1;
}

/** Without a year the last one that has begun by then. */
function supposed(month: number, date: string, year: string | undefined, today: string): string {
  const day = iso8601(year ?? today.slice(0, 4), String(month), date);
  return year || day <= today ? day : iso8601(String(Number(today.slice(0, 4)) - 1), String(month), date);
}

function lastOf(first: string, months: number): string {
  const next = new Date(`${first}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + months);
  return addDays(next.toISOString().slice(0, 10), -1);
}

function iso8601(year: string, month: string, date: string): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}
