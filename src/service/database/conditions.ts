/** Translates the filters of a query to SQL conditions on companies, places and records. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AmountTest } from '../../contract/amounts.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import type { Query, QueryValue } from '../../contract/query.js';
import { COMPANY_COLUMNS, columnName, foldedName, PLACE_COLUMNS, RECORD_TABLES } from './columns.js';
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

export function allOf(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Returns the date column that the query filters and sorts by. */
export function comparedDate(dataset: DatasetName, query: Query): string {
  const hasDateType = 'dateType' in DATASETS[dataset].filters;
  return hasDateType && query['dateType'] !== 'LAST-MODIFIED' ? 'announced_date' : 'last_modified';
}

/** @param isPast true: company and record come from their previous version, the JSON `v.was` */
export function conditionsOf(dataset: DatasetName, query: Query, isPast = false): Conditions {
  const { name: table, columns, placeKey = '' } = RECORD_TABLES[dataset];
  const filters: FilterTable = DATASETS[dataset].filters;
  const record = { alias: 'r', columns, conditions: dateConditions(dataset, query) };
  const company = { alias: 'c', columns: COMPANY_COLUMNS, conditions: [] as Condition[] };
  const place = { alias: 'p', columns: PLACE_COLUMNS, conditions: [] as Condition[] };
  const inner: Readonly<Record<string, typeof record>> = { company, [placeKey]: place };
  const companyIds: RawBuilder<unknown>[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const value = query[name];
    if (value === undefined || filter.field === undefined) continue;
    const [key = '', ...path] = filter.field.split('.');
    const compared = inner[key] ?? record;
    const column = columnName(compared === record ? [key, ...path] : path);
    const { conditions } = compared;
    if (compared === place && column === '') {
      conditions.push(locationCondition(filter, value));
    } else if (compared === company && column === 'location') {
      const location = locationCondition(filter, value);
      conditions.push(sql`c.place_id in (select p.id from place p where ${location})`);
    } else if (compared.columns.some((known) => known.name === column && known.type === 'list')) {
      const isTag = sql`t.field = ${column} and ${comparison('t.value', true, filter, value)}`;
      const tags = sql.table(`${table}_tag`);
      if (isPast) conditions.push(sql`exists (select 1 from ${PAST_TAGS} where ${isTag})`);
      else if (compared === company)
        companyIds.push(sql`select t.company_id as id from company_tag t where ${isTag}`);
      else conditions.push(sql`r.id in (select t.record_id as id from ${tags} t where ${isTag})`);
    } else {
      const isFolded = compared.columns.some((known) => known.name === foldedName(column));
      const compare = `${compared.alias}.${isFolded ? foldedName(column) : column}`;
      conditions.push(comparison(compare, isFolded, filter, value));
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
function locationCondition(filter: Filter, value: QueryValue): Condition {
  const column = filter.match === 'whole' ? 'p.search_country' : 'p.search_location';
  return comparison(column, true, filter, value);
}

/** @param isFolded true for a column of folded texts; ids and enumerated values have a fixed case */
function comparison(name: string, isFolded: boolean, { match }: Filter, value: QueryValue): Condition {
  const column = sql.ref(name);
  if (isAmount(value)) return amountCondition(column, value);
  if (typeof value === 'number') return sql`${column} >= ${value}::float8`;
  const texts = isList(value) ? value : [value];
  if (!isFolded) return sql`${column} = any(${texts}::text[])`;
  if (match !== 'part') return sql`${column} = any(${texts.map(fold)}::text[])`;
  // one LIKE per text: LIKE ANY does not use a trigram index
  const each = texts.map((text) => sql`${column} like ${containing(text)}`);
  return sql`(${sql.join(each, sql` or `)})`;
}

/** The same as `matchesAmount`: a missing number makes the condition null, which matches nothing. */
function amountCondition(column: RawBuilder<unknown>, test: AmountTest): Condition {
  const { min, max, above, below, negated } = test;
  const bounds: Condition[] = [];
  if (min !== undefined) bounds.push(sql`${column} ${sql.raw(above ? '>' : '>=')} ${min}::float8`);
  if (max !== undefined) bounds.push(sql`${column} ${sql.raw(below ? '<' : '<=')} ${max}::float8`);
  const inside = allOf(bounds);
  return negated ? sql`not (${inside})` : sql`(${inside})`;
}

function isAmount(value: QueryValue): value is AmountTest {
  return typeof value === 'object' && !isList(value);
}

function isList(value: QueryValue): value is readonly string[] {
  return Array.isArray(value);
}
