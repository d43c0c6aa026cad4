/**
 * What datasets, columns and options are, in words: for the service's schemas, the client, the sidebar and the docs.
 * They are not in the tables, because the add-on has these, and Apps Script loads every byte of it for each call.
 */
import type { DatasetName } from './datasets.js';
import { columns, companyColumns, datasets, options, optionsOf } from './descriptions.json';

export type Descriptions = Readonly<Record<string, string>>;

export const DATASET_DESCRIPTIONS: Readonly<Record<DatasetName, string>> = datasets;

/** Of the columns of the datasets, by path: what has the same path means the same in each dataset. */
export const COLUMN_DESCRIPTIONS: Descriptions = columns;

/** Of the columns of TRACKED_COMPANIES and MATCH_COMPANIES. */
export const COMPANY_DESCRIPTIONS = companyColumns;

const OPTIONS: Descriptions = options;
/** Of options that mean something else in one dataset. */
const OPTIONS_OF: Readonly<Partial<Record<DatasetName, Descriptions>>> = optionsOf;

/** Returns the description of a filter or an own option; an empty text if there is no such option. */
export function optionDescription(name: string, dataset?: DatasetName): string {
  const special = dataset === undefined ? undefined : OPTIONS_OF[dataset]?.[name];
  return special ?? OPTIONS[name] ?? '';
}
