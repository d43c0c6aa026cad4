/** No argument and no answer makes a function crash, spend without a valid question, or break the sheet. */

import { createApp } from '../../../src/addon/app.js';
import { isSignalsError } from '../../../src/addon/errors.js';
import type { Table } from '../../../src/addon/question/cells.js';
import { DATASETS, type DatasetName } from '../../../src/contract/datasets.js';
import { columnsOf } from '../../../src/contract/fields.js';
import { MATCH_PATH } from '../../../src/contract/lookups.js';
import { MAX_MATCHED, MAX_MATCHED_LENGTH } from '../../../src/contract/match-answer.js';
import { COUNTRY_SPELLINGS, optionNames } from '../../../src/contract/options.js';
import { parseQuery } from '../../../src/contract/query.js';
import fc from '../../support/fast-check.js';
import { scaled } from '../../support/scale.js';
import { respondWithGroups } from '../ask.js';
import { type CannedAnswer, createFakePlatform, type FakePlatform } from '../fake-platform.js';

const NAMES = Object.keys(DATASETS) as DatasetName[];
const dataset = fc.constantFrom(...NAMES);

/** Rows of equal length, at least one, with only valid cell values. */
function expectSheetShape(table: Table): void {
  expect(table.length).toBeGreaterThan(0);
  const width = table[0]?.length ?? 0;
  expect(width).toBeGreaterThan(0);
  for (const row of table) {
    if (row.length !== width) throw new Error(`a row has ${row.length} cells, and not ${width}`);
    for (const cell of row) {
      const fits =
        typeof cell === 'boolean' ||
        (typeof cell === 'number' && Number.isFinite(cell)) ||
        (typeof cell === 'string' && cell.length <= 50_000) ||
        (cell instanceof Date && !Number.isNaN(cell.getTime()));
      if (!fits) throw new Error(`not for a cell: ${String(cell).slice(0, 100)}`);
    }
  }
}

/** Runs a formula: a table of the right shape, or an error that a cell can show; and only valid questions asked. */
function run(
  name: DatasetName | LookUp,
  args: readonly unknown[],
  platform: FakePlatform,
): Table | undefined {
  const app = createApp(platform);
  try {
    const table = isLookUp(name) ? app[name](args) : app.dataset(name, args);
    expectSheetShape(table);
    return table;
  } catch (error) {
    if (!isSignalsError(error)) throw error;
    expect(error.message.length).toBeLessThan(140);
    return undefined;
  } finally {
    expectValidQuestions(name, platform);
  }
}

/** The functions that ask for no records. */
type LookUp = 'trackedCompanies' | 'matchCompanies';
const isLookUp = (name: string): name is LookUp => name.endsWith('Companies');

/** Each body, as the service reads it. */
function expectValidQuestions(name: DatasetName | LookUp, platform: FakePlatform): void {
  for (const { url, body } of platform.requests) {
    if (body === undefined) continue;
    if (url.endsWith(MATCH_PATH)) expectMatchable(JSON.parse(body).companies);
    else if (!isLookUp(name)) {
      const { filters, dates } = DATASETS[name];
      expect(() => parseQuery(filters, dates, JSON.parse(body))).not.toThrow();
    }
  }
}

function expectMatchable(texts: readonly string[]): void {
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.length).toBeLessThanOrEqual(MAX_MATCHED);
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(MAX_MATCHED_LENGTH);
    expect(text).not.toContain('\0');
  }
}

const anything = fc.anything({
  withDate: true,
  withBigInt: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  withBoxedValues: true,
  withMap: true,
  withSet: true,
});
const oddity = fc.oneof(
  anything,
  fc.constantFrom<unknown>(
    Symbol('s'),
    () => 'f',
    'x'.repeat(60_000),
    '|'.repeat(9_999),
    Number.NaN,
    -0,
    1e308,
  ),
  fc.constantFrom<unknown>(new Date(Number.NaN), new Date(8.64e15), new Date(-8.64e15), '#N/A', 'Loading...'),
);

test('no argument crashes a function, or sends a request that the service would refuse', () => {
  fc.assert(
    fc.property(dataset, fc.array(oddity, { maxLength: 6 }), (name, args) => {
      run(name, args, createFakePlatform({ respond: respondWithGroups, groups: ['Key accounts'] }));
    }),
    { numRuns: scaled(500, 1_500) },
  );
});

const TEXTS = [
  ['HQ', 'Data Centre|Store', 'any', 'USD,EUR', 'all', '-jobs|date', 'TRUE', 'last week', '-30d'],
  ['>=1M', '10..50', '(1,2)', '2026-01-31', '-9999y', '+9999m', 'c_000101', 'acme.example', 'Acme'],
  ['Key accounts', 'Empty', 'Nobody', 'accounting, audit & tax', ...Object.keys(COUNTRY_SPELLINGS)],
];
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  ...TEXTS.map((texts) => fc.constantFrom(...texts)),
);
const value = fc.oneof(
  text,
  fc.integer({ min: -10, max: 100_000 }),
  fc.double(),
  fc.boolean(),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom(null, undefined, ''),
  fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
);
/** A dataset with arguments that are nearly or completely valid. */
const formula = dataset.chain((name) => {
  const names = fc.constantFrom(...optionNames(DATASETS[name].filters));
  const pair = fc.tuple(fc.oneof({ weight: 9, arbitrary: names }, { weight: 1, arbitrary: text }), value);
  const block = fc.array(fc.tuple(names, text, text), { minLength: 1, maxLength: 4 });
  return fc.record({
    name: fc.constant(name),
    companies: fc.oneof(
      text,
      fc.constant(undefined),
      fc.array(fc.tuple(text), { minLength: 1, maxLength: 8 }),
    ),
    rest: fc.array(fc.oneof({ weight: 4, arbitrary: pair }, { weight: 1, arbitrary: fc.tuple(block) }), {
      maxLength: 4,
    }),
  });
});

test('no nearly correct formula does either', () => {
  const runs = scaled(1_000, 3_000);
  let asked = 0;
  fc.assert(
    fc.property(formula, ({ name, companies, rest }) => {
      const platform = createFakePlatform({ respond: respondWithGroups, groups: ['Key accounts'] });
      run(name, [companies, ...rest.flat()], platform);
      asked += platform.requests.length;
    }),
    { numRuns: runs },
  );
  // the property is worth something only where many formulas do ask
  expect(asked).toBeGreaterThan(runs / 10);
});

test('no arguments of a list of companies crash', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(oddity, text), { maxLength: 4 }), (args) => {
      run('trackedCompanies', args, createFakePlatform({ respond: respondWithGroups }));
      run('matchCompanies', args, createFakePlatform({ respond: respondWithGroups }));
    }),
  );
});

test('a question that names companies never goes out for all companies', () => {
  const company = fc.stringMatching(/^[\w.@: ,&-]{1,24}$/).filter((name) => /\w/.test(name));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(company), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (companies, inGroup) => {
        const platform = createFakePlatform({ respond: respondWithGroups });
        run('business-expansion', [companies, ...(inGroup ? ['group', 'Key accounts'] : [])], platform);
        for (const body of platform.bodies()) {
          const { companyDomain = [], companyName = [] } = Object(body) as Record<string, string[]>;
          if (body !== undefined) expect(companyDomain.length + companyName.length).toBeGreaterThan(0);
        }
      },
    ),
  );
});

const paths = [...new Set(NAMES.flatMap((name) => columnsOf(DATASETS[name].record).map(({ path }) => path)))];
const outer = [...new Set(paths.map((path) => path.split('.')[0]!))];
const json = fc.jsonValue({ maxDepth: 3 });
const place = fc.record({ name: json, city: json, domain: json, id: json }, { requiredKeys: [] });
const record = fc.dictionary(fc.constantFrom(...outer), fc.oneof(json, place), { maxKeys: outer.length });
const wrapper = fc.constantFrom('dataset', 'data', 'records', 'status', 'code', 'error', 'message', 'other');
const body = fc.oneof(
  json,
  { weight: 4, arbitrary: fc.array(record, { minLength: 1, maxLength: 6 }) },
  record,
  fc.dictionary(wrapper, fc.oneof(json, fc.array(record, { maxLength: 3 }))),
);
const answer: fc.Arbitrary<CannedAnswer> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ body }) },
  fc.record({ body, status: fc.constantFrom(200, 201, 204, 301, 400, 404, 405, 407, 429, 500, 503) }),
  fc.record({ text: fc.string({ unit: 'binary', maxLength: 200 }) }),
  fc.record({ text: json.map((found) => JSON.stringify(found).slice(0, -1)) }),
);

test('no answer crashes a function, or gives a table that Sheets refuses', () => {
  const runs = scaled(700, 2_000);
  let tables = 0;
  fc.assert(
    fc.property(dataset, answer, fc.constantFrom('all', 'date', 'location|jobs'), (name, given, columns) => {
      const platform = createFakePlatform({ respond: () => given });
      const table = run(name, ['columns', columns, 'sort', '-date', 'headers', false], platform);
      if (table && table.length > 1) tables += 1;
    }),
    { numRuns: runs },
  );
  expect(tables).toBeGreaterThan(runs / 10);
});

test.each([
  ['lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['wrappers', `${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['lists in a field', `[{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`],
  ['objects in a field', `[{"title":${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}}]`],
  ['markup without ends', JSON.stringify([{ id: 'a', title: '<!--<script><a '.repeat(20_000) }])],
])('50,000 %s within each other do not crash', (_title, nested) => {
  run('business-expansion', [], createFakePlatform({ respond: () => ({ text: nested }) }));
});
