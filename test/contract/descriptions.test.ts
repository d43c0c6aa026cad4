/** Every dataset, column and option has a description, and there is no description of anything else. */
import { DATASETS } from '../../src/contract/datasets.js';
import {
  COLUMN_DESCRIPTIONS,
  COMPANY_DESCRIPTIONS,
  DATASET_DESCRIPTIONS,
  optionDescription,
} from '../../src/contract/descriptions.js';
import { options, optionsOf } from '../../src/contract/descriptions.json';
import { columnsOf, type FieldTable } from '../../src/contract/fields.js';
import { OWN_OPTIONS } from '../../src/contract/options.js';
import { MATCHED_COMPANY, TRACKED_COMPANY } from '../../src/contract/records.js';

const names = (table: object): string[] => Object.keys(table).sort();
const pathsOf = (...tables: FieldTable[]): string[] =>
  [...new Set(tables.flatMap((table) => columnsOf(table).map(({ path }) => path)))].sort();

test('datasets', () => {
  expect(names(DATASET_DESCRIPTIONS)).toEqual(names(DATASETS));
});

test('columns', () => {
  const records = Object.values(DATASETS).map(({ record }) => record);
  expect(names(COLUMN_DESCRIPTIONS)).toEqual(pathsOf(...records));
  expect(names(COMPANY_DESCRIPTIONS)).toEqual(pathsOf(TRACKED_COMPANY, MATCHED_COMPANY));
});

test('filters and own options', () => {
  const filters = Object.assign({}, ...Object.values(DATASETS).map((dataset) => dataset.filters));
  expect(names(options)).toEqual(names({ ...filters, ...OWN_OPTIONS }));
});

test('options that mean something else in one dataset', () => {
  for (const [dataset, special] of Object.entries(optionsOf)) {
    expect(names(DATASETS)).toContain(dataset);
    const { filters } = DATASETS[dataset as keyof typeof optionsOf];
    expect(names(filters)).toEqual(expect.arrayContaining(names(special)));
  }
  expect(optionDescription('endDate', 'business-expansion')).toBe('Last day of the range');
  expect(optionDescription('endDate', 'major-hiring')).toMatch(/compared with the last-modified date$/);
});
