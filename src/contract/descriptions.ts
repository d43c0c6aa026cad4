/**
 * Describes datasets, columns and options in words. The service's schemas, the client, the sidebar and the docs show
 * them. The tables do not contain them, because the add-on has the tables, and Apps Script loads each byte per call.
 */
import type { DatasetName } from './datasets.js';
import { columns, companyColumns, datasets, options, optionsOf } from './descriptions.json';

export type Descriptions = Readonly<Record<string, string>>;

export const DATASET_DESCRIPTIONS: Readonly<Record<DatasetName, string>> = datasets;

/** Describes the columns of the datasets by path. A path means the same in each dataset. */
export const COLUMN_DESCRIPTIONS: Descriptions = columns;

/** Describes the columns of TRACKED_COMPANIES and MATCH_COMPANIES. */
export const COMPANY_DESCRIPTIONS = companyColumns;

const OPTIONS: Descriptions = options;
/** Describes options that have another meaning in one dataset. */
const OPTIONS_OF: Readonly<Partial<Record<DatasetName, Descriptions>>> = optionsOf;

/** Returns the description of a filter or an own option; an empty text if there is no such option. */
export function optionDescription(name: string, dataset?: DatasetName): string {
  const special = dataset === undefined ? undefined : OPTIONS_OF[dataset]?.[name];
  return special ?? OPTIONS[name] ?? '';
}
