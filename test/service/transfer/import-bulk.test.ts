/** A large import that is cut off and repeated. */
import type { Store } from '../../../src/service/store/create-store.js';
import { scaled } from '../../support/scale.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { errorsOf, runImport, useFolder } from '../support/import-runs.js';

const folder = useFolder();

const LINES = scaled(2_000, 100_000);
const BATCH_LINES = scaled(500, 5_000);
/** The number of batches before the import is cut off. */
const BATCHES = scaled(2, 7);
const BAD = new Set(Array.from({ length: LINES / 100 }, (_, index) => 50 + index * 97));
const GOOD = LINES - BAD.size;

describe.each(ENGINES)(`${LINES} lines with ${BAD.size} bad ones on $name`, ({ open }) => {
  const engine = useEngine(open);
  let file: string;

  beforeAll(async () => {
    const lines = Array.from({ length: LINES }, (_, index) => bulkLine(index + 1, BAD.has(index + 1)));
    file = await folder.write(`bulk-${engine.name}.ndjson`, `${lines.join('\n')}\n`);
  });

  const importOf = (store: Store) => runImport(store, { file, batchLines: BATCH_LINES });

  /** All stored records as one digest. */
  const table = async () =>
    (
      await engine.sql(`select count(*)::int as n, md5(string_agg((to_jsonb(e) - 'seq')::text || c.name, '' order by e.id)) as digest
        from business_expansion e join company c on c.id = e.company_id`)
    )[0]!;

  test('an interrupted import is run again: all good lines are stored, all bad ones reported; a second run changes nothing', async () => {
    let batches = 0;
    const dying: Store = {
      ...engine.store,
      importBatch: (batch) => {
        batches += 1;
        return batches > BATCHES ? Promise.reject(new Error('cut off')) : engine.store.importBatch(batch);
      },
    };
    await expect(importOf(dying)).rejects.toThrow('cut off');
    expect((await table())['n']).toBeLessThan((BATCHES + 1) * BATCH_LINES);

    const repeated = await importOf(engine.store);
    expect(repeated).toMatchObject({ lines: LINES, refused: BAD.size });
    expect(repeated.unchanged).toBeGreaterThan(0);
    expect(repeated.written + repeated.unchanged).toBe(GOOD);
    const after = await table();
    expect(after['n']).toBe(GOOD);
    expect((await errorsOf(file)).map(({ line }) => line)).toEqual([...BAD]);

    const again = await importOf(engine.store);
    expect(again).toEqual({ lines: LINES, written: 0, unchanged: GOOD, refused: BAD.size });
    expect(await table()).toEqual(after);
    expect(await errorsOf(file)).toHaveLength(BAD.size);

    await engine.sql('delete from business_expansion');
    expect(await importOf(engine.store)).toMatchObject({ written: GOOD, refused: BAD.size });
    expect(await table()).toEqual(after);
  });
});

function bulkLine(line: number, bad: boolean): string {
  return JSON.stringify({
    id: `bulk-${line}`,
    announcedDate: bad ? 'soon' : `20${21 + (line % 5)}-0${1 + (line % 9)}-1${line % 10}`,
    company: {
      name: `Company ${line % 1_000}`,
      domain: `company${line % 1_000}.example`,
      location: 'Leeds, England, United Kingdom',
    },
    expansionType: line % 3 === 0 ? 'HQ' : 'Store',
    expansionLocation: { city: `City ${line % 200}`, country: 'Canada' },
    investment: line * 1_000,
    currency: 'USD',
    title: `Headline ${line}`,
    url: `https://news.example/${line}`,
  });
}
