/** Sums up a synced tab by week, type, country, company and reason. Pure: turns cells into small tables. */
import { addDays } from '../../contract/dates.js';
import type { NewChart } from '../../contract/new-sheet.js';
import { REGIONS } from '../../contract/regions.js';
import { isDate } from '../question/cells.js';
import type { Zone } from '../question/zone.js';

export interface Summary {
  readonly heading: string;
  readonly chart: NewChart['type'];
  /** The code of the country whose states a map shows; without one it shows the world. */
  readonly region?: string;
  readonly header: readonly string[];
  /** At least one; texts are plain words, never formulas. */
  readonly rows: readonly (readonly (string | number | Date)[])[];
}

const MAX_WEEKS = 26;
const MAX_TYPES = 6;
/** The most bars of a chart; it shows the longest. */
const MAX_BARS = 12;
const OTHERS = 'Others';
/** The most places on a map. */
const MAX_PLACES = 250;
/** The tab has every record announced on these days, and older records only if they changed later. */
interface SyncedDays {
  readonly from: string;
  readonly through: string;
}

/** Skips summaries whose columns are missing. @param table the tab with its header row */
export function summariesOf(
  table: readonly (readonly unknown[])[],
  zone: Zone,
  synced: SyncedDays,
): Summary[] {
  const [first = [], ...rows] = table;
  const header = first.map((name) => String(name).trim());
  const readColumn = <T>(name: string, read: (value: unknown) => T): T[] | undefined => {
    const at = header.indexOf(name);
    return at < 0 ? undefined : rows.map((row) => read(row[at]));
  };
  const [type, reason, country, state, company, currencies] = [
    'Type',
    'Reason',
    'Country',
    'State',
    'Company',
    'Currency',
  ].map((name) => readColumn(name, nameOf));
  const [numbers, amounts] = ['Jobs', 'Investment'].map((name) => readColumn(name, amountOf));
  // where no record has a number of jobs, records are counted
  const jobs = numbers?.some((number) => number > 0) ? numbers : undefined;
  const weeks = readColumn('Announced', (day) => (isDate(day) ? mondayOf(zone.dayOf(day)) : ''));
  // only the currency with the most amounts is summed; the title says how many amounts are left out
  const amountCurrencies = (currencies ?? []).filter((_, index) => amounts?.[index]);
  const [currency = ''] = mostFrequent(amountCurrencies, 1);
  const ours = amountCurrencies.filter((one) => one === currency).length;
  const part = ours < amountCurrencies.length ? ` (${ours} of ${amountCurrencies.length} amounts)` : '';
  const money = currency
    ? amounts?.map((sum, index) => (currencies?.[index] === currency ? sum : 0))
    : undefined;
  const barChart = (
    what: string,
    name: string,
    unit: string,
    names?: string[],
    values?: number[],
  ): Summary => ({
    heading: what,
    chart: 'bar',
    header: [name, unit],
    rows: values && names ? largestSums(names, values) : [],
  });
  const events = rows.map(() => 1);
  const unit = `Investment (${currency})`;
  return [
    ...(weeks
      ? [byWeek(weeks, type ?? reason, type ? ' and type' : reason ? ' and reason' : '', zone, synced)]
      : []),
    barChart('Events by type', 'Type', 'Events', type, events),
    barChart('Events by country', 'Country', 'Events', country, jobs ? undefined : events),
    barChart('Jobs by country', 'Country', 'Jobs', country, jobs),
    mapOf(country, state, jobs ? 'Jobs' : 'Events', jobs ?? events),
    barChart(`Investment by country, in ${currency}${part}`, 'Country', unit, country, money),
    barChart('Top companies by jobs', 'Company', 'Jobs', company, jobs),
    barChart(`Top companies by investment, in ${currency}${part}`, 'Company', unit, company, money),
    { ...barChart('Moves by reason', 'Reason', 'Moves', reason, events), chart: 'pie' as const },
  ].filter((summary) => summary.rows.length > 0);
}

/** Returns a map of the world, or of a country's states if all records are in that country. */
function mapOf(
  countries: readonly string[] = [],
  states: readonly string[] = [],
  unit: string,
  values: readonly number[],
): Summary {
  const [country = '', ...others] = new Set(countries.filter((name) => name !== ''));
  const region = others.length === 0 ? REGIONS[country] : undefined;
  const isOfStates = region !== undefined && states.some((name) => name !== '');
  const [kind, names] = isOfStates ? ['State', states] : ['Country', countries];
  return {
    heading: isOfStates
      ? `Map: ${unit.toLowerCase()} in ${country}`
      : `Map: ${unit.toLowerCase()} by country`,
    chart: 'map',
    header: [kind, unit],
    rows: largestSums(names, values, MAX_PLACES),
    ...(isOfStates && { region }),
  };
}

/** Counts records by week: at most half a year, and only completely synced weeks (Monday to Sunday). */
function byWeek(
  weeks: readonly string[],
  kinds: readonly string[] | undefined,
  what: string,
  zone: Zone,
  { from, through }: SyncedDays,
): Summary {
  const known = weeks.filter((week) => week && week >= from && addDays(week, 6) <= through).sort();
  const [first = ''] = known;
  const shown: string[] = [];
  for (
    let week = known[known.length - 1] ?? '';
    week && week >= first && shown.length < MAX_WEEKS;
    week = addDays(week, -7)
  )
    shown.unshift(week);
  const weekIndexes = weeks.map((week) => shown.indexOf(week));
  const kindAt = (index: number) => (kinds ? (kinds[index] ?? '') : 'Events');
  const present = weeks
    .map((_, index) => kindAt(index))
    .filter((kind, index) => kind && weekIndexes[index]! >= 0);
  const names = mostFrequent(present, MAX_TYPES);
  const series = present.some((kind) => !names.includes(kind)) ? [...names, OTHERS] : names;
  const counts = shown.map(() => series.map(() => 0));
  weekIndexes.forEach((weekIndex, index) => {
    const kind = kindAt(index);
    const at = names.includes(kind) ? names.indexOf(kind) : kind ? series.length - 1 : -1;
    const sums = counts[weekIndex];
    if (sums && at >= 0) sums[at] = (sums[at] ?? 0) + 1;
  });
  return {
    heading: `Events by week${what}`,
    chart: 'stacked',
    header: ['Week of', ...series],
    rows: shown.map((week, index) => [zone.midnight(week), ...(counts[index] ?? [])]),
  };
}

/** Returns the names with the greatest sums, the greatest first. */
function largestSums(
  names: readonly string[],
  values: readonly number[],
  count = MAX_BARS,
): [string, number][] {
  const sums = new Map<string, number>();
  names.forEach((name, index) => {
    if (name) sums.set(name, (sums.get(name) ?? 0) + (values[index] ?? 0));
  });
  return [...sums]
    .filter(([, sum]) => sum > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, count);
}

/** Returns the names that occur most often, the most frequent first. */
function mostFrequent(names: readonly string[], count: number): string[] {
  return largestSums(
    names,
    names.map(() => 1),
  )
    .slice(0, count)
    .map(([name]) => name);
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Removes the signs of a formula: a person may have typed the text. */
function nameOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/^[=+\-@']+/, '').trim() : '';
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
