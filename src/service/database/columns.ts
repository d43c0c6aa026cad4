/** Maps a record of the contract to a table: one column per field, so a new field is a new column. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { type Field, type FieldTable, type FieldType, isField } from '../../contract/fields.js';
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

type ComparedBy = readonly (readonly [field: string, filter: Filter])[];

const FILTERS: readonly Filter[] = Object.values(DATASETS).flatMap(({ filters }) => Object.values(filters));

/** The table of each dataset. Company and place are references; all other fields are columns. */
export const RECORD_TABLES = Object.fromEntries(
  Object.entries(DATASETS).map(([dataset, { record }]) => [
    dataset,
    recordTable(dataset as DatasetName, record),
  ]),
) as Readonly<Record<DatasetName, RecordTable>>;

/** Companies as in version 1; `location` is the reference to a place. */
export const COMPANY_COLUMNS = columnsOfTable(COMPANY_V1, comparedUnder('company')).filter(
  ({ name }) => name !== 'location',
);

/** The parts of a place. The headquarters filter compares the whole place, and searches its country. */
export const PLACE_COLUMNS = columnsOfTable(
  BUSINESS_EXPANSION.expansionLocation,
  Object.values(RECORD_TABLES).flatMap(({ placeKey }) => comparedUnder(placeKey)),
).map((column) => (column.name === 'country' ? { ...column, searched: true } : column));

export const NEWS_COLUMNS = columnsOfTable(NEWS_ITEM, []);

/** `expansionType` is `expansion_type`, `executivePreviousCompany.id` is `executive_previous_company_id`. */
export function columnName(path: readonly string[]): string {
  return path.join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the name of the column with the folded text. */
export function searchColumn(name: string): string {
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
    columns: columnsOfTable(
      Object.fromEntries(own),
      Object.values<Filter>(DATASETS[dataset].filters).map((filter) => [filter.field ?? '', filter]),
    ),
    placeKey,
  };
}

/** Returns the filters on the fields of an inner object, each with the rest of its path. */
function comparedUnder(key: string | undefined): ComparedBy {
  return FILTERS.flatMap((filter) =>
    filter.field?.startsWith(`${key}.`) ? [[filter.field.slice(`${key}.`.length), filter] as const] : [],
  );
}

function columnsOfTable(
  table: FieldTable,
  comparedBy: ComparedBy,
  prefix: readonly string[] = [],
): ColumnDefinition[] {
  return Object.entries(table).flatMap(([key, node]) => {
    const path = [...prefix, key];
    if (!isField(node)) return columnsOfTable(node, comparedBy, path);
    const searched = comparedBy.some(
      ([field, filter]) => field === path.join('.') && isSearch(field, node, filter),
    );
    return [
      { name: columnName(path), type: node.type, path, enumerated: node.values !== undefined, searched },
    ];
  });
}

/** False for ids and enumerated values, which are compared exactly, and for lists, which have tags. */
function isSearch(field: string, { type, values }: Field, filter: Filter): boolean {
  if (type !== 'text' || /(?:^|\.)id$/.test(field)) return false;
  return filter.match === 'part' || (filter.values ?? values) === undefined;
}
