/** Help without a request for assistants: options, columns and allowed values, from the contract. */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { DATASET_NAMES, type DatasetOption, optionsOfDataset } from '../dataset-options.js';

export interface SharedOption extends DatasetOption {
  readonly datasets: readonly DatasetName[];
}

const DATES =
  'Dates: 2026-01-31, today, yesterday, -30d, last month, or another word that the formulas know.';
const AMOUNTS = 'Amounts: 500, >=1M, 10M..50M. Several values: a list.';
/** Options that shape the table of a sheet; records have no headers. */
const SHEET_ONLY = ['headers'];

/** All options of all datasets: first the filters, then those that shape the output. */
export function optionsOfAll(): SharedOption[] {
  const options = new Map<string, SharedOption>();
  for (const dataset of DATASET_NAMES) {
    for (const option of optionsOfDataset(dataset)) {
      const { datasets, ...known } = options.get(option.name) ?? { ...option, datasets: [] };
      options.set(option.name, { ...known, datasets: [...datasets, dataset] });
    }
  }
  return [...options.values()].sort((a, b) => Number(a.isOwn) - Number(b.isOwn));
}

export function pageAddress(dataset: string): string {
  return `signals://options/${dataset}`;
}

/** The resource about a dataset. */
export function helpPage(dataset: DatasetName) {
  const { description, paid, functionName, columns } = DATASETS[dataset];
  const price = paid ? 'Each returned record costs one credit.' : 'Free.';
  return {
    uri: pageAddress(dataset),
    name: `Options of ${dataset}`,
    description: `Options with their values, and columns, of ${dataset}: ${description}`,
    mimeType: 'text/markdown',
    text: [
      `# ${dataset}`,
      `${description}. ${price} In a sheet: ${functionName}.`,
      `${DATES} ${AMOUNTS}`,
      '## Options',
      ...optionsOfDataset(dataset).map(optionLine),
      '## Columns',
      `By default: ${columns.join(', ')}. "all" shows all:`,
      ...RECORD_COLUMNS[dataset].map((column) => `- ${column.path}: ${column.description}.`),
    ].join('\n'),
  };
}

function optionLine({ name, aliases, description, values }: DatasetOption): string {
  const also = aliases.length > 0 ? ` (or ${aliases.join(', ')})` : '';
  const allowed = values.length > 0 ? ` One of: ${values.join('; ')}.` : '';
  const where = SHEET_ONLY.includes(name) ? ' Only in a sheet.' : '';
  return `- ${name}${also}: ${description}.${allowed}${where}`;
}
