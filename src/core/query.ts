/** Turns a question into query keys, days and a limit, and tests whether one key covers another. */
import { parseAmount } from '../contract/amounts.js';
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { resolveDay } from '../contract/day-words.js';
import { COMPANY_FILTERS, type Filter, type FilterTable } from '../contract/filters.js';
import { type Day, dayOf, FIRST, LAST } from './days.js';
import { groupedBy, inGroupsOf } from './grouped.js';
import type { Axis } from './records.js';

/** Dates are 'YYYY-MM-DD' or words that stay relative; amounts are the service's expressions. */
export type FilterValue = string | number | readonly string[];
type KeyFilters = Readonly<Record<string, FilterValue>>;

/** A query without its days, date type and limit: the dataset and the filters. */
export interface QueryKey {
  readonly dataset: DatasetName;
  readonly filters: KeyFilters;
}

export interface Query {
  readonly dataset: DatasetName;
  /** One key for each list of companies that needs a request of its own. The answers are merged by id. */
  readonly keys: readonly QueryKey[];
  readonly axis: Axis;
  /** The first and the last day, both included; `FIRST` and `LAST` for open ends. */
  readonly from: Day;
  readonly to: Day;
  /** True for a single day of the option `date`, which the specification calls exact. */
  readonly isExactDate: boolean;
  readonly limit: number;
  /** The companies to show, because the service's partial matches also find others; empty for all. */
  readonly companies: readonly string[];
}

/** Filters that a key does not contain. */
const APART = ['date', 'startDate', 'endDate', 'dateType', 'limit'];
/** A question about more companies takes several requests. */
const COMPANIES_PER_REQUEST = 100;

/** Both days are included; '' is an open end. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

/** A question as typed. */
export interface AskedQuestion {
  readonly dataset: DatasetName;
  /** Names of groups of tracked companies. */
  readonly groups: readonly string[];
  readonly filters: KeyFilters;
}

/** Companies by the filter that names them. */
export type Targets = Readonly<
  Partial<Record<'companyDomain' | 'companyName' | 'companyIds', readonly string[]>>
>;

/** @param today in the spreadsheet's zone */
export function resolveQuery(question: AskedQuestion, today: string, targets: Targets): Query {
  const { dataset, groups, filters } = question;
  const { start, end } = windowOf(question, today);
  const { companyDomain = [], companyName = [] } = targets;
  return {
    dataset,
    keys: keysOf(dataset, filters, targets),
    axis: axisOf(dataset, filters['dateType']),
    from: dayOf(start) ?? FIRST,
    to: dayOf(end) ?? LAST,
    isExactDate: filters['date'] !== undefined && start === end,
    limit: Number(filters['limit']),
    companies: groups.length > 0 ? [...companyDomain, ...companyName] : [],
  };
}

/** Returns the days that a question covers on a given day. */
export function windowOf({ filters }: Pick<AskedQuestion, 'filters'>, today: string): Window {
  const { date, startDate, endDate } = filters as Readonly<Record<string, string | undefined>>;
  const [first, last] = [date ?? startDate, date ?? endDate];
  return {
    start: first === undefined ? '' : resolveDay(first, today).start,
    end: last === undefined ? '' : resolveDay(last, today).end,
  };
}

export function keysOf(dataset: DatasetName, filters: KeyFilters, targets: Targets): QueryKey[] {
  const names = Object.keys(filters).filter((name) => !APART.includes(name));
  const base = Object.fromEntries(names.map((name) => [name, filters[name]!]));
  const lists = Object.entries(targets).filter(([, companies]) => companies.length > 0);
  if (lists.length === 0) return [{ dataset, filters: base }];
  return lists.map(([name, companies]) => ({ dataset, filters: { ...base, [name]: companies } }));
}

export function axisOf(dataset: DatasetName, dateType: unknown): Axis {
  return (dateType ?? DATASETS[dataset].dateType) === 'LAST-MODIFIED' ? 'modified' : 'announced';
}

/** Returns the same text for equal keys, in any order of their filters and values. */
export function textOf({ dataset, filters }: QueryKey): string {
  const names = Object.keys(filters).sort();
  return JSON.stringify([dataset, ...names.map((name) => [name, ...valuesOf(filters[name]!).sort()])]);
}

/** True if a key names no company and its dataset then only returns tracked companies. */
export function isForTracked({ dataset, filters }: QueryKey): boolean {
  const { defaultCompanies } = DATASETS[dataset];
  return defaultCompanies === 'tracked' && COMPANY_FILTERS.every((name) => filters[name] === undefined);
}

/** Returns a test for keys whose records are all records of the wide key. */
export function createCoverTest(wide: QueryKey): (narrow: QueryKey) => boolean {
  const filters: FilterTable = DATASETS[wide.dataset].filters;
  const tests = Object.keys(wide.filters).map((name) => ({
    name,
    implies: createValueTest(filters[name]!, wide.filters[name]!),
  }));
  return (narrow) =>
    wide.dataset === narrow.dataset &&
    isForTracked(wide) === isForTracked(narrow) &&
    tests.every(({ name, implies }) => {
      const value = narrow.filters[name];
      return value !== undefined && implies(value);
    });
}

export function covers(wide: QueryKey, narrow: QueryKey): boolean {
  return createCoverTest(wide)(narrow);
}

function withValues({ dataset, filters }: QueryKey, name: string, values: readonly string[]): QueryKey {
  return { dataset, filters: { ...filters, [name]: values } };
}

/** A list is not split if that would give more parts. */
const MAX_PARTS = 200;

/** Splits a key into parts that each of the other keys covers completely or not at all. */
export function partsOf(key: QueryKey, others: readonly QueryKey[]): QueryKey[] {
  const table: FilterTable = DATASETS[key.dataset].filters;
  let parts = [key];
  for (const [name, list] of Object.entries(key.filters)) {
    if (typeof list !== 'object' || list.length < 2) continue;
    const tests = others.flatMap(({ filters }) => {
      const value = filters[name];
      return value === undefined ? [] : [createValueTest(table[name]!, value)];
    });
    const groups = groupedBy(list, (value) => tests.map((implies) => implies([value])).join());
    if (parts.length * groups.size > MAX_PARTS) continue;
    parts = parts.flatMap((part) => [...groups.values()].map((values) => withValues(part, name, values)));
  }
  return parts;
}

/** Merges keys that differ in only one list. */
export function united(keys: readonly QueryKey[]): QueryKey[] {
  const names = new Set(keys.flatMap(({ filters }) => Object.keys(filters)));
  let rest = [...keys];
  for (const name of names) {
    const groups = groupedBy(rest, (key) => {
      const { [name]: list, ...others } = key.filters;
      const isList = typeof list === 'object';
      return `${isList} ${textOf({ ...key, filters: isList ? others : key.filters })}`;
    });
    rest = [...groups.values()].map((group) => {
      const first = group[0]!;
      const values = new Set(group.flatMap((key) => valuesIn(key, name)));
      return typeof first.filters[name] === 'object' ? withValues(first, name, [...values]) : first;
    });
  }
  return rest;
}

/** Splits a key whose companies do not fit into one request. */
export function inBatches(key: QueryKey): QueryKey[] {
  const long = COMPANY_FILTERS.find((name) => valuesIn(key, name).length > COMPANIES_PER_REQUEST);
  if (!long) return [key];
  return inGroupsOf(COMPANIES_PER_REQUEST, valuesIn(key, long)).map((some) => withValues(key, long, some));
}

function valuesIn({ filters }: QueryKey, name: string): string[] {
  return [filters[name] ?? []].flat().map(String);
}

/** Returns how many companies a key names, at least 1. */
export function companiesIn(key: QueryKey): number {
  return Math.max(1, COMPANY_FILTERS.flatMap((name) => valuesIn(key, name)).length);
}

/** Returns a test for narrower values: true if every record that passes them also passes the wide value. */
function createValueTest({ kind, match }: Filter, wide: FilterValue): (narrow: FilterValue) => boolean {
  if (kind === 'amount') return (narrow) => impliesAmount(String(wide), String(narrow));
  if (kind === 'integer') return (narrow) => Number(narrow) >= Number(wide);
  const outer = valuesOf(wide);
  const exact = new Set(outer);
  const passes = (text: string) =>
    exact.has(text) || (match === 'part' && outer.some((part) => text.includes(part)));
  return (narrow) => valuesOf(narrow).every(passes);
}

function impliesAmount(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const [outer, inner] = [parseAmount(wide), parseAmount(narrow)];
  if (!outer || !inner || outer.negated || inner.negated) return false;
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [outerMin, innerMin] = [outer.min ?? low, inner.min ?? low];
  const [outerMax, innerMax] = [outer.max ?? high, inner.max ?? high];
  const fromMin = innerMin > outerMin || (innerMin === outerMin && (!outer.above || inner.above === true));
  const toMax = innerMax < outerMax || (innerMax === outerMax && (!outer.below || inner.below === true));
  return fromMin && toMax;
}

function valuesOf(value: FilterValue): string[] {
  return (typeof value === 'object' ? value : [value]).map((text) => String(text).toLowerCase());
}
