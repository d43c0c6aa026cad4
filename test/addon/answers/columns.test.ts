/** What is kept outlives the set of columns that it was kept with. */
import { pack, unpack } from '../../../src/addon/storage/packing.js';
import { RECORD_COLUMNS } from '../../../src/contract/datasets.js';

const PATHS = RECORD_COLUMNS['business-expansion'].map(({ path }) => path);
const packer = { compress: (text: string) => text, expand: (text: string) => text };

/** A row as a version of the add-on with other columns wrote it, as this one reads it. */
function reread(others: readonly string[]): unknown[] {
  const [, keys, value] = JSON.parse(
    pack(packer, 'business-expansion', [others.map((path) => `the ${path}`)], true).slice(1),
  ) as unknown[];
  const read = unpack(packer, 'business-expansion', `t${JSON.stringify([others, keys, value])}`)!;
  return [...read.arranged((read.value as string[][])[0]!)];
}

test('a column that was added later is empty in stored rows, and shifts no other', () => {
  const expected = PATHS.map((path) => (path === 'company.domain' ? null : `the ${path}`));
  expect(reread(PATHS.filter((path) => path !== 'company.domain'))).toEqual(expected);
});

test('a removed column is left out, in any order of columns', () => {
  expect(reread(['gone', ...[...PATHS].reverse()])).toEqual(PATHS.map((path) => `the ${path}`));
});
