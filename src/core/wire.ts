/** Converts requests to the service's format. */

import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { wireFromIso } from '../contract/dates.js';
import { type Day, FIRST, isoOf, LAST } from './days.js';
import type { FetchRequest } from './facts.js';
import type { DayFields, FilterValue } from './query.js';
import type { Axis } from './records.js';

/** The body of a request: filters, days and limit, by the names in the specification. */
export type WireBody = Readonly<Record<string, FilterValue>>;

export function wireDays(dataset: DatasetName, axis: Axis, from: Day, to: Day): DayFields {
  const { dates, dateType } = DATASETS[dataset];
  return {
    ...(axis === 'modified' && dateType !== 'LAST-MODIFIED' && { dateType: 'LAST-MODIFIED' }),
    ...(from > FIRST && { startDate: wireFromIso(isoOf(from), dates) }),
    ...(to < LAST && { endDate: wireFromIso(isoOf(to), dates) }),
  };
}

/** Filters that the specification defines as one text, without a form for several values. */
const TEXTS = ['currency', 'companyTicker'];

function onlyValue(value: FilterValue): FilterValue {
  return typeof value === 'object' && value.length === 1 ? value[0]! : value;
}

export function bodyOf({ key, from, limit, days, since }: FetchRequest): WireBody {
  const filters = Object.entries(key.filters).map(([name, value]): [string, FilterValue] => [
    name,
    TEXTS.includes(name) ? onlyValue(value) : value,
  ]);
  const range = since ? { cursor: since.cursor, ...wireDays(key.dataset, 'announced', from, LAST) } : days;
  return { ...(range as WireBody), limit, ...Object.fromEntries(filters) };
}
