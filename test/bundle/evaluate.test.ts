/** The add-on's own evaluation of filters against the service's, on every filter: the same records in the same order. */
import http from 'node:http';
import type { FilterValue } from '../../src/addon/question/question.js';
import { createRowReader, type Row } from '../../src/addon/table/rows.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../src/contract/datasets.js';
import type { Column } from '../../src/contract/fields.js';
import type { Filter } from '../../src/contract/filters.js';
import { dayOf, FIRST, LAST } from '../../src/core/days.js';
import { createFilterTest } from '../../src/core/filter-test.js';
import { axisOf, keysOf } from '../../src/core/query.js';
import { byNewest, dayOn, placesOf } from '../../src/core/records.js';
import type { WireBody } from '../../src/core/wire.js';
import { useService } from '../support/service.js';

/** The greatest limit of the service, so that nothing is cut. */
const LIMIT = 10_000;
/** As far back as each filter can be tried alone without reaching the limit. */
const RECENT = '2026-01-01';

const service = useService({ credits: 10_000_000 });
const everything = new Map<DatasetName, readonly Row[]>();

beforeAll(async () => {
  for (const dataset of Object.keys(DATASETS) as DatasetName[]) {
    const rows: Row[] = [];
    for (const [start, end] of yearsOf(dataset)) {
      const part = await query(dataset, { startDate: start, endDate: end });
      expect(part.length).toBeLessThan(LIMIT);
      rows.push(...part);
    }
    everything.set(dataset, rows);
  }
});

/** Half years, so that none reaches the limit. */
function yearsOf(dataset: DatasetName): [string, string][] {
  const ranges: [string, string][] = [];
  for (let year = 2021; year <= new Date().getUTCFullYear(); year++) {
    const days: [string, string][] = [
      [`${year}-01-01`, `${year}-06-30`],
      [`${year}-07-01`, `${year}-12-31`],
    ];
    for (const [start, end] of days) ranges.push([wire(dataset, start), wire(dataset, end)]);
  }
  return ranges;
}

function wire(dataset: DatasetName, iso: string): string {
  return DATASETS[dataset].dates === 'YYYY-MM-DD' ? iso : iso.split('-').reverse().join('/');
}

function query(dataset: DatasetName, body: WireBody): Promise<Row[]> {
  const { path, dates } = DATASETS[dataset];
  const read = createRowReader(RECORD_COLUMNS[dataset], dates);
  const text = JSON.stringify({ limit: LIMIT, ...body });
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
    const request = http.request(service.baseUrl + path, { method: 'POST', headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(read(JSON.parse(answer))) : reject(new Error(answer)),
      );
    });
    request.on('error', reject).end(text);
  });
}

const EXPANSIONS: WireBody[] = [
  { startDate: '2025-03-01', endDate: '2025-03-31' },
  { startDate: '2026-10-01' },
  { endDate: '2021-02-15' },
  { date: '2024-05-14' },
  { dateType: 'LAST-MODIFIED', startDate: '2025-06-01', endDate: '2025-06-10' },
  { dateType: 'LAST-MODIFIED', date: '2025-09-09' },
  { dateType: 'ANNOUNCED', startDate: '2026-11-01' },
  { companyName: ['an'], startDate: '2026-06-01' },
  { companyName: ['GROUP', 'söhne'] },
  { companyName: ['100%', '_'] },
  { companyName: ["o'hara"] },
  { companyDomain: ['pharma'] },
  { companyDomain: ['.example'], startDate: '2026-11-01' },
  { companyIndustry: ['banking', 'retail'], startDate: '2025-01-01' },
  { companyIndustry: ['accounting, audit & tax'] },
  { companyLocation: ['california'] },
  { companyLocation: ['United Kingdom', 'Ontario, Canada'] },
  { companyType: ['Public'], startDate: '2026-01-01' },
  { companyType: ['Government/Regulator', 'Not-for-profit'] },
  { companyTicker: ['AAA', 'zzz'] },
  { expansionType: ['HQ'] },
  {
    expansionType: ['Oil/Gas Well', 'Mine', 'Fulfillment/Distribution Centre/Warehouse'],
    startDate: '2025-01-01',
  },
  { expansionLocation: ['texas', 'germany'], startDate: '2025-01-01' },
  { expansionLocation: ['Detroit, Michigan'] },
  { expansionLocation: ['a'], startDate: '2026-10-01' },
  { investment: '>=1000000000' },
  { investment: '(5000000,6000000)' },
  { investment: '5000000,6000000' },
  { investment: '!=100000000', startDate: '2026-06-01' },
  { investment: '<2000000' },
  { investment: '100000000' },
  { investment: '>100000000', currency: ['EUR', 'GBP'] },
  { currency: ['JPY'] },
  { currency: ['INR'], investment: '<=20000000000' },
  { jobs: '>=2000' },
  { jobs: '<20' },
  { jobs: '=100' },
  { jobs: '!=100', startDate: '2026-09-01' },
  { jobs: '(100,110)' },
  {
    companyType: ['Private'],
    expansionType: ['Factory/Plant'],
    expansionLocation: ['united states'],
    jobs: '>100',
    startDate: '2024-01-01',
  },
];

const HIRINGS: WireBody[] = [
  { startDate: '01/03/2025', endDate: '31/03/2025' },
  { startDate: '01/11/2026' },
  { count: 5000 },
  { count: 0, startDate: '01/06/2026' },
  { industries: ['technology', 'retail'] },
  { industries: ['engineering, procurement & construction'] },
  { countries: ['United States of America'], startDate: '01/01/2026' },
  { countries: ['germany', 'India'] },
];

const EXECUTIVES: WireBody[] = [
  { startDate: '01/03/2025', endDate: '31/03/2025' },
  { title: 'CEO', startDate: '01/01/2026' },
  { title: 'cfo' },
  { reason: 'Retired' },
  { reason: 'Promoted/Role Change', title: 'COO' },
  { industries: ['healthcare'] },
  { countries: ['Canada'] },
];

/** Of the datasets that have sample data. */
const CASES: readonly (readonly [DatasetName, readonly WireBody[]])[] = [
  ['business-expansion', EXPANSIONS],
  ['major-hiring', HIRINGS],
  ['executive-change', EXECUTIVES],
];

/** A test of rows that passes what the service would return for the body, its limit apart. */
function createBodyTest(dataset: DatasetName, body: WireBody): (row: Row) => boolean {
  const { date, startDate = date, endDate = date, dateType } = body;
  const isoOf = (text: unknown) =>
    DATASETS[dataset].dates === 'YYYY-MM-DD' ? String(text) : String(text).split('/').reverse().join('-');
  const [from, to] = [dayOf(isoOf(startDate)) ?? FIRST, dayOf(isoOf(endDate)) ?? LAST];
  const places = placesOf(dataset);
  const passes = createFilterTest(keysOf(dataset, body, {})[0]!);
  return (row) => {
    const day = dayOn(axisOf(dataset, dateType), row, places);
    const isIn = day === undefined ? from === FIRST && to === LAST : day >= from && day <= to;
    return isIn && passes(row);
  };
}

describe.each(CASES)('%s', (dataset, bodies) => {
  test.each(bodies.map((body) => [JSON.stringify(body), body] as const))('%s', async (_name, body) => {
    const places = placesOf(dataset);
    const order = byNewest(axisOf(dataset, body['dateType']), places);
    const passes = createBodyTest(dataset, body);
    const ours = everything.get(dataset)!.filter(passes).sort(order);
    const theirs = await query(dataset, body);
    expect(theirs.length).toBeLessThan(LIMIT);
    const ids = (rows: readonly Row[]) => rows.map((row) => row[places.id]);
    expect(ids(ours)).toEqual(ids(theirs));
  });

  const compared = Object.entries<Filter>(DATASETS[dataset].filters).filter(
    ([, { field }]) => field !== undefined,
  );
  test.each(compared)('%s, by values that the records have', async (name, filter) => {
    const places = placesOf(dataset);
    const order = byNewest(axisOf(dataset, undefined), places);
    const recent = { startDate: wire(dataset, RECENT) };
    const rows = everything.get(dataset)!.filter(createBodyTest(dataset, recent));
    const body = { ...recent, [name]: sampleValue(name, filter, rows, RECORD_COLUMNS[dataset]) };
    const ours = rows.filter(createBodyTest(dataset, body)).sort(order);
    expect(ours.length).toBeGreaterThan(0);
    const ids = (found: readonly Row[]) => found.map((row) => row[places.id]);
    expect(ids(ours)).toEqual(ids(await query(dataset, body)));
  });
});

/** What the first records with a value in the compared field are found by. */
function sampleValue(
  name: string,
  filter: Filter,
  rows: readonly Row[],
  columns: readonly Column[],
): FilterValue {
  const at = columns.findIndex(({ path }) => path === filter.field);
  const parts = columns.flatMap(({ path }, index) => (path.startsWith(`${filter.field}.`) ? [index] : []));
  const read = (row: Row) => (at >= 0 ? row[at] : parts.map((part) => row[part]).find(Boolean)) ?? [];
  const values = [...new Set(rows.flatMap(read))];
  if (filter.kind === 'amount') return `=${Number(values[0])}`;
  if (filter.kind === 'integer') return Number(values[0]);
  const texts = values
    .map((value) => (name === 'countries' ? String(value).split(', ').pop()! : String(value)))
    .filter((text) => filter.values?.includes(text) ?? true);
  return filter.kind === 'list' ? texts.slice(0, 3) : texts[0]!;
}

test('every filter that compares no field is in the cases above', () => {
  const withData = [...everything].filter(([, rows]) => rows.length > 0).map(([dataset]) => dataset);
  expect(CASES.map(([dataset]) => dataset)).toEqual(withData);
  for (const [dataset, bodies] of CASES) {
    const used = new Set(bodies.flatMap(Object.keys));
    const missing = Object.entries<Filter>(DATASETS[dataset].filters)
      .filter(([name, { field }]) => field === undefined && !used.has(name))
      .map(([name]) => name);
    expect([dataset, missing]).toEqual([dataset, ['limit']]);
  }
});
