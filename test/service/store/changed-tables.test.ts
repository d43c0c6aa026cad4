/** The embedded engine has no autovacuum: after an import, the statistics are nevertheless up to date. */
import { useEngine } from '../support/engines.js';
import { runImport, useFolder } from '../support/import-runs.js';

const folder = useFolder();
const engine = useEngine();

const LINES = 3_000;

const lines = (title: string) =>
  Array.from({ length: LINES }, (_, index) => `${JSON.stringify(expansion(index, title))}\n`).join('');

/** The planner's statistics of the records: their number, and if pages are marked all-visible. */
const known = async () =>
  (
    await engine.sql(`select reltuples::int as rows, relallvisible > 0 as visible,
        (select count(*)::int from pg_stats where tablename = relname) as columns
      from pg_class where relname = 'business_expansion'`)
  )[0]!;

test('an import leaves statistics and all-visible pages, even if it replaces each record', async () => {
  expect(await known()).toEqual({ rows: -1, visible: false, columns: 0 });
  await runImport(engine.store, { file: await folder.write('first.ndjson', lines('A new site')) });
  const first = await known();
  expect(first).toMatchObject({ rows: LINES, visible: true });
  expect(first['columns']).toBeGreaterThan(5);

  const before = await pages();
  for (const title of ['An old site', 'A third site', 'A fourth site']) {
    await runImport(engine.store, { file: await folder.write(`${title}.ndjson`, lines(title)) });
  }
  expect(await known()).toMatchObject({ rows: LINES, visible: true });
  // the space of replaced rows is reused
  expect(await pages()).toBeLessThan(3.5 * before);
});

const pages = async () =>
  Number((await engine.sql(`select pg_relation_size('business_expansion') / 8192 as n`))[0]!['n']);

function expansion(index: number, title: string): object {
  return {
    id: `seen-${index}`,
    announcedDate: `2025-0${1 + (index % 9)}-1${index % 10}`,
    company: { name: `Company ${index % 100}`, domain: `company${index % 100}.example` },
    expansionType: 'HQ',
    expansionLocation: { city: `City ${index % 50}`, country: 'Canada' },
    title: `${title}, number ${index}`,
    url: `https://news.example/${index}`,
  };
}
