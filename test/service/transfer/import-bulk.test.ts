/** A large import that is cut off, resumed and repeated. */
import type { Store } from '../../../src/service/store/create-store.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { errorsOf, runImport, useFolder } from '../support/import-runs.js';

const folder = useFolder();

describe.each(ENGINES)('100,000 lines with 100 bad ones on $name', ({ open }) => {
  const BAD = new Set(Array.from({ length: 100 }, (_, index) => 500 + index * 997));
  const engine = useEngine(open);
  let file: string;

  beforeAll(async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => bulkLine(index + 1, BAD.has(index + 1)));
    file = await folder.write(`bulk-${engine.name}.ndjson`, `${lines.join('\n')}\n`);
  });

  /** Everything that is stored, as one digest. */
  const table = async () =>
    (
      await engine.sql(`select count(*)::int as n, md5(string_agg(e::text || c.name, '' order by e.id)) as digest
        from business_expansion e join company c on c.id = e.company_id`)
    )[0]!;

  test('an import that is interrupted resumes where it stopped; 99,900 are in, 100 reported; a second run changes nothing', async () => {
    let batches = 0;
    const dying: Store = {
      ...engine.store,
      importBatch: (batch) => {
        batches += 1;
        return batches > 7 ? Promise.reject(new Error('cut off')) : engine.store.importBatch(batch);
      },
    };
    await expect(runImport(dying, { file })).rejects.toThrow('cut off');
    expect((await table())['n']).toBeLessThan(40_000);

    const resumed = await runImport(engine.store, { file });
    expect(resumed.resumedAfter).toBe(35_000);
    expect(resumed.lines).toBe(65_000);
    const after = await table();
    expect(after['n']).toBe(99_900);
    expect((await errorsOf(file)).map(({ line }) => line)).toEqual([...BAD]);

    const again = await runImport(engine.store, { file });
    expect(again).toEqual({ lines: 100_000, written: 0, unchanged: 99_900, refused: 100, resumedAfter: 0 });
    expect(await table()).toEqual(after);
    expect(await errorsOf(file)).toHaveLength(100);

    await engine.sql('delete from business_expansion');
    expect(await runImport(engine.store, { file })).toMatchObject({ written: 99_900, refused: 100 });
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
