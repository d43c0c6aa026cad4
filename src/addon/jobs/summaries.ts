/** Sums up a synced tab by week, type, country, company and reason. Pure: turns cells into small tables. */
import { addDays, daysBetween } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
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
  const [type, reason, currencies] = ['Type', 'Reason', 'Currency'].map((name) => readColumn(name, nameOf));
  const [country, state, company] = ['Country', 'State', 'Company'].map((name) => readColumn(name, nameOf));
  const [numbers, amounts] = ['Jobs', 'Investment'].map((name) => readColumn(name, amountOf));
  // counts records if none has a number of jobs
  const jobs = numbers?.some((number) => number > 0) ? numbers : undefined;
  const weeks = readColumn('Announced', (day) =>
    isDate(day) ? resolveDay('this week', zone.dayOf(day)).start : '',
  );
  // only the currency with the most amounts is summed; the title says how many records that leaves out
  const amountCurrencies = (currencies ?? []).filter((_, index) => amounts?.[index]);
  const [currency = ''] = mostFrequent(amountCurrencies, 1);
  const ours = amountCurrencies.filter((one) => one === currency).length;
  const others = amountCurrencies.length - ours;
  const part = others > 0 ? ` (${others} in other currencies)` : '';
  const money = currency
    ? amounts?.map((sum, index) => (currencies?.[index] === currency ? sum : 0))
    : undefined;
  const barChart = (heading: string, header: [string, string], names?: string[], values?: number[]) => ({
    heading,
    chart: 'bar' as const,
    header,
    rows: values && names ? largestSums(names, values) : [],
  });
  const ones = rows.map(() => 1);
  const unit = `Investment (${currency})`;
  const kind = type ? ' and type' : reason ? ' and reason' : '';
  return [
    ...(weeks ? [byWeek(weeks, type ?? reason, kind, zone, synced)] : []),
    barChart('Records by type', ['Type', 'Records'], type, ones),
    barChart('Records by country', ['Country', 'Records'], country, jobs ? undefined : ones),
    barChart('Jobs by country', ['Country', 'Jobs'], country, jobs),
    mapOf(country, state, jobs ? 'Jobs' : 'Records', jobs ?? ones),
    barChart(`Investment by country, in ${currency}${part}`, ['Country', unit], country, money),
    barChart('Top companies by jobs', ['Company', 'Jobs'], company, jobs),
    barChart(`Top companies by investment, in ${currency}${part}`, ['Company', unit], company, money),
    { ...barChart('Moves by reason', ['Reason', 'Moves'], reason, ones), chart: 'pie' as const },
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
    heading: `Map: ${unit.toLowerCase()} ${isOfStates ? `in ${country}` : 'by country'}`,
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
  const [first = '', last = first] = [known[0], known[known.length - 1]];
  const count = first === '' ? 0 : Math.min(MAX_WEEKS, daysBetween(first, last) / 7 + 1);
  const shown = Array.from({ length: count }, (_, index) => addDays(last, 7 * (index + 1 - count)));
  const records = weeks
    .map((week, index) => ({ week, kind: kinds ? (kinds[index] ?? '') : 'Records' }))
    .filter(({ week, kind }) => kind !== '' && shown.includes(week));
  // a record may have the type or reason "Others": it counts with the rare ones
  const named = records.map(({ kind }) => kind).filter((kind) => kind !== OTHERS);
  const names = mostFrequent(named, MAX_TYPES);
  const isOther = (kind: string) => !names.includes(kind);
  const hasOthers = records.some(({ kind }) => isOther(kind));
  const rows = shown.map((week) => {
    const ofWeek = records.filter((one) => one.week === week).map(({ kind }) => kind);
    const others = hasOthers ? [ofWeek.filter(isOther).length] : [];
    return [
      zone.midnight(week),
      ...names.map((name) => ofWeek.filter((kind) => kind === name).length),
      ...others,
    ];
  });
  const header = ['Week of', ...names, ...(hasOthers ? [OTHERS] : [])];
  return { heading: `Records by week${what}`, chart: 'stacked', header, rows };
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
  const ones = names.map(() => 1);
  return largestSums(names, ones, count).map(([name]) => name);
}

/** Removes the signs of a formula: a person may have typed the text. */
function nameOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/^[=+\-@']+/, '').trim() : '';
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
