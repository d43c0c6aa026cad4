/** The sample data: enough, plausible, and independent of the day on which they are first made. */
import type { DatasetName } from '../../../src/contract/datasets.js';
import { INDUSTRIES } from '../../../src/contract/enumerations.js';
import type { StoredRecord } from '../../../src/service/database/records.js';
import { makeUniverse } from '../../../src/service/seed/company-universe.js';
import { recordsKnown } from '../../../src/service/seed/seed.js';
import { useEngine } from '../support/engines.js';

const BEGIN = '2020-12-31';
const universe = makeUniverse();
const known = (dataset: DatasetName, on: string, after = BEGIN) =>
  recordsKnown(dataset, universe, { after, on });
const byId = (records: readonly StoredRecord[]) => new Map(records.map((record) => [record.id, record]));

test.each(['business-expansion', 'major-hiring', 'executive-change'] as const)(
  '%s: data made on one day and extended on another equal the data made at once',
  (dataset) => {
    const early = byId(known(dataset, '2023-03-10'));
    for (const record of known(dataset, '2023-06-20', '2023-03-10')) early.set(record.id, record);
    const atOnce = byId(known(dataset, '2023-06-20'));
    expect(early.size).toBe(atOnce.size);
    for (const [id, record] of atOnce) expect(early.get(id)).toEqual(record);
  },
);

test('records are corrected under the same id, and never beyond today', () => {
  const before = byId(known('major-hiring', '2023-03-10'));
  const changed = known('major-hiring', '2023-04-10', '2023-03-10').filter(({ id }) => before.has(id));
  expect(changed.length).toBeGreaterThan(5);
  for (const record of changed) {
    expect(record['lastModified']! > before.get(record.id)!['lastModified']!).toBe(true);
    expect(record['lastModified']! <= '2023-04-10').toBe(true);
  }
});

test('companies have example domains and known industries', () => {
  for (const { domain, industries = [] } of universe.companies) {
    expect(domain).toMatch(/^[a-z0-9-]+\.example$/);
    for (const industry of industries) expect(INDUSTRIES).toContain(industry);
  }
  expect(new Set(universe.companies.map(({ domain }) => domain)).size).toBe(universe.companies.length);
});

const engine = useEngine();

test('a database is extended by days, and left alone if it has other data', async () => {
  const { store, sql } = engine;
  const count = async () =>
    (await sql('select count(*)::int as n from business_expansion'))[0]!['n'] as number;
  await store.seed('2021-02-01');
  const first = await count();
  expect(await store.seed('2021-02-01')).toEqual({ records: 0 });
  await store.seed('2021-03-01');
  expect(await count()).toBe(known('business-expansion', '2021-03-01').length);
  expect(await count()).toBeGreaterThan(first);
  await sql(`delete from setting where name = 'seeded_to'`);
  expect(await store.seed('2021-04-01')).toEqual({ records: 0 });
  // records and news without companies are a user's data as well
  await sql('truncate company, news, business_expansion, major_hiring');
  expect(await store.seed('2021-04-01')).toEqual({ records: 0 });
  await sql('truncate executive_change');
  await store.putNews([{ id: 'n1', publishDate: '2021-03-01' }]);
  expect(await store.seed('2021-04-01')).toEqual({ records: 0 });
});
