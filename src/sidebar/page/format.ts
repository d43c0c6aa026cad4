/** Formats numbers, days and times for the person. */
import { dateTime } from '../draft/today.js';
import { languageTag } from '../texts/language.js';

export interface Format {
  count(value: number): string;
  /** Short where that loses nothing: 10M, 2.5M, 12,345,678. */
  amount(value: number): string;
  /** Day and time of an instant, in milliseconds since 1970, in the spreadsheet's zone. */
  moment(at: number): string;
  /** Its day alone, as people say it: today, tomorrow, Monday, Nov 30. */
  day(at: number): string;
  /** A day such as 2026-11-30, of whatever zone: Nov 30. */
  date(day: string): string;
  /** Two days and all between, of whatever zone: Oct 25 – Nov 24, 2026. */
  range(first: string, last: string): string;
  /** Its time alone, as the schedule of a job has it: 06:00. */
  time(at: number): string;
  seconds(ms: number): string;
}

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;

/** @param locale of the person, such as de or en_US */
export function createFormat(locale: string, timeZone: string, now = Date.now): Format {
  const language = languageTag(locale);
  const numbers = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 4 });
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const form = (of: string, parts: Intl.DateTimeFormatOptions) => dateTime(of, parts, timeZone);
  const moments = form(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const days = form('en-US', { year: 'numeric', month: 'numeric', day: 'numeric' });
  const midnight = (at: number) => Date.parse(days.format(at));
  return {
    count: (value) => numbers.format(value),
    amount: (value) => (value >= 1e6 && value % 1e5 === 0 ? short : numbers).format(value),
    moment: (at) => moments.format(at),
    day(at) {
      // the midnights are those of this machine's zone, which may change its clocks in between
      const away = Math.round((midnight(at) - midnight(now())) / DAY_MS);
      if (Math.abs(away) <= 1) return relative.format(away, 'day');
      const isSoon = away > 0 && away < DAYS_A_WEEK;
      return form(language, isSoon ? { weekday: 'long' } : { day: 'numeric', month: 'short' }).format(at);
    },
    date: (day) => dateTime(language, { day: 'numeric', month: 'short' }, 'UTC').format(Date.parse(day)),
    range: (first, last) =>
      dateTime(language, { day: 'numeric', month: 'short', year: 'numeric' }, 'UTC').formatRange(
        Date.parse(first),
        Date.parse(last),
      ),
    time: (at) => form(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at),
    seconds: (ms) => seconds.format(ms / 1000),
  };
}
