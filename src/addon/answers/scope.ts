/** What a request asks for apart from its days and its limit, and when everything in one scope lies in another. */
import { parseAmount } from '../../contract/amounts.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import type { FilterValue, Question } from '../question/question.js';

export interface RecordScope {
  readonly dataset: DatasetName;
  /** By the service's names; no dates, no date type, no limit. */
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/** The companies of a question as the dataset wants them; each list becomes requests of its own. None: all companies. */
export interface Targets {
  readonly companyDomain?: readonly string[];
  readonly companyName?: readonly string[];
  readonly companyIds?: readonly string[];
}

/** Filters that are no part of a scope. */
const APART = ['date', 'startDate', 'endDate', 'dateType', 'limit'];

/** One for each list of companies that is a request of its own; the answers to a question are united by id. */
export function scopesOf({ dataset, filters }: Question, targets: Targets): RecordScope[] {
  const names = Object.keys(filters).filter((name) => !APART.includes(name));
  const base = Object.fromEntries(names.map((name) => [name, filters[name]!]));
  const lists = Object.entries(targets).filter(([, companies]) => companies.length > 0);
  if (lists.length === 0) return [{ dataset, filters: base }];
  return lists.map(([name, companies]) => ({ dataset, filters: { ...base, [name]: companies } }));
}

/** One text for scopes that are the same, whatever the order of their filters and values. */
export function textOf({ dataset, filters }: RecordScope): string {
  const names = Object.keys(filters).sort();
  return JSON.stringify([dataset, ...names.map((name) => [name, ...valuesOf(filters[name]!).sort()])]);
}

/** Whether every record of `narrow` is one of `wide`. */
export function covers(wide: RecordScope, narrow: RecordScope): boolean {
  return createCoverTest(wide)(narrow);
}

/** The same for many narrow ones. */
export function createCoverTest(wide: RecordScope): (narrow: RecordScope) => boolean {
  const { filters, paid }: { filters: FilterTable; paid: boolean } = DATASETS[wide.dataset];
  // without companies a version 1 dataset answers for tracked ones only: ids from elsewhere are not among them
  const isOpen = (scope: RecordScope) => scope.filters['companyIds'] === undefined;
  const tests = Object.keys(wide.filters).map((name) => ({
    name,
    implies: createValueTest(filters[name]!, wide.filters[name]!),
  }));
  return (narrow) =>
    wide.dataset === narrow.dataset &&
    (paid || isOpen(wide) === isOpen(narrow)) &&
    tests.every(({ name, implies }) => {
      const value = narrow.filters[name];
      return value !== undefined && implies(value);
    });
}

/** Filters with several values: a scope is all of its values' scopes together. */
export function divisibleBy({ filters }: RecordScope): string[] {
  return Object.keys(filters).filter((name) => typeof filters[name] === 'object' && filters[name].length > 1);
}

export function withValues(
  { dataset, filters }: RecordScope,
  name: string,
  values: readonly string[],
): RecordScope {
  return { dataset, filters: { ...filters, [name]: values } };
}

/** The same records in fewer scopes: those that differ in one list only become one. */
export function united(scopes: readonly RecordScope[]): RecordScope[] {
  const names = new Set(scopes.flatMap(({ filters }) => Object.keys(filters)));
  let rest = [...scopes];
  for (const name of names) {
    const groups = new Map<string, RecordScope[]>();
    for (const scope of rest) {
      const { [name]: list, ...others } = scope.filters;
      const isList = typeof list === 'object';
      const key = textOf({ ...scope, filters: isList ? others : scope.filters });
      groups.set(`${isList} ${key}`, [...(groups.get(`${isList} ${key}`) ?? []), scope]);
    }
    rest = [...groups.values()].map((group) => {
      const [first] = group as [RecordScope, ...RecordScope[]];
      const values = group.flatMap(({ filters }) => filters[name] ?? []).map(String);
      return typeof first.filters[name] === 'object' ? withValues(first, name, [...new Set(values)]) : first;
    });
  }
  return rest;
}

/** Tests whether every value that passes a narrow filter passes the wide one. */
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
