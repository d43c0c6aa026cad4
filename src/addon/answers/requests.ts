/** What requests have in common: the filters as they are typed, batches of companies, and a limit that is shared. */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
import type { FilterTable } from '../../contract/filters.js';
import { errors } from '../errors.js';
import type { FilterValue, Question } from '../question/question.js';
import type { WireBody } from '../service/client.js';
import { shares } from '../spending/purchase.js';
import { type RecordScope, withValues } from './scope.js';

/** More companies than this go in several requests. */
const COMPANIES_PER_REQUEST = 100;
/** Filters that name companies; a body ends with them. */
export const COMPANIES: readonly string[] = ['companyDomain', 'companyName', 'companyIds'];

/** The scope in as many as it takes, where one request cannot carry all of its companies. */
export function inBatches(scope: RecordScope): RecordScope[] {
  const long = COMPANIES.find((name) => [scope.filters[name] ?? []].flat().length > COMPANIES_PER_REQUEST);
  if (!long) return [scope];
  const companies = scope.filters[long] as readonly string[];
  const count = Math.ceil(companies.length / COMPANIES_PER_REQUEST);
  return Array.from({ length: count }, (_, index) =>
    withValues(
      scope,
      long,
      companies.slice(index * COMPANIES_PER_REQUEST, (index + 1) * COMPANIES_PER_REQUEST),
    ),
  );
}

/** The limit of a question divided among its requests. @throws BAD_INPUT when it does not reach for all */
export function divide(whole: number, weights: readonly number[]): number[] {
  if (whole < weights.length) throw errors.lowLimit(whole, weights.length);
  return shares(whole, weights);
}

/** How many companies a request is for, at least one. */
export function companiesIn(filters: WireBody): number {
  return Math.max(1, COMPANIES.flatMap((name) => [filters[name] ?? []].flat()).length);
}

/** The filters as they are typed, without the companies of a first argument. */
export function typedBody({ dataset, filters }: Question, today: string): WireBody {
  const { dates } = DATASETS[dataset];
  const table: FilterTable = DATASETS[dataset].filters;
  const body: Record<string, FilterValue> = {};
  for (const name of Object.keys(table)) {
    const value = filters[name];
    if (value === undefined) continue;
    body[name] = value;
    if (table[name]!.kind !== 'date' || typeof value !== 'string') continue;
    const { start, end } = resolveDay(value, today);
    body[name] = wireFromIso(name === 'startDate' ? start : end, dates);
  }
  return body;
}
