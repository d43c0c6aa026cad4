/** The service's filters, evaluated on rows at hand. It must agree with the service on every filter. */
import { type AmountTest, matchesAmount } from '../../contract/amounts.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { Column } from '../../contract/fields.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import { parseQuery } from '../../contract/query.js';
import { inWindow } from '../question/window.js';
import type { WireBody } from '../service/client.js';
import type { FieldValue } from '../table/field-readers.js';
import { comparesModified } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';

type Test = (row: Row) => boolean;

/** A test of rows that passes what the service would return for the body, its limit apart. */
export function createBodyTest(dataset: DatasetName, columns: readonly Column[], body: WireBody): Test {
  const { dates } = DATASETS[dataset];
  const filters: FilterTable = DATASETS[dataset].filters;
  const parsed = parseQuery(filters, dates, body);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const query: Readonly<Record<string, unknown>> = parsed.value;
  const tests = Object.keys(query).flatMap((name) => {
    const filter = filters[name]!;
    return filter.field === undefined ? [] : [createTest(name, filter, columns, query[name])];
  });
  const compared = comparesModified(dataset, query['dateType']) ? 'lastModified' : 'announcedDate';
  const dateAt = columns.findIndex((column) => column.path === compared);
  const { date, startDate = '', endDate = '' } = query as Readonly<Record<string, string | undefined>>;
  if (date !== undefined) tests.push((row) => row[dateAt] === date);
  if (startDate !== '' || endDate !== '') {
    tests.push(
      (row) => row[dateAt] !== null && inWindow({ start: startDate, end: endDate }, String(row[dateAt])),
    );
  }
  return (row) => tests.every((test) => test(row));
}

function createTest(name: string, filter: Filter, columns: readonly Column[], wanted: unknown): Test {
  const read = createFieldReader(name, filter.field ?? '', columns);
  if (filter.kind === 'amount') return (row) => matchesAmount(wanted as AmountTest, numberOf(read(row)));
  if (filter.kind === 'integer') return (row) => matchesAmount({ min: Number(wanted) }, numberOf(read(row)));
  const texts = (Array.isArray(wanted) ? wanted : [wanted]).map((text) => String(text).toLowerCase());
  const same =
    filter.match === 'part'
      ? (have: string) => texts.some((text) => have.includes(text))
      : (have: string) => texts.includes(have);
  return (row) => {
    const value = read(row);
    if (value === null) return false;
    return (typeof value === 'object' ? value : [value]).some((have) => same(String(have).toLowerCase()));
  };
}

function createFieldReader(
  name: string,
  field: string,
  columns: readonly Column[],
): (row: Row) => FieldValue {
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  const place = at(field);
  if (name === 'countries') {
    // a headquarters reads "city, state, country"
    return (row) =>
      String(row[place] ?? '')
        .split(', ')
        .pop() ?? null;
  }
  if (place >= 0) return (row) => row[place] ?? null;
  const parts = ['city', 'state', 'country'].map((part) => at(`${field}.${part}`));
  return (row) => parts.flatMap((part) => row[part] ?? []).join(', ');
}

function numberOf(value: FieldValue): number | null {
  return typeof value === 'number' ? value : null;
}
