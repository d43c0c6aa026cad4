/** Evaluates the service's filters on cached rows. It must agree with the service on every filter. */
import { type AmountTest, matchesAmount } from '../contract/amounts.js';
import { DATASETS, type DatasetName, isDatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { positionOf } from '../contract/fields.js';
import type { Filter, FilterTable } from '../contract/filters.js';
import { asFields, isObject } from '../contract/json.js';
import { titleForms } from '../contract/options.js';
import { parseQuery } from '../contract/query.js';
import type { QueryKey } from './query.js';
import { type FieldValue, numberOf, type Row, textAt } from './records.js';

type Test = (row: Row) => boolean;

/** True if this version knows all filters of a key, which another version may have stored. */
export function isKnownKey(key: unknown): key is QueryKey {
  const { dataset, filters } = asFields(key);
  if (!isDatasetName(dataset) || !isObject(filters)) return false;
  try {
    parseQuery(DATASETS[dataset].filters, DATASETS[dataset].dates, filters);
    return true;
  } catch {
    return false;
  }
}

/** Returns a test that passes the rows that the service would return for the key, on any day. */
export function createFilterTest({ dataset, filters }: QueryKey): Test {
  const { dates } = DATASETS[dataset];
  const table: FilterTable = DATASETS[dataset].filters;
  const query = parseQuery(table, dates, filters);
  const tests = Object.keys(query).flatMap((name) => {
    const filter = table[name]!;
    return filter.field === undefined ? [] : [createTest(dataset, name, filter, query[name])];
  });
  return (row) => tests.every((test) => test(row));
}

function createTest(dataset: DatasetName, name: string, filter: Filter, wanted: unknown): Test {
  const read = createFieldReader(dataset, name, filter.field!);
  if (filter.kind === 'amount') return (row) => matchesAmount(wanted as AmountTest, numberOf(read(row)));
  if (filter.kind === 'integer') return (row) => matchesAmount({ min: Number(wanted) }, numberOf(read(row)));
  const texts = (Array.isArray(wanted) ? wanted : [wanted]).map((text) => String(text).toLowerCase());
  const exact = new Set(texts);
  const same =
    filter.match === 'part'
      ? (have: string) => texts.some((text) => have.includes(text))
      : (have: string) => exact.has(have);
  const formsOf = name === 'title' ? titleForms : (have: string) => [have];
  return (row) => {
    const value = read(row);
    if (value === null) return false;
    const values = typeof value === 'object' ? value : [value];
    return values.some((have) => formsOf(String(have).toLowerCase()).some(same));
  };
}

function createFieldReader(dataset: DatasetName, name: string, field: string): (row: Row) => FieldValue {
  const at = (path: string) => positionOf(RECORD_COLUMNS[dataset], path);
  const position = at(field);
  if (name === 'countries') {
    // a headquarters reads "city, state, country"
    return (row) => textAt(row, position).split(/,\s*/).pop()!;
  }
  if (position >= 0) return (row) => row[position] ?? null;
  const parts = ['city', 'state', 'country'].map((part) => at(`${field}.${part}`));
  return (row) => parts.flatMap((part) => row[part] ?? []).join(', ');
}
