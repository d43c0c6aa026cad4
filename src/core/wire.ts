/** Converts requests to the service's format. */

import { DATASETS } from '../contract/datasets.js';
import { wireFromIso } from '../contract/dates.js';
import { type Day, FIRST, isoOf, LAST } from './days.js';
import type { FetchRequest } from './facts.js';
import type { FilterValue } from './query.js';

/** The body of a request: filters, days and limit, by the names in the specification. */
export type WireBody = Readonly<Record<string, FilterValue>>;

function daysOf({ key, axis, from, to, isExactDate = false }: FetchRequest): WireBody {
  const { dates, dateType } = DATASETS[key.dataset];
  const wireOf = (day: Day) => wireFromIso(isoOf(day), dates);
  return {
    ...(axis === 'modified' && dateType !== 'LAST-MODIFIED' && { dateType: 'LAST-MODIFIED' }),
    ...(isExactDate && { date: wireOf(from) }),
    ...(!isExactDate && from > FIRST && { startDate: wireOf(from) }),
    ...(!isExactDate && to < LAST && { endDate: wireOf(to) }),
  };
}

/** Filters that the specification defines as one text, without a form for several values. */
const TEXTS = ['currency', 'companyTicker'];

function onlyValue(value: FilterValue): FilterValue {
  return typeof value === 'object' && value.length === 1 ? value[0]! : value;
}

export function bodyOf(request: FetchRequest): WireBody {
  const { key, limit, since } = request;
  const filters = Object.entries(key.filters).map(([name, value]): [string, FilterValue] => [
    name,
    TEXTS.includes(name) ? onlyValue(value) : value,
  ]);
  const cursor = since && { cursor: since.cursor };
  return { ...cursor, ...daysOf(request), limit, ...Object.fromEntries(filters) };
}
