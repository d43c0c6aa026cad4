/** What an assistant can look up without asking the service: options, columns and allowed values, from the contract. */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import { OPTION_ALIASES, OWN_OPTIONS, resolveOption } from '../../contract/options.js';

export interface HelpPage {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** Written when it is read. */
  text(): string;
}

/** An option of some datasets, with the names by which it can be given. */
export interface OptionHelp {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly datasets: readonly DatasetName[];
  readonly values: readonly string[];
}

export const DATASET_NAMES = Object.keys(DATASETS) as readonly DatasetName[];

const DATES =
  'Dates: 2026-01-31, today, yesterday, -30d, last month, or another word that the formulas know.';
const AMOUNTS = 'Amounts: 500, >=1M, 10M..50M. Several values: a list.';
/** They shape the table of a sheet; records have no headers. */
const SHEET_ONLY = ['headers'];

/** All options of all datasets, in the order of the contract. */
export function optionsOfAll(): OptionHelp[] {
  const names = new Set(DATASET_NAMES.flatMap((dataset) => Object.keys(DATASETS[dataset].filters)));
  return [
    ...[...names].map((name) => {
      const datasets = DATASET_NAMES.filter((dataset) => name in DATASETS[dataset].filters);
      const { description, values = [] } = (DATASETS[datasets[0]!].filters as FilterTable)[name] as Filter;
      return { name, aliases: aliasesOf(name, datasets[0]!), description, datasets, values };
    }),
    ...Object.entries(OWN_OPTIONS).map(([name, { description }]) => ({
      name,
      aliases: aliasesOf(name, DATASET_NAMES[0]!),
      description,
      datasets: DATASET_NAMES,
      values: [],
    })),
  ];
}

export function helpPages(): HelpPage[] {
  return [...DATASET_NAMES.map(datasetPage), ...optionsOfAll().flatMap(valuesPage)];
}

/** Where the allowed values of an option are. */
export function valuesAddress(name: string): string {
  return `signals://values/${name}`;
}

function aliasesOf(name: string, dataset: DatasetName): string[] {
  const { filters } = DATASETS[dataset];
  return Object.keys(OPTION_ALIASES).filter((alias) => resolveOption(filters, alias) === name);
}

function datasetPage(dataset: DatasetName): HelpPage {
  const { description, paid, functionName, filters, columns } = DATASETS[dataset];
  const line = ({ name, description: text, values }: OptionHelp) => {
    const aliases = aliasesOf(name, dataset);
    const also = aliases.length > 0 ? ` (or ${aliases.join(', ')})` : '';
    const allowed = values.length > 0 ? ` Allowed: ${valuesAddress(name)}` : '';
    const where = SHEET_ONLY.includes(name) ? ' Only in a sheet.' : '';
    return `- ${name}${also}: ${text}.${allowed}${where}`;
  };
  return {
    uri: `signals://options/${dataset}`,
    name: `Options of ${dataset}`,
    description: `Options and columns of ${dataset}: ${description}`,
    mimeType: 'text/markdown',
    text: () =>
      [
        `# ${dataset}`,
        `${description}. ${paid ? 'Each returned record costs one credit.' : 'Free.'} In a sheet: ${functionName}.`,
        `${DATES} ${AMOUNTS}`,
        '## Options',
        ...optionsOfAll()
          .filter(({ name }) => name in filters || name in OWN_OPTIONS)
          .map(line),
        '## Columns',
        `By default: ${columns.join(', ')}. "all" shows all:`,
        ...RECORD_COLUMNS[dataset].map((column) => `- ${column.path}: ${column.description}.`),
      ].join('\n'),
  };
}

function valuesPage({ name, description, values }: OptionHelp): HelpPage[] {
  if (values.length === 0) return [];
  return [
    {
      uri: valuesAddress(name),
      name: `Values of ${name}`,
      description: `Allowed values of the option ${name}: ${description}`,
      mimeType: 'application/json',
      text: () => JSON.stringify({ option: name, values }, null, 1),
    },
  ];
}
