/** From the filters of a query to SQL conditions on companies, places and records. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AmountTest } from '../../contract/amounts.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import { COMPANY_COLUMNS, columnName, RECORD_TABLES } from './columns.js';
import { containing, fold } from './text.js';

export type Condition = RawBuilder<SqlBool>;
type QueryValue = string | number | readonly string[] | AmountTest;

/** A checked query of any dataset. */
export type AnyQuery = Readonly<Record<string, QueryValue | undefined>>;

/** Conditions on company `c`, place `p` and record `r`; each list is joined by AND. */
export interface Conditions {
  readonly company: readonly Condition[];
  readonly place: readonly Condition[];
  readonly record: readonly Condition[];
}

/** The column of the record's date that the query compares and orders by. */
export function comparedDate(dataset: DatasetName, query: AnyQuery): string {
  const hasDateType = 'dateType' in DATASETS[dataset].filters;
  return hasDateType && query['dateType'] !== 'LAST-MODIFIED' ? 'announced_date' : 'last_modified';
}

export function conditionsOf(dataset: DatasetName, query: AnyQuery): Conditions {
  const { placeKey } = RECORD_TABLES[dataset];
  const filters: FilterTable = DATASETS[dataset].filters;
  const company: Condition[] = [];
  const place: Condition[] = [];
  const record: Condition[] = [...dateConditions(dataset, query)];
  for (const [name, filter] of Object.entries(filters)) {
    const value = query[name];
    if (value === undefined || filter.field === undefined) continue;
    if (filter.field === placeKey) place.push(locationCondition(filter, textsOf(value)));
    else if (filter.field.startsWith('company.')) company.push(companyCondition(filter, textsOf(value)));
    else record.push(recordCondition(dataset, filter, value));
  }
  if ('companyIds' in filters && query['companyIds'] === undefined) company.push(TRACKED);
  return { company, place, record };
}

const TRACKED: Condition = sql`c.id in (select company_id from company_group_member)`;

function dateConditions(dataset: DatasetName, query: AnyQuery): Condition[] {
  const column = sql.ref(`r.${comparedDate(dataset, query)}`);
  const [date, start, end] = [query['date'], query['startDate'], query['endDate']];
  return [
    ...(date === undefined ? [] : [sql<SqlBool>`${column} = ${date}::date`]),
    ...(start === undefined ? [] : [sql<SqlBool>`${column} >= ${start}::date`]),
    ...(end === undefined ? [] : [sql<SqlBool>`${column} <= ${end}::date`]),
  ];
}

function companyCondition(filter: Filter, texts: readonly string[]): Condition {
  const key = filter.field!.slice('company.'.length);
  if (key === 'id') return sql`c.id = any(${texts}::text[])`;
  if (key === 'location') {
    return sql`c.place_id in (select p.id from place p where ${locationCondition(filter, texts)})`;
  }
  const column = COMPANY_COLUMNS.find(({ path }) => path[0] === key)!;
  if (column.type === 'list') {
    return sql`c.id in (select t.company_id from company_tag t
      where t.field = ${column.name} and t.value = any(${texts.map(fold)}::text[]))`;
  }
  if (filter.match === 'part') {
    return partOf(`c.search_${column.name}`, texts);
  }
  return sql`${sql.ref(`c.${column.name}`)} = any(${texts}::text[])`;
}

/** As a whole, the country is compared; in part, the whole of city, state and country. */
function locationCondition(filter: Filter, texts: readonly string[]): Condition {
  if (filter.match === 'whole') return sql`p.search_country = any(${texts.map(fold)}::text[])`;
  return partOf('p.search_location', texts);
}

/** One LIKE per text: an index of trigrams is not used for LIKE ANY. */
function partOf(column: string, texts: readonly string[]): Condition {
  return sql`(${sql.join(
    texts.map((text) => sql`${sql.ref(column)} like ${containing(text)}`),
    sql` or `,
  )})`;
}

function recordCondition(dataset: DatasetName, filter: Filter, value: QueryValue): Condition {
  const name = columnName(filter.field!.split('.'));
  const column = sql.ref(`r.${name}`);
  if (isAmount(value)) return amountCondition(column, value);
  if (typeof value === 'number') return sql`${column} >= ${value}::float8`;
  const { name: table, columns } = RECORD_TABLES[dataset];
  if (columns.find((definition) => definition.name === name)?.type === 'list') {
    return sql`r.id in (select t.record_id from ${sql.table(`${table}_tag`)} t
      where t.field = ${name} and t.value = any(${textsOf(value).map(fold)}::text[]))`;
  }
  // enumerated, so the case is known
  return sql`${column} = any(${textsOf(value)}::text[])`;
}

/** As `matchesAmount` decides: a missing number makes the whole condition null, which matches nothing. */
function amountCondition(column: RawBuilder<unknown>, test: AmountTest): Condition {
  const bounds = [
    ...(test.min === undefined
      ? []
      : [sql`${column} ${sql.raw(test.above ? '>' : '>=')} ${test.min}::float8`]),
    ...(test.max === undefined
      ? []
      : [sql`${column} ${sql.raw(test.below ? '<' : '<=')} ${test.max}::float8`]),
  ];
  const inside = sql.join(bounds, sql` and `);
  return test.negated ? sql`not (${inside})` : sql`(${inside})`;
}

function isAmount(value: QueryValue): value is AmountTest {
  return typeof value === 'object' && !isList(value);
}

function textsOf(value: QueryValue): readonly string[] {
  return isList(value) ? value : [String(value)];
}

function isList(value: QueryValue): value is readonly string[] {
  return Array.isArray(value);
}
