/**
 * Compares the add-on's own evaluation of filters with the service's: the same records in the same order.
 * test/differential uses every filter, with a service in memory.
 */
import { createRowReader, type Row } from '../../src/addon/table/rows.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../src/contract/datasets.js';
import { dayOf, FIRST, LAST } from '../../src/core/days.js';
import { createFilterTest } from '../../src/core/filter-test.js';
import { axisOf, keysOf } from '../../src/core/query.js';
import { byNewest, dayOn, placesOf } from '../../src/core/records.js';
import type { WireBody } from '../../src/core/wire.js';
import { useService } from '../support/service.js';

/** The service's greatest limit, so that no answer is truncated. */
const LIMIT = 10_000;

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

/** Returns half years, so that no answer reaches the limit. */
function yearsOf(dataset: DatasetName): [string, string][] {
  const ranges: [string, string][] = [];
  const add = (start: string, end: string) => ranges.push([wire(dataset, start), wire(dataset, end)]);
  for (let year = 2021; year <= new Date().getUTCFullYear(); year++) {
    add(`${year}-01-01`, `${year}-06-30`);
    add(`${year}-07-01`, `${year}-12-31`);
  }
  return ranges;
}

function wire(dataset: DatasetName, iso: string): string {
  return DATASETS[dataset].dates === 'YYYY-MM-DD' ? iso : iso.split('-').reverse().join('/');
}

async function query(dataset: DatasetName, body: WireBody): Promise<Row[]> {
  const { path, dates } = DATASETS[dataset];
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: LIMIT, ...body }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return createRowReader(RECORD_COLUMNS[dataset], dates)(await answer.json());
}

const EXPANSIONS: WireBody[] = [
  { startDate: '2025-03-01', endDate: '2025-03-31' },
  { startDate: '2026-10-01' },
  { endDate: '2021-02-15' },
  { date: '2024-05-14' },
  { dateType: 'LAST-MODIFIED', startDate: '2025-06-01', endDate: '2025-06-10' },
  { dateType: 'LAST-MODIFIED', date: '2025-09-09' },
  { companyName: ['an'], startDate: '2026-06-01' },
  { companyName: ['GROUP', 'söhne'] },
  { companyName: ['100%', '_'] },
  { companyName: ["o'hara"] },
  { companyDomain: ['.example'], startDate: '2026-11-01' },
  { companyIndustry: ['banking', 'retail'], startDate: '2025-01-01' },
  { companyIndustry: ['accounting, audit & tax'] },
  { companyLocation: ['california'] },
  { companyLocation: ['United Kingdom', 'Ontario, Canada'] },
  { companyType: ['Government/Regulator', 'Not-for-profit'] },
  { companyTicker: ['AAA', 'zzz'] },
  {
    expansionType: ['Oil/Gas Well', 'Mine', 'Fulfillment/Distribution Centre/Warehouse'],
    startDate: '2025-01-01',
  },
  { expansionLocation: ['texas', 'germany'], startDate: '2025-01-01' },
  { expansionLocation: ['Detroit, Michigan'] },
  { expansionLocation: ['a'], startDate: '2026-10-01' },
  { investment: '>=1000000000' },
  { investment: '(5000000,6000000)' },
  { investment: '!=100000000', startDate: '2026-06-01' },
  { investment: '>100000000', currency: ['EUR', 'GBP'] },
  { jobs: '<20' },
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
  { count: 0, startDate: '01/06/2026' },
  { industries: ['technology', 'retail'] },
  { industries: ['engineering, procurement & construction'] },
  { countries: ['United States of America'], startDate: '01/01/2026' },
  { countries: ['germany', 'India'] },
];

const EXECUTIVES: WireBody[] = [
  { startDate: '01/03/2025', endDate: '31/03/2025' },
  { title: 'CEO', startDate: '01/01/2026' },
  { reason: 'Promoted/Role Change', title: 'COO' },
  { industries: ['healthcare'] },
  { countries: ['Canada'] },
];

/** Returns a test that passes the rows that the service would return for the body without its limit. */
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

describe.each([
  ['business-expansion', EXPANSIONS],
  ['major-hiring', HIRINGS],
  ['executive-change', EXECUTIVES],
] as const)('%s', (dataset, bodies) => {
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
});
