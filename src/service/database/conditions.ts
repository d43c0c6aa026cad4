/** Translates the filters of a query to SQL conditions on companies, places and records. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AmountTest } from '../../contract/amounts.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import type { Query, QueryValue } from '../../contract/query.js';
import {
  COMPANY_COLUMNS,
  type ColumnDefinition,
  columnName,
  PLACE_COLUMNS,
  RECORD_TABLES,
  searchColumn,
} from './columns.js';
import { containing, fold } from './text.js';

export type Condition = RawBuilder<SqlBool>;

/** Conditions on company `c`, place `p` and record `r`; each list is joined by AND. */
export interface Conditions {
  readonly company: readonly Condition[];
  /** Sub-selects of company ids, all of which must contain the company. Tags need no join with company. */
  readonly companyIds: readonly RawBuilder<unknown>[];
  readonly place: readonly Condition[];
  readonly record: readonly Condition[];
}

/** Returns the date column that the query filters and sorts by. */
export function comparedDate(dataset: DatasetName, query: Query): string {
  const hasDateType = 'dateType' in DATASETS[dataset].filters;
  return hasDateType && query['dateType'] !== 'LAST-MODIFIED' ? 'announced_date' : 'last_modified';
}

interface ComparedTable {
  readonly alias: string;
  readonly columns: readonly ColumnDefinition[];
  readonly conditions: Condition[];
}

/** @param isPast true: company and record come from their previous version, the JSON `v.was` */
export function conditionsOf(dataset: DatasetName, query: Query, isPast = false): Conditions {
  const { name: table, columns, placeKey = '' } = RECORD_TABLES[dataset];
  const filters: FilterTable = DATASETS[dataset].filters;
  const company: ComparedTable = { alias: 'c', columns: COMPANY_COLUMNS, conditions: [] };
  const place: ComparedTable = { alias: 'p', columns: PLACE_COLUMNS, conditions: [] };
  const record: ComparedTable = { alias: 'r', columns, conditions: dateConditions(dataset, query) };
  const inner: Readonly<Record<string, ComparedTable>> = { company, [placeKey]: place };
  const companyIds: RawBuilder<unknown>[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const value = query[name];
    if (value === undefined || filter.field === undefined) continue;
    const [key = '', ...path] = filter.field.split('.');
    const compared = inner[key] ?? record;
    const column = columnName(compared === record ? [key, ...path] : path);
    const definition = compared.columns.find((known) => known.name === column);
    if (compared === place && column === '') {
      place.conditions.push(locationCondition(filter, value));
    } else if (compared === company && column === 'location') {
      const location = locationCondition(filter, value);
      company.conditions.push(sql`c.place_id in (select p.id from place p where ${location})`);
    } else if (definition?.type === 'list') {
      const isTag = sql`t.field = ${column} and ${textCondition('t.value', filter, textsOf(value))}`;
      const tags = sql.table(`${table}_tag`);
      if (isPast) compared.conditions.push(sql`exists (select 1 from ${PAST_TAGS} where ${isTag})`);
      else if (compared === company)
        companyIds.push(sql`select t.company_id as id from company_tag t where ${isTag}`);
      else record.conditions.push(sql`r.id in (select t.record_id as id from ${tags} t where ${isTag})`);
    } else {
      compared.conditions.push(columnCondition(compared.alias, definition!, filter, value));
    }
  }
  if ('companyIds' in filters && query['companyIds'] === undefined)
    company.conditions.push(isPast ? WAS_TRACKED : TRACKED);
  return { company: company.conditions, companyIds, place: place.conditions, record: record.conditions };
}

const PAST_TAGS = sql`jsonb_to_recordset(v.was -> 'tags') as t(field text, value text)`;
const TRACKED: Condition = sql`c.id in (select company_id from company_group_member)`;
const WAS_TRACKED: Condition = sql`(v.was ->> 'tracked')::boolean`;

function dateConditions(dataset: DatasetName, query: Query): Condition[] {
  const column = sql.ref(`r.${comparedDate(dataset, query)}`);
  const compared = [
    ['=', query['date']],
    ['>=', query['startDate']],
    ['<=', query['endDate']],
  ] as const;
  return compared.flatMap(([operator, day]) =>
    day === undefined ? [] : sql<SqlBool>`${column} ${sql.raw(operator)} ${day}::date`,
  );
}

/** A whole match compares the country; a partial match compares city, state and country together. */
function locationCondition({ match }: Filter, value: QueryValue): Condition {
  const texts = textsOf(value);
  if (match === 'whole') return sql`p.search_country = any(${texts.map(fold)}::text[])`;
  return partOf('p.search_location', texts);
}

/** One LIKE per text: LIKE ANY does not use a trigram index. */
function partOf(column: string, texts: readonly string[]): Condition {
  const each = texts.map((text) => sql`${sql.ref(column)} like ${containing(text)}`);
  return sql`(${sql.join(each, sql` or `)})`;
}

function columnCondition(
  alias: string,
  { name, searched }: ColumnDefinition,
  filter: Filter,
  value: QueryValue,
): Condition {
  const column = sql.ref(`${alias}.${name}`);
  if (isAmount(value)) return amountCondition(column, value);
  if (typeof value === 'number') return sql`${column} >= ${value}::float8`;
  const texts = textsOf(value);
  if (searched) return textCondition(`${alias}.${searchColumn(name)}`, filter, texts);
  // ids and enumerated values have a fixed case
  return sql`${column} = any(${texts}::text[])`;
}

/** @param column of folded texts */
function textCondition(column: string, { match }: Filter, texts: readonly string[]): Condition {
  if (match === 'part') return partOf(column, texts);
  return sql`${sql.ref(column)} = any(${texts.map(fold)}::text[])`;
}

/** The same as `matchesAmount`: a missing number makes the condition null, which matches nothing. */
function amountCondition(column: RawBuilder<unknown>, test: AmountTest): Condition {
  const { min, max, above, below, negated } = test;
  const bounds: Condition[] = [];
  if (min !== undefined) bounds.push(sql`${column} ${sql.raw(above ? '>' : '>=')} ${min}::float8`);
  if (max !== undefined) bounds.push(sql`${column} ${sql.raw(below ? '<' : '<=')} ${max}::float8`);
  const inside = sql.join(bounds, sql` and `);
  return negated ? sql`not (${inside})` : sql`(${inside})`;
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
