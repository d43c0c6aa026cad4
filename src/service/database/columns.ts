/** Maps a record of the contract to a table: one column per field, so a new field is a new column. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import {
  type Column,
  columnsOf,
  type Field,
  type FieldTable,
  type FieldType,
  isField,
} from '../../contract/fields.js';
import type { Filter } from '../../contract/filters.js';
import { BUSINESS_EXPANSION, COMPANY_V1, NEWS_ITEM } from '../../contract/records.js';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** The path of the value in a record. */
  readonly path: readonly string[];
  /** True if the contract lists the allowed values. */
  readonly enumerated: boolean;
  /** True if a filter ignores the case of this text. `searchColumn` then holds the folded text. */
  readonly searched: boolean;
}

export interface RecordTable {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  /** The key of the record's place, which the table stores as a reference; undefined if it has none. */
  readonly placeKey: string | undefined;
}

const SQL_TYPES: Record<FieldType, string> = {
  // compares bytes, so that all engines sort and compare the same way in any locale
  text: 'text collate "C"',
  date: 'date',
  number: 'double precision',
  list: 'json',
  refs: 'json',
};

const FILTERS: readonly Filter[] = Object.values(DATASETS).flatMap(({ filters }) => Object.values(filters));

/** The table of each dataset. Company and place are references; all other fields are columns. */
export const RECORD_TABLES = Object.fromEntries(
  Object.entries(DATASETS).map(([dataset, { record }]) => [
    dataset,
    recordTable(dataset as DatasetName, record),
  ]),
) as Readonly<Record<DatasetName, RecordTable>>;

/** Companies as in version 1; `location` is the reference to a place. */
export const COMPANY_COLUMNS = columnsOfTable(COMPANY_V1, FILTERS, ['company.']).filter(
  ({ name }) => name !== 'location',
);

/** The parts of a place. The headquarters filter compares the whole place, and searches its country. */
export const PLACE_COLUMNS = columnsOfTable(
  BUSINESS_EXPANSION.expansionLocation,
  FILTERS,
  Object.values(RECORD_TABLES).map(({ placeKey }) => `${placeKey}.`),
).map((column) => (column.name === 'country' ? { ...column, searched: true } : column));

export const NEWS_COLUMNS = columnsOfTable(NEWS_ITEM, []);

/** All tables with columns of the contract. */
export const TABLES: readonly Pick<RecordTable, 'name' | 'columns'>[] = [
  { name: 'company', columns: COMPANY_COLUMNS },
  { name: 'place', columns: PLACE_COLUMNS },
  { name: 'news', columns: NEWS_COLUMNS },
  ...Object.values(RECORD_TABLES),
];

/** `expansionType` is `expansion_type`, `executivePreviousCompany.id` is `executive_previous_company_id`. */
export function columnName(path: readonly string[]): string {
  return path.join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the name of the column with the folded text. */
export function searchColumn(name: string): string {
  return `search_${name}`;
}

/** Returns the names of columns, each followed by the one of its folded text, if it has one. */
export function columnNames(columns: readonly ColumnDefinition[]): string[] {
  return columns.flatMap(({ name, searched }) => (searched ? [name, searchColumn(name)] : [name]));
}

export function sqlType(column: ColumnDefinition): string {
  return SQL_TYPES[column.type];
}

/** True for a place: an object with exactly city, state and country. */
export function isPlace(node: Field | FieldTable): boolean {
  return !isField(node) && Object.keys(node).sort().join() === 'city,country,state';
}

function recordTable(dataset: DatasetName, record: FieldTable): RecordTable {
  const placeKey = Object.keys(record).find((key) => isPlace(record[key]!));
  const own = Object.entries(record).filter(([key]) => key !== 'company' && key !== placeKey);
  return {
    name: dataset.replaceAll('-', '_'),
    columns: columnsOfTable(Object.fromEntries(own), Object.values(DATASETS[dataset].filters)),
    placeKey,
  };
}

/** @param prefixes of the paths of fields, where filters name them */
function columnsOfTable(
  table: FieldTable,
  filters: readonly Filter[],
  prefixes: readonly string[] = [''],
): ColumnDefinition[] {
  return columnsOf(table).map((field) => {
    const names = prefixes.map((prefix) => prefix + field.path);
    const searched = filters.some((filter) => names.includes(filter.field ?? '') && isSearch(field, filter));
    const path = field.path.split('.');
    return {
      name: columnName(path),
      type: field.type,
      path,
      enumerated: field.values !== undefined,
      searched,
    };
  });
}

/** False for ids and enumerated values, which are compared exactly, and for lists, which have tags. */
function isSearch({ type, path, values }: Column, filter: Filter): boolean {
  if (type !== 'text' || /(?:^|\.)id$/.test(path)) return false;
  return filter.match === 'part' || (filter.values ?? values) === undefined;
}
