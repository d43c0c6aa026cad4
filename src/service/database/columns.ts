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
  /** Whether the contract lists the allowed values. */
  readonly enumerated: boolean;
  /** A filter compares its text without minding case: the folded text is in a second column, `searchColumn`. */
  readonly searched: boolean;
}

export interface RecordTable {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  /** Key of the inner object that is stored as a reference to a place. */
  readonly placeKey: string | undefined;
}

const SQL_TYPES: Record<FieldType, string> = {
  // bytewise, so that all engines sort and compare the same way in any locale
  text: 'text collate "C"',
  date: 'date',
  number: 'double precision',
  list: 'json',
  refs: 'json',
};

/** Filters with the field that each compares. */
type ComparedBy = readonly (readonly [field: string, filter: Filter])[];

/** The filters of all datasets, which share companies and places. */
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

/** The parts of a place. Its country is searched by the filter of headquarters, which names the whole place. */
export const PLACE_COLUMNS = columnsOfTable(
  BUSINESS_EXPANSION.expansionLocation,
  Object.values(RECORD_TABLES).flatMap(({ placeKey }) => comparedUnder(placeKey)),
).map((column) => (column.name === 'country' ? { ...column, searched: true } : column));

export const NEWS_COLUMNS = columnsOfTable(NEWS_ITEM, []);

/** `expansionType` is `expansion_type`, `executivePreviousCompany.id` is `executive_previous_company_id`. */
export function columnName(path: readonly string[]): string {
  return path.join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The column with the folded text of a searched one. */
export function searchColumn(name: string): string {
  return `search_${name}`;
}

export function sqlType(column: ColumnDefinition): string {
  return SQL_TYPES[column.type];
}

/** The three parts of a place, wherever it occurs in a record. */
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

/** The filters on fields of an inner object, each with the rest of its path. */
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

/** Ids and whole values of an enumeration are compared as they are; lists have tags for it. */
function isSearch(field: string, { type, values }: Field, filter: Filter): boolean {
  if (type !== 'text' || /(?:^|\.)id$/.test(field)) return false;
  return filter.match === 'part' || (filter.values ?? values) === undefined;
}
