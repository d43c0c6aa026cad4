/** Two concurrent imports: the table is as if one had followed the other. */
import { scaled } from '../../support/scale.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { runImport, useFolder } from '../support/import-runs.js';

const folder = useFolder();

const BATCH_LINES = scaled(500, 5_000);
const COUNT = scaled(1_100, 100_000);

/** Every third record is in both files, in two versions; both create the same companies and places. */
function lines(own: string): object[] {
  return Array.from({ length: COUNT }, (_, index) => ({
    id: index % 3 === 0 ? `both-${index}` : `${own}-${index}`,
    announcedDate: `2026-01-${10 + (index % 20)}`,
    company: { name: `Company ${index % 2_000}`, location: 'Leeds, England, United Kingdom' },
    expansionLocation: { city: `City ${index % 500}`, country: 'Canada' },
    title: `Headline ${index} of ${own}`,
  }));
}

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);

  const importOf = (file: string) => runImport(engine.store, { file, batchLines: BATCH_LINES });

  test('the same records, companies and places', async () => {
    // the files have opposite orders, so alternating batches would mix their versions
    const [one, two] = [
      await folder.write(`one-${engine.name}.ndjson`, lines('one')),
      await folder.write(`two-${engine.name}.ndjson`, lines('two').reverse()),
    ];
    const imported = async (empty: readonly string[], run: () => Promise<unknown>) => {
      for (const table of empty) await engine.sql(`delete from ${table}`);
      await run();
      const [digest] = await engine.sql(`select
        (select count(*)::int from business_expansion) as records,
        (select md5(string_agg((to_jsonb(e) - 'seq')::text, '' order by e.id)) from business_expansion e) as digest,
        (select md5(string_agg(c::text, '' order by c.id)) from company c) as companies,
        (select md5(string_agg(p::text, '' order by p.id)) from place p) as places`);
      return digest;
    };
    const all = ['business_expansion', 'company', 'place'];
    const inTurn = async (files: readonly string[]) => {
      for (const file of files) await importOf(file);
    };
    const atOnce = async () => {
      const reports = await Promise.all([one, two].map((file) => importOf(file)));
      const total = reports.reduce((sum, { written, unchanged }) => sum + written + unchanged, 0);
      expect(total).toBe(2 * COUNT);
    };
    const either = [
      await imported(all, () => inTurn([one, two])),
      await imported(all, () => inTurn([two, one])),
    ];
    expect(either[0]!['records']).toBe(2 * COUNT - Math.ceil(COUNT / 3));
    expect(either[0]).not.toEqual(either[1]);
    expect(either).toContainEqual(await imported(all, atOnce));
    // with existing companies, the imports collide at the records
    expect(either).toContainEqual(await imported(['business_expansion'], atOnce));
  });

  test('an import waits for the one before it, and begins after that has stood still for 20 seconds, or the clock was set back', async () => {
    const write = (owner: string) => {
      const items = [{ id: owner, name: owner }];
      return engine.store.importBatch({ kind: 'companies', items, today: '2026-03-10', owner });
    };
    const standStill = (seconds: number) =>
      engine.sql(`update setting set value = extract(epoch from now() - interval '${seconds} seconds')::bigint
        || ' first' where name = 'turn of imports'`);
    expect(await engine.store.beginImport('first')).toBe(true);
    await write('first');
    for (const seconds of [0, 15, -15]) {
      await standStill(seconds);
      expect(await engine.store.beginImport('second')).toBe(false);
    }
    await standStill(22);
    expect(await engine.store.beginImport('second')).toBe(true);
    await expect(write('first')).rejects.toThrow('another one has begun');
    // what has lost its turn does not end that of another one
    await engine.store.endImport('first');
    await write('second');
    await engine.store.endImport('second');
    expect(await engine.store.beginImport('first')).toBe(true);
    // the clock was ahead when it began, and has been set back
    await standStill(-3_600);
    expect(await engine.store.beginImport('second')).toBe(true);
    await engine.store.endImport('second');
    expect(await engine.sql(`select name from setting where name ~ 'import'`)).toEqual([]);
  });
});
