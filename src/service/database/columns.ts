/** How a record of the contract lies in a table: one column per field, so that a new field is a new column. */
import type { DatasetName } from '../../contract/datasets.js';
import { DATASETS } from '../../contract/datasets.js';
import type { Field, FieldTable, FieldType } from '../../contract/fields.js';
import { isField } from '../../contract/fields.js';
import { COMPANY_V1, NEWS_ITEM } from '../../contract/records.js';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** Where the value is in a record. */
  readonly path: readonly string[];
  /** Values are enumerated by the contract. */
  readonly enumerated: boolean;
}

export interface RecordTable {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  /** Key of the inner object that is a reference to a place. */
  readonly placeKey: string | undefined;
}

const SQL_TYPES: Record<FieldType, string> = {
  // bytewise, so that every engine orders and compares alike, whatever its locale
  text: 'text collate "C"',
  date: 'date',
  number: 'double precision',
  list: 'json',
  refs: 'json',
};

/** The table of each dataset. Company and place are references, everything else is a column. */
export const RECORD_TABLES = Object.fromEntries(
  Object.entries(DATASETS).map(([dataset, { record }]) => [dataset, recordTable(dataset, record)]),
) as Readonly<Record<DatasetName, RecordTable>>;

/** Companies as version 1 shows them; `location` is the reference to a place. */
export const COMPANY_COLUMNS = columnsOfTable(COMPANY_V1).filter(({ name }) => name !== 'location');

export const NEWS_COLUMNS = columnsOfTable(NEWS_ITEM);

/** `expansionType` is `expansion_type`, `executivePreviousCompany.id` is `executive_previous_company_id`. */
export function columnName(path: readonly string[]): string {
  return path.join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function sqlType(column: ColumnDefinition): string {
  return SQL_TYPES[column.type];
}

/** The three parts of a place, wherever it occurs in a record. */
export function isPlace(node: Field | FieldTable): boolean {
  return !isField(node) && Object.keys(node).sort().join() === 'city,country,state';
}

function recordTable(dataset: string, record: FieldTable): RecordTable {
  const placeKey = Object.keys(record).find((key) => isPlace(record[key]!));
  const own = Object.entries(record).filter(([key]) => key !== 'company' && key !== placeKey);
  return {
    name: dataset.replaceAll('-', '_'),
    columns: columnsOfTable(Object.fromEntries(own)),
    placeKey,
  };
}

function columnsOfTable(table: FieldTable, prefix: readonly string[] = []): ColumnDefinition[] {
  return Object.entries(table).flatMap(([key, node]) => {
    const path = [...prefix, key];
    if (!isField(node)) return columnsOfTable(node, path);
    return [{ name: columnName(path), type: node.type, path, enumerated: node.values !== undefined }];
  });
}
