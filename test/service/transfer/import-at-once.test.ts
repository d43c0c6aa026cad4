/** Two concurrent imports: the table is as if one had followed the other. */
import type { Lease } from '../../../src/service/database/import-lease.js';
import { eventually } from '../../support/eventually.js';
import { scaled } from '../../support/scale.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { errorsOf, runImport, useFolder } from '../support/import-runs.js';

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

  test('of two imports of the same file the later one goes on, and the earlier one says so', async () => {
    const items = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? { id: `same-${index}`, name: 'Same' } : { location: `same-${index}` },
    );
    const file = await folder.write(`same-${engine.name}.ndjson`, items);
    const run = { kind: 'companies', file, batchLines: 2 } as const;
    const state = { batches: 0, isOpen: false };
    const importBatch: typeof engine.store.importBatch = async (batch) => {
      state.batches += 1;
      if (state.batches === 2) await eventually(() => state.isOpen);
      return engine.store.importBatch(batch);
    };
    const earlier = runImport({ ...engine.store, importBatch }, run).catch((error: Error) => error);
    await eventually(() => state.batches === 2);
    const later = await runImport(engine.store, run);
    state.isOpen = true;
    expect(await earlier).toMatchObject({ message: expect.stringContaining('of the same file') });
    expect(later).toMatchObject({ lines: 4, written: 2, refused: 2, resumedAfter: 2 });
    expect((await errorsOf(file)).map(({ line }) => line)).toEqual([2, 4, 6]);
  });

  test('an import waits for the one before it, and begins after that has stood still for a minute, or the clock was set back', async () => {
    const [first, second] = ['import first', 'import second'].map((name) => ({
      name,
      owner: name.replace(' ', '-'),
      restart: false,
    }));
    const write = ({ name, owner }: Lease, line: number) => {
      const items = [{ id: name, name }];
      return engine.store.importBatch({
        kind: 'companies',
        items,
        today: '2026-03-10',
        checkpoint: { name, owner, line },
      });
    };
    const standStill = (seconds: number) =>
      engine.sql(`update setting set value = extract(epoch from now() - interval '${seconds} seconds')::bigint
        || ' import-first import first' where name = 'turn of imports'`);
    expect(await engine.store.beginImport(first!)).toBe(0);
    await write(first!, 7);
    expect(await engine.store.beginImport(second!)).toBeUndefined();
    // the same file, after a crash
    expect(await engine.store.beginImport(first!)).toBe(7);
    for (const seconds of [50, -50]) {
      await standStill(seconds);
      expect(await engine.store.beginImport(second!)).toBeUndefined();
    }
    await standStill(62);
    expect(await engine.store.beginImport(second!)).toBe(0);
    await expect(write(first!, 8)).rejects.toThrow('another one has begun');
    await write(second!, 3);
    await engine.store.endImport({ ...second!, isDone: false });
    // another import ran in between, so it cannot resume
    expect(await engine.store.beginImport(first!)).toBe(0);
    // the clock was ahead when it began, and has been set back
    await standStill(-3_600);
    expect(await engine.store.beginImport(second!)).toBe(0);
    await engine.store.endImport({ ...second!, isDone: true });
    expect(await engine.sql(`select name from setting where name ~ 'import'`)).toEqual([]);
  });
});
