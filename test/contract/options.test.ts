/** Names of options and columns: every short name has a target, and none hides another. */
import { readView } from '../../src/addon/table/view.js';
import { DATASETS } from '../../src/contract/datasets.js';
import { CHANGE_REASONS } from '../../src/contract/enumerations.js';
import { columnsOf } from '../../src/contract/fields.js';
import {
  COLUMN_ALIASES,
  isOptionName,
  OPTION_ALIASES,
  OWN_OPTIONS,
  optionNames,
  ownValue,
  REASON_SPELLINGS,
  resolveOption,
} from '../../src/contract/options.js';

const datasets = Object.values(DATASETS);

describe.each(datasets)('$functionName', ({ filters, record, columns }) => {
  const full = [...Object.keys(filters), ...Object.keys(OWN_OPTIONS)];

  test('every full name means itself, in any case and spacing, and every short name a full one', () => {
    for (const name of full) {
      const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter}`);
      for (const typed of [name, ` ${name.toUpperCase()} `, spaced])
        expect(resolveOption(filters, typed)).toBe(name);
    }
    for (const name of optionNames(filters)) expect(full).toContain(resolveOption(filters, name));
    for (const inherited of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(resolveOption(filters, inherited)).toBeUndefined();
      expect(isOptionName(inherited)).toBe(false);
    }
  });

  test('every column is found by its path and by its header', () => {
    for (const { path, header } of columnsOf(record)) {
      for (const name of [path, header, header.toUpperCase()]) {
        const { columns: shown } = readView(record, columns, new Map([['columns', [name]]]));
        expect(shown.flatMap(({ fields }) => fields.map((field) => field.path))).toEqual([path]);
      }
    }
  });

  test('headers are different, and the default columns exist', () => {
    const all = columnsOf(record);
    expect(new Set(all.map(({ header }) => header)).size).toBe(all.length);
    expect(all.map(({ path }) => path)).toEqual(expect.arrayContaining([...columns]));
    expect(columns.length).toBeGreaterThanOrEqual(8);
    expect(columns.length).toBeLessThanOrEqual(12);
  });
});

test('every short name of an option is an option of at least one dataset', () => {
  for (const alias of Object.keys(OPTION_ALIASES)) expect(isOptionName(alias)).toBe(true);
});

test('every short name of a column is a column of at least one record', () => {
  for (const alias of Object.keys(COLUMN_ALIASES)) {
    const found = datasets.some(({ record, columns }) => {
      try {
        return readView(record, columns, new Map([['columns', [alias]]])).columns.length === 1;
      } catch {
        return false;
      }
    });
    expect({ alias, found }).toEqual({ alias, found: true });
  }
});

test('every spelling of a reason leads to a reason of the service', () => {
  expect(CHANGE_REASONS).toEqual(expect.arrayContaining(Object.values(REASON_SPELLINGS)));
});

test('ownValue ignores inherited properties', () => {
  expect(ownValue({ a: 1 }, 'a')).toBe(1);
  expect(ownValue<unknown>({}, 'toString')).toBeUndefined();
});
