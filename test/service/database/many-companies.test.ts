/** Filters that match more companies than are looked up first: the answer is the same with either plan. */
import type { RecordQuery } from '../../../src/service/database/query-records.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { idsOf } from '../support/sample.js';

const COUNT = 12_000;
const RECORDS = 600;
const COUNTRIES = ['Germany', 'Canada', 'Japan'];

/** A fixed order without a pattern that filters could share. */
const companyOf = (index: number) => (index * 7_919) % COUNT;

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  beforeAll(async () => {
    await engine.store.putCompanies(
      Array.from({ length: COUNT }, (_, index) => ({
        id: `c${index}`,
        name: `${index < COUNT * 0.9 ? 'Many' : 'Few'} ${index}`,
        industries: index % 3 === 0 ? ['retail'] : ['aviation'],
        // thousands of places in each country
        location: `Town ${index}, ${COUNTRIES[index % 3]}`,
      })),
    );
    await engine.store.putRecords(
      'business-expansion',
      Array.from({ length: RECORDS }, (_, index) => ({
        id: `r${String(index).padStart(4, '0')}`,
        company: { id: `c${companyOf(index)}` },
        announcedDate: '2026-01-01',
        lastModified: '2026-01-01',
        expansionLocation: { country: COUNTRIES[index % 3] },
      })),
    );
  });

  test.each<[string, RecordQuery['query'], (record: number, company: number) => boolean]>([
    ['10,800 companies', { companyName: ['many'] }, (_record, company) => company < COUNT * 0.9],
    [
      '10,800 companies in one country',
      { companyName: ['many'], expansionLocation: ['japan'] },
      (record, company) => company < COUNT * 0.9 && record % 3 === 2,
    ],
    [
      '8,000 companies in one country',
      { companyIndustry: ['aviation'], expansionLocation: ['canada'] },
      (record, company) => company % 3 !== 0 && record % 3 === 1,
    ],
    ['1,200 companies', { companyName: ['few'] }, (_record, company) => company >= COUNT * 0.9],
  ])('%s', async (_what, query, matches) => {
    const expected = Array.from({ length: RECORDS }, (_, index) => index)
      .filter((index) => matches(index, companyOf(index)))
      .map((index) => `r${String(index).padStart(4, '0')}`)
      .reverse();
    expect(expected.length).toBeGreaterThan(50);
    expect(await idsOf(engine.store, 'business-expansion', query, RECORDS)).toEqual(expected);
  });
});
