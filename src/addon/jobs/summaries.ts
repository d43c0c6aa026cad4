/** What a synced tab amounts to: events by week, sums by country, moves by reason. Pure: from cells to small tables. */
import { addDays } from '../../contract/dates.js';
import { isDate } from '../question/cells.js';
import { later } from '../question/window.js';
import type { Zone } from '../question/zone.js';

export interface Summary {
  readonly heading: string;
  readonly chart: 'stacked' | 'bar' | 'pie';
  readonly header: readonly string[];
  /** At least one; texts are plain words, never formulas. */
  readonly rows: readonly (readonly (string | number | Date)[])[];
}

const WEEKS = 26;
const TYPES = 6;
const COUNTRIES = 15;
const OTHERS = 'Others';

/** @param table the tab with its header row; summaries whose columns are missing are left out */
export function summariesOf(table: readonly (readonly unknown[])[], zone: Zone): Summary[] {
  const [first = [], ...rows] = table;
  const header = first.map((name) => String(name).trim());
  const column = (name: string) => {
    const at = header.indexOf(name);
    return at < 0 ? undefined : rows.map((row) => row[at]);
  };
  const [announced, type, reason, country] = ['Announced', 'Type', 'Reason', 'Country'].map(column);
  const kind = type ?? reason;
  return [
    ...(announced ? byWeek(announced, kind, type ? 'type' : reason ? 'reason' : '', zone) : []),
    ...(country ? byCountry(country, column('Jobs'), column('Investment'), column('Currency')) : []),
    ...(reason ? byReason(reason) : []),
  ];
}

/** Weeks begin on Monday; the last half year of what there is. */
function byWeek(
  days: readonly unknown[],
  kinds: readonly unknown[] | undefined,
  what: string,
  zone: Zone,
): Summary[] {
  const weeks = days.map((day) => (isDate(day) ? mondayOf(zone.dayOf(day)) : ''));
  const last = weeks.reduce(later, '');
  if (last === '') return [];
  const shown = Array.from({ length: WEEKS }, (_, index) => addDays(last, 7 * (index - WEEKS + 1)));
  const names = kinds ? most(kinds.map(nameOf), TYPES) : ['Events'];
  const isMore = kinds?.some((kind) => nameOf(kind) !== '' && !names.includes(nameOf(kind))) ?? false;
  const series = isMore ? [...names, OTHERS] : names;
  const counts = new Map(shown.map((week) => [week, series.map(() => 0)]));
  weeks.forEach((week, index) => {
    const name = kinds ? nameOf(kinds[index]) : 'Events';
    const at = names.includes(name) ? names.indexOf(name) : series.indexOf(OTHERS);
    const sums = counts.get(week);
    if (sums && at >= 0) sums[at] = (sums[at] ?? 0) + 1;
  });
  return [
    {
      heading: what === '' ? 'Events by week' : `Events by week and ${what}`,
      chart: 'stacked',
      header: ['Week of', ...series],
      rows: shown.map((week) => [zone.midnight(week), ...(counts.get(week) ?? [])]),
    },
  ];
}

/** Investments in the currency that most records have: sums over several would mean nothing. */
function byCountry(
  countries: readonly unknown[],
  jobs: readonly unknown[] | undefined,
  amounts: readonly unknown[] | undefined,
  currencies: readonly unknown[] | undefined,
): Summary[] {
  const [currency = ''] = currencies ? most(currencies.map(nameOf), 1) : [];
  const summaries: Summary[] = [];
  const add = (heading: string, header: string, valueAt: (index: number) => number) => {
    const sums = new Map<string, number>();
    countries.forEach((country, index) => {
      const name = nameOf(country);
      if (name !== '') sums.set(name, (sums.get(name) ?? 0) + valueAt(index));
    });
    const rows = [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1]);
    if (rows.length === 0) return;
    summaries.push({ heading, chart: 'bar', header: ['Country', header], rows: rows.slice(0, COUNTRIES) });
  };
  if (jobs) add('Jobs by country', 'Jobs', (index) => amountOf(jobs[index]));
  if (amounts && currency !== '') {
    add(`Investment by country, in ${currency}`, `Investment (${currency})`, (index) =>
      nameOf(currencies?.[index]) === currency ? amountOf(amounts[index]) : 0,
    );
  }
  return summaries;
}

function byReason(reasons: readonly unknown[]): Summary[] {
  const names = reasons.map(nameOf).filter((name) => name !== '');
  const rows = most(names, TYPES + 2).map((name) => [name, names.filter((one) => one === name).length]);
  return rows.length === 0
    ? []
    : [{ heading: 'Moves by reason', chart: 'pie', header: ['Reason', 'Moves'], rows }];
}

/** The names that occur most often, that one first. */
function most(names: readonly string[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name]) => name);
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** A text of the person's own may begin like a formula. */
function nameOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/^[=+\-@']+/, '').trim() : '';
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
