/** The options of a question, from the contract: for the help of the command line and of assistants. */
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { optionDescription } from '../contract/descriptions.js';
import type { FilterTable } from '../contract/filters.js';
import { DATASET_OPTIONS, OPTION_ALIASES, OWN_OPTIONS, resolveOption } from '../contract/options.js';

export type DatasetOption = ReturnType<typeof optionsOfDataset>[number];

export const DATASET_NAMES = Object.keys(DATASETS) as readonly DatasetName[];

/** In the order of the contract. */
export function optionsOfDataset(dataset: DatasetName) {
  const filters: FilterTable = DATASETS[dataset].filters;
  return [...Object.keys(filters), ...DATASET_OPTIONS].map((name) => ({
    name,
    description: optionDescription(name, dataset),
    /** The allowed values; empty if any value is allowed. */
    values: filters[name]?.values ?? [],
    aliases: Object.keys(OPTION_ALIASES).filter((alias) => resolveOption(filters, alias) === name),
    /** True if it shapes the output, and is no filter of the service. */
    isOwn: Object.hasOwn(OWN_OPTIONS, name),
  }));
}
