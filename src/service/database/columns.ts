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
  /** True for a column beside that of a text, with its folded form: a filter ignores the case of the text. */
  readonly folded: boolean;
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
  ({ path }) => path[0] !== 'location',
);

/** The parts of a place. A filter that names a place as a whole compares all parts, or its country. */
export const PLACE_COLUMNS = columnsOfTable(
  BUSINESS_EXPANSION.expansionLocation,
  [...FILTERS, { kind: 'list', match: 'whole', field: 'expansionLocation.country' }],
  Object.values(RECORD_TABLES).map(({ placeKey }) => `${placeKey}.`),
);

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

export function columnNames(columns: readonly ColumnDefinition[]): string[] {
  return columns.map(({ name }) => name);
}

/** Returns the name of the column with the folded form of a text. */
export function foldedName(name: string): string {
  return `search_${name}`;
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
  return columnsOf(table).flatMap((field) => {
    const names = prefixes.map((prefix) => prefix + field.path);
    const path = field.path.split('.');
    const name = columnName(path);
    const column = { name, type: field.type, path, folded: false };
    const isSearched = filters.some(
      (filter) => names.includes(filter.field ?? '') && isSearch(field, filter),
    );
    return isSearched ? [column, { ...column, name: foldedName(name), folded: true }] : [column];
  });
}

/** False for ids and enumerated values, which are compared exactly, and for lists, which have tags. */
function isSearch({ type, path, values }: Column, filter: Filter): boolean {
  if (type !== 'text' || /(?:^|\.)id$/.test(path)) return false;
  return filter.match === 'part' || (filter.values ?? values) === undefined;
}
