/** Formats numbers, days and times for the person. */
import { daysBetween } from '../../contract/dates.js';
import { dateTime, dayIn } from '../draft/today.js';
import { languageTag } from '../texts/language.js';

const DAYS_A_WEEK = 7;

/** @param locale of the person, such as de or en_US */
export function createFormat(locale: string, timeZone: string, now = Date.now) {
  const language = languageTag(locale);
  const numbers = new Intl.NumberFormat(language);
  const mark = numbers.formatToParts(1e6).find(({ type }) => type === 'group')?.value ?? '';
  const grouped = new RegExp(`^\\d+(?:[${mark}\\s]\\d{2,3})*[${mark}\\s]\\d{3}$`);
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 4 });
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const form = (parts: Intl.DateTimeFormatOptions) => dateTime(language, { ...parts, timeZone });
  const moments = form({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const dates = dateTime(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return {
    count: (value: number) => numbers.format(value),
    /** Removes the marks between the thousands of a typed number: in German, 1.000 becomes 1000. */
    plain: (typed: string) => (grouped.test(typed.trim()) ? typed.replace(/\D/g, '') : typed),
    /** Compact if that is exact: 10M, 2.5M, 12,345,678. */
    amount: (value: number) => (value >= 1e6 && value % 1e5 === 0 ? short : numbers).format(value),
    /** Formats day and time of an instant, in milliseconds since 1970, in the spreadsheet's zone. */
    moment: (at: number) => moments.format(at),
    /** Formats the day of an instant: today, tomorrow, Monday, Nov 30. */
    day(at: number) {
      const away = daysBetween(dayIn(timeZone, now()), dayIn(timeZone, at));
      if (Math.abs(away) <= 1) return relative.format(away, 'day');
      const isSoon = away > 0 && away < DAYS_A_WEEK;
      return form(isSoon ? { weekday: 'long' } : { day: 'numeric', month: 'short' }).format(at);
    },
    /** Formats a day such as 2026-11-30 without a zone: Nov 30. */
    date: (day: string) =>
      dateTime(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day)),
    /** Formats a day such as 2026-11-30 without a zone, with its year: Nov 30, 2026. */
    wholeDate: (day: string) => dates.format(Date.parse(day)),
    /** Formats a range of days without a zone: Oct 25 – Nov 24, 2026. */
    range: (first: string, last: string) => dates.formatRange(Date.parse(first), Date.parse(last)),
    /** Formats the time of an instant as in the schedule of a job: 06:00. */
    time: (at: number) => form({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at),
    seconds: (ms: number) => seconds.format(ms / 1000),
  };
}

/** Joins the parts that there are. */
export function joined(parts: readonly (string | false | undefined)[], between = ' · '): string {
  return parts.filter(Boolean).join(between);
}
