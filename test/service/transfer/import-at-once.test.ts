/** Two imports at the same time: the table is that of one after the other. */
import { scaled } from '../../support/scale.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { runImport, useFolder } from '../support/import-runs.js';

const folder = useFolder();

/** More than two batches. */
const LINES = scaled(11_000, 100_000);

/** Every third record is in both files; both make the same companies and places. */
function lines(own: string): object[] {
  return Array.from({ length: LINES }, (_, index) => ({
    id: index % 3 === 0 ? `both-${index}` : `${own}-${index}`,
    announcedDate: `2026-01-${10 + (index % 20)}`,
    company: { name: `Company ${index % 2_000}`, location: 'Leeds, England, United Kingdom' },
    expansionLocation: { city: `City ${index % 500}`, country: 'Canada' },
    title: `Headline ${index}`,
  }));
}

describe.each(ENGINES)(`${LINES} lines each on $name`, ({ open }) => {
  const engine = useEngine(open);

  test('the same records, companies and places', async () => {
    const [one, two] = [
      await folder.write(`one-${engine.name}.ndjson`, lines('one')),
      await folder.write(`two-${engine.name}.ndjson`, lines('two')),
    ];
    const imported = async (empty: readonly string[], run: () => Promise<unknown>) => {
      for (const table of empty) await engine.sql(`delete from ${table}`);
      await run();
      const [digest] = await engine.sql(`select
        (select count(*)::int from business_expansion) as records,
        (select md5(string_agg(e::text, '' order by e.id)) from business_expansion e) as digest,
        (select md5(string_agg(c::text, '' order by c.id)) from company c) as companies,
        (select md5(string_agg(p::text, '' order by p.id)) from place p) as places`);
      return digest;
    };
    const all = ['business_expansion', 'company', 'place'];
    const inTurn = await imported(all, async () => {
      for (const file of [one, two]) await runImport(engine.store, { file });
    });
    const atOnce = async () => {
      const reports = await Promise.all([one, two].map((file) => runImport(engine.store, { file })));
      const total = reports.reduce((sum, { written, unchanged }) => sum + written + unchanged, 0);
      expect(total).toBe(2 * LINES);
    };
    expect(inTurn!['records']).toBe(2 * LINES - Math.ceil(LINES / 3));
    expect(await imported(all, atOnce)).toEqual(inTurn);
    // where the companies are there, the imports meet at the records
    expect(await imported(['business_expansion'], atOnce)).toEqual(inTurn);
  });
});
