/**
 * Generated queries: the service returns and estimates the same records, in the same order, as the add-on's own
 * evaluation of filters, which is plain loops. filters.test.ts tells what each filter means.
 */
import fc from 'fast-check';
import { createRowReader, type Row } from '../../../src/addon/table/rows.js';
import {
  DATASETS,
  type Dataset,
  type DatasetName,
  DEFAULT_LIMIT,
  RECORD_COLUMNS,
} from '../../../src/contract/datasets.js';
import { estimatePath } from '../../../src/contract/endpoints.js';
import { positionOf } from '../../../src/contract/fields.js';
import type { Filter } from '../../../src/contract/filters.js';
import type { Fields } from '../../../src/contract/json.js';
import { createFilterTest, isKnownKey } from '../../../src/core/filter-test.js';
import { axisOf, keysOf } from '../../../src/core/query.js';
import { byNewest, positionsOf, textAt } from '../../../src/core/records.js';
import type { StoredRecord } from '../../../src/service/database/records.js';
import { makeUniverse } from '../../../src/service/seed/company-universe.js';
import { recordsKnown } from '../../../src/service/seed/seed.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { ENGINES, shareOf, useEngine } from '../support/engines.js';
import { useTestService } from '../support/test-service.js';

const QUESTIONS = scaled(200, shareOf(2_000));

const universe = makeUniverse();
const COMPANIES = new Map(universe.companies.map((company) => [company.id, company]));
const TRACKED = universe.tracked.map(({ id }) => id);
const NAMES = Object.keys(DATASETS) as DatasetName[];
/** Title categories as some services write them. */
const LONG_TITLES = new Map([
  ['CEO', 'Chief Executive Officer ( CEO)/President/Managing Director'],
  ['Chair', 'Chair/Vice-Chair'],
]);
const RECORDS = new Map(NAMES.map((name) => [name, someRecords(name)]));
const ROWS = new Map(NAMES.map((name) => [name, rowsOf(name)]));

/** Asked before the random ones. */
const EXAMPLES = [['100%', '_'], ["o'hara"], ['GROUP', 'söhne']].map(
  (companyName): [{ name: DatasetName; body: Record<string, unknown> }] => [
    { name: 'business-expansion', body: { companyName } },
  ],
);

function someRecords(name: DatasetName): readonly StoredRecord[] {
  const [after, count] = name === 'business-expansion' ? ['2025-06-01', 2_600] : ['2024-11-01', 1_200];
  const records = recordsKnown(name, universe, { after, on: '2025-12-31' }).slice(0, count);
  return records.map((record, index) => (index % 2 === 0 ? record : withLongTitles(record)));
}

function withLongTitles(record: StoredRecord): StoredRecord {
  const titles = record['executiveTitleCategory'] as readonly string[] | undefined;
  if (titles === undefined) return record;
  return { ...record, executiveTitleCategory: titles.map((title) => LONG_TITLES.get(title) ?? title) };
}

function rowsOf(name: DatasetName): readonly Row[] {
  const records = RECORDS.get(name)!.map((record) => ({
    ...record,
    company: COMPANIES.get(record.company.id),
  }));
  return createRowReader(RECORD_COLUMNS[name])(records);
}

/** Returns all rows that the query is for, in order, whatever its limit. */
function evaluate(name: DatasetName, body: Readonly<Record<string, string>>): readonly Row[] {
  const isoOf = (text: string) =>
    DATASETS[name].dates === 'YYYY-MM-DD' ? text : text.split('/').reverse().join('-');
  const { startDate = '', endDate = '9999', date, dateType } = body;
  const companies =
    body['companyIds'] ?? (DATASETS[name].defaultCompanies === 'tracked' ? TRACKED : undefined);
  const [axis, positions, key] = [axisOf(name, dateType), positionsOf(name), keysOf(name, body, {})[0]!];
  const passes = createFilterTest(key);
  const companyAt = positionOf(RECORD_COLUMNS[name], 'company.id');
  return ROWS.get(name)!
    .filter((row) => {
      const day = textAt(row, positions[axis]);
      return (
        (date === undefined || day === isoOf(date)) &&
        day >= isoOf(startDate) &&
        day <= isoOf(endDate) &&
        // the service compares ids exactly
        (companies?.includes(textAt(row, companyAt)) ?? true) &&
        passes(row)
      );
    })
    .sort(byNewest(axis, positions));
}

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, {
    credits: 1_000_000_000,
    fill: async (store) => {
      await store.putCompanies(universe.companies);
      for (const { name, companyIds } of universe.groups) await store.addToGroup(name, companyIds);
      for (const [name, records] of RECORDS) await store.putRecords(name, records);
    },
  });

  test(`SEED=${SEED}, ${QUESTIONS} random queries have the answers that the add-on's evaluation gives`, async () => {
    const found = { some: 0, none: 0 };
    const question = fc
      .constantFrom(...NAMES)
      .chain((name) => fc.record({ name: fc.constant(name), body: bodyOf(DATASETS[name]) }));
    await fc.assert(
      fc.asyncProperty(question, async ({ name, body }) => {
        const dataset: Dataset = DATASETS[name];
        if (!isKnownKey({ dataset: name, filters: body })) return;
        const reply = await service.as(service.key).post(dataset.path, body);
        if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
        const rows = createRowReader(RECORD_COLUMNS[name])(reply.json() as Fields[]);
        const matching = evaluate(name, body as Record<string, string>);
        expect(rows).toEqual(matching.slice(0, Number(body['limit'] ?? DEFAULT_LIMIT)));
        const estimate = await service.as(service.key).post(estimatePath(dataset.path), body);
        expect(estimate.json()).toMatchObject({
          matching: matching.length,
          returned: rows.length,
          credits: dataset.paid ? rows.length : 0,
        });
        found[rows.length > 0 ? 'some' : 'none'] += 1;
      }),
      { numRuns: QUESTIONS, seed: SEED + turn, endOnFailure: true, examples: EXAMPLES },
    );
    expect(found.some).toBeGreaterThan(QUESTIONS / 4);
  });
});

/** A body of a few filters. */
function bodyOf(dataset: Dataset): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(dataset.filters)), { minLength: 0, maxLength: 3 })
    .chain((names) =>
      fc.record(
        Object.fromEntries(names.map((name) => [name, filterValue(name, dataset.filters[name]!, dataset)])),
      ),
    );
}

function filterValue(name: string, filter: Filter, { dates }: Dataset): fc.Arbitrary<unknown> {
  switch (filter.kind) {
    case 'date':
      return fc.integer({ min: 0, max: 420 }).map((days) => {
        const iso = new Date(Date.UTC(2024, 10, 10) + days * 86_400_000).toISOString().slice(0, 10);
        return dates === 'YYYY-MM-DD' ? iso : iso.split('-').reverse().join('/');
      });
    case 'amount':
      return fc
        .tuple(
          fc.constantFrom('>', '>=', '<', '<=', '=', '!=', '', '()', '!=,'),
          fc.constantFrom(5, 50, 100, 220, 1_000_000, 60_000_000, 5e9),
          fc.constantFrom(0, 100, 1e9),
        )
        .map(([operator, low, more]) => {
          if (operator === '()') return `(${low},${low + more})`;
          return operator === '!=,' ? `!=${low},${low + more}` : `${operator}${low}`;
        });
    case 'integer':
      return name === 'limit'
        ? fc.integer({ min: 1, max: 300 })
        : fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 500 }).map(String));
    case 'choice':
      return fc.constantFrom(...filter.values!);
    case 'text':
      return fc.constantFrom('CEO', 'cfo', 'Chair', 'chair/vice-chair', 'other', 'nobody');
    default:
      return listOf(filter);
  }
}

function listOf(filter: Filter): fc.Arbitrary<unknown> {
  const values = filter.values ?? valuesInData(filter.field!);
  const value =
    filter.match === 'part'
      ? fc.constantFrom(...values).chain(partOf)
      : fc.constantFrom(...values).map((text) => (filter.values ? text : text.toUpperCase()));
  return fc.array(
    value.filter((text) => text.trim() !== ''),
    { minLength: 1, maxLength: 3 },
  );
}

/** Some letters from the middle, in any case. */
function partOf(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(Math.max(0, text.length - 1)), fc.integer({ min: 1, max: 9 }), fc.boolean())
    .map(([from, length, upper]) =>
      upper ? text.slice(from, from + length).toUpperCase() : text.slice(from, from + length),
    );
}

function valuesInData(field: string): readonly string[] {
  const companies = universe.companies.slice(0, 300);
  switch (field) {
    case 'company.name':
      return companies.map(({ name }) => name);
    case 'company.domain':
      return companies.map(({ domain }) => domain);
    case 'company.id':
      // ids are compared exactly
      return companies.map(({ id }) => id);
    case 'company.ticker':
      return companies.flatMap(({ ticker = [] }) => ticker);
    case 'company.industries':
      return ['automobile', 'technology', 'retail', 'healthcare'];
    case 'company.industrySegments':
      return ['Tyres', 'Software', 'Hospitals', 'Solar'];
    default:
      return ['Germany', 'Texas', 'United', 'Singapore', 'Québec', 'São Paulo', 'London, England', 'India'];
  }
}
