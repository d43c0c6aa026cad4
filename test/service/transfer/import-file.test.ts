/** Imports and exports: nothing lost, nothing twice, bad lines named. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Store } from '../../../src/service/store/create-store.js';
import type { ImportKind } from '../../../src/service/store/import-batch.js';
import { exportTo } from '../../../src/service/transfer/export-file.js';
import { type ImportReport, importFile } from '../../../src/service/transfer/import-file.js';
import { ENGINES, type OpenedEngine, openPglite } from '../support/engines.js';
import { fillWithSample } from '../support/sample.js';

jest.setTimeout(180_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'signals-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Run {
  readonly kind?: ImportKind;
  readonly file: string;
  readonly restart?: boolean;
  readonly today?: string;
}

function run(
  store: Store,
  { kind = 'business-expansion', file, restart = false, today = '2026-03-10' }: Run,
): Promise<ImportReport> {
  return importFile({
    store,
    kind,
    file,
    format: file.endsWith('.csv') ? 'csv' : 'ndjson',
    errorsFile: `${file}.errors`,
    today,
    restart,
    onProgress: () => undefined,
  });
}

async function write(name: string, content: string | readonly unknown[]): Promise<string> {
  const file = path.join(folder, name);
  const text = typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n');
  await writeFile(file, text);
  return file;
}

async function errorsOf(file: string): Promise<readonly { line: number; message: string }[]> {
  const text = await readFile(`${file}.errors`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; message: string });
}

describe.each(ENGINES)('100,000 lines with 100 bad ones on $name', ({ open }) => {
  const BAD = new Set(Array.from({ length: 100 }, (_, index) => 500 + index * 997));
  let engine: OpenedEngine;
  let file: string;

  beforeAll(async () => {
    engine = await open();
    const lines = Array.from({ length: 100_000 }, (_, index) => bulkLine(index + 1, BAD.has(index + 1)));
    file = await write(`bulk-${engine.name}.ndjson`, `${lines.join('\n')}\n`);
  });
  afterAll(() => engine.close());

  /** Everything that is stored, as one digest. */
  const table = async () =>
    (
      await engine.sql(`select count(*)::int as n, md5(string_agg(e::text || c.name, '' order by e.id)) as digest
        from business_expansion e join company c on c.id = e.company_id`)
    )[0]!;

  test('an import that is cut off goes on where it stopped; 99,900 are in, 100 reported; a second run changes nothing', async () => {
    let batches = 0;
    const dying: Store = {
      ...engine.store,
      importBatch: (batch) => {
        batches += 1;
        return batches > 7 ? Promise.reject(new Error('cut off')) : engine.store.importBatch(batch);
      },
    };
    await expect(run(dying, { file })).rejects.toThrow('cut off');
    expect((await table())['n']).toBeLessThan(40_000);

    const resumed = await run(engine.store, { file });
    expect(resumed.resumedAfter).toBe(35_000);
    expect(resumed.lines).toBe(65_000);
    const after = await table();
    expect(after['n']).toBe(99_900);
    expect((await errorsOf(file)).map(({ line }) => line)).toEqual([...BAD]);

    const again = await run(engine.store, { file });
    expect(again).toEqual({ lines: 100_000, written: 0, unchanged: 99_900, refused: 100, resumedAfter: 0 });
    expect(await table()).toEqual(after);
    expect(await errorsOf(file)).toHaveLength(100);

    await engine.sql('delete from business_expansion');
    expect(await run(engine.store, { file })).toMatchObject({ written: 99_900, refused: 100 });
    expect(await table()).toEqual(after);
  });
});

describe('on the embedded engine', () => {
  let engine: OpenedEngine;
  beforeAll(async () => {
    engine = await openPglite();
  });
  afterAll(() => engine.close());
  afterEach(async () => {
    const tables = await engine.sql(`select tablename from pg_tables where schemaname = 'public'`);
    await engine.sql(`truncate ${tables.map(({ tablename }) => tablename).join(', ')}`);
  });

  const rows = (text: string) => engine.sql(text);

  test('a record that changes keeps its id and moves its lastModified', async () => {
    const line = { id: 'a', announcedDate: '2026-01-01', company: { name: 'Acme' }, jobs: 5 };
    const modified = async () =>
      (await rows(`select jobs, last_modified::text as day from business_expansion`))[0];
    await run(engine.store, { file: await write('m1.ndjson', [{ ...line, lastModified: '2026-01-02' }]) });
    expect(await modified()).toEqual({ jobs: 5, day: '2026-01-02' });
    // the same again, under an older or no date: nothing to write
    expect(await run(engine.store, { file: await write('m2.ndjson', [line]) })).toMatchObject({
      unchanged: 1,
    });
    expect(await modified()).toEqual({ jobs: 5, day: '2026-01-02' });
    // changed without a date, or with the old one: today
    await run(engine.store, {
      file: await write('m3.ndjson', [{ ...line, jobs: 6, lastModified: '2026-01-02' }]),
    });
    expect(await modified()).toEqual({ jobs: 6, day: '2026-03-10' });
    await run(engine.store, {
      file: await write('m4.ndjson', [{ ...line, jobs: 7, lastModified: '2026-04-01' }]),
    });
    expect(await modified()).toEqual({ jobs: 7, day: '2026-04-01' });
    expect(await rows('select id from business_expansion')).toHaveLength(1);
  });

  test('companies are found by id, domain or name, and made when unknown', async () => {
    await run(engine.store, {
      kind: 'companies',
      file: await write('companies.ndjson', [
        { id: 'c1', name: 'Acme', domain: 'acme.example', type: 'public' },
      ]),
    });
    const record = { announcedDate: '2026-01-01' };
    await run(engine.store, {
      file: await write('by.ndjson', [
        { ...record, id: '1', company: { id: 'c1' } },
        { ...record, id: '2', company: { domain: 'ACME.example', name: 'Other name' } },
        { ...record, id: '3', company: { name: 'acme' } },
        { ...record, id: '4', company: { name: 'New', location: 'Leeds, England, United Kingdom' } },
        { ...record, id: '5', company: { name: 'NEW' } },
      ]),
    });
    const found =
      await rows(`select e.id, c.name, c.type from business_expansion e join company c on c.id = e.company_id
      order by e.id`);
    expect(found.map(({ name }) => name)).toEqual(['Acme', 'Acme', 'Acme', 'New', 'New']);
    // as the contract writes it
    expect(found[0]!['type']).toBe('Public');
    expect(await rows(`select 1 from place where location = 'Leeds, England, United Kingdom'`)).toHaveLength(
      1,
    );
  });

  test('each kind of bad line is reported with its number and its field', async () => {
    const good = { id: 'g', announcedDate: '2026-01-01', company: { name: 'A' } };
    const lines = [
      '{broken',
      '[]',
      '5',
      JSON.stringify({ ...good, id: undefined }),
      JSON.stringify({ ...good, announcedDate: '2026-02-30' }),
      JSON.stringify({ ...good, company: {} }),
      JSON.stringify({ ...good, expansionType: 'Castle' }),
      JSON.stringify({ ...good, jobs: 'many' }),
      JSON.stringify({ ...good, colour: 'red' }),
      JSON.stringify({ ...good, company: { name: 'A', size: 5 } }),
      JSON.stringify({ ...good, title: 'zero\0' }),
      JSON.stringify({ ...good, id: 'x'.repeat(300) }),
      '{"__proto__": {"a": 1}}',
      '',
      JSON.stringify(good),
    ];
    const file = await write('bad.ndjson', `\uFEFF${lines.join('\r\n')}`);
    expect(await run(engine.store, { file })).toMatchObject({ lines: 14, written: 1, refused: 13 });
    expect(
      (await errorsOf(file)).map(({ line, message }) => `${line} ${message.split(';')[0]!.slice(0, 47)}`),
    ).toEqual([
      '1 line is not valid JSON',
      '2 line must be an object',
      '3 line must be an object',
      '4 id is missing',
      '5 announcedDate must be a date written YYYY-MM-DD',
      '6 company needs an id, a domain or a name',
      '7 expansionType must be one of Store',
      '8 jobs must be a number',
      '9 colour is not a known field',
      '10 company.size is not a known field',
      '11 title holds a zero character',
      '12 id is longer than 200 characters',
      '13 __proto__ is not a known field',
    ]);
  });

  test('CSV: a column per field, bars between values, quoted commas and line breaks', async () => {
    const file = await write(
      'records.csv',
      '\uFEFFid,announcedDate,company.name,company.industries,expansionLocation.country,investment,title\r\n' +
        'a,05/01/2026,"Acme, Inc.",automobile|banking,Germany,1e6,"Two\nlines"\r\n' +
        'b,2026-01-05,Beta,,,,\r\n' +
        'c,never,Beta,,,,\r\n' +
        'd,2026-01-05,Beta,,,,,,too,many\r\n' +
        'e,2026-01-05,Beta "quoted",,,,\r\n' +
        'f,2026-01-05,Beta,,,,\r\n',
    );
    const report = await run(engine.store, { file });
    expect(report).toMatchObject({ lines: 6, written: 3, refused: 3 });
    expect(
      await rows(`select e.id, announced_date::text as day, c.name, c.industries, investment, title
        from business_expansion e join company c on c.id = e.company_id order by e.id`),
    ).toEqual([
      {
        id: 'a',
        day: '2026-01-05',
        name: 'Acme, Inc.',
        industries: ['automobile', 'banking'],
        investment: 1e6,
        title: 'Two\nlines',
      },
      { id: 'b', day: '2026-01-05', name: 'Beta', industries: null, investment: null, title: null },
      { id: 'f', day: '2026-01-05', name: 'Beta', industries: null, investment: null, title: null },
    ]);
    expect((await errorsOf(file)).map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  test('a CSV with an unknown column is refused as a whole', async () => {
    const file = await write('unknown.csv', 'id,colour\na,red\n');
    await expect(run(engine.store, { file })).rejects.toThrow('The column colour is not known');
  });

  test('groups name companies by id or domain; unknown ones are reported', async () => {
    await fillWithSample(engine.store);
    const file = await write('groups.ndjson', [
      { group: 'G', companies: ['c1', 'BETAFOODS.example'] },
      { group: 'H', companies: ['nobody'] },
    ]);
    expect(await run(engine.store, { kind: 'groups', file })).toMatchObject({ written: 1, refused: 1 });
    expect((await errorsOf(file))[0]).toMatchObject({ line: 2, message: 'companies: unknown are nobody' });
    expect(await engine.store.listGroups()).toContainEqual({ name: 'G', companies: 2 });
  });

  test.each(['ndjson', 'csv'] as const)(
    'what is exported as %s and imported elsewhere is the same',
    async (format) => {
      await fillWithSample(engine.store);
      const other = await openPglite();
      const kinds: ImportKind[] = [
        'companies',
        'groups',
        'business-expansion',
        'major-hiring',
        'executive-change',
        'news',
      ];
      for (const kind of kinds) {
        const file = path.join(folder, `${kind}.${format}`);
        const output = createWriteStream(file);
        await exportTo({ store: engine.store, kind, format, output, onProgress: () => undefined });
        const report = await run(other.store, { kind, file });
        expect([kind, report.refused]).toEqual([kind, 0]);
        const [first, second] = await Promise.all([
          engine.store.exportPage(kind, ''),
          other.store.exportPage(kind, ''),
        ]);
        expect(second.lines).toEqual(first.lines);
        expect(first.lines.length).toBeGreaterThan(1);
      }
      await other.close();
    },
  );

  test('an empty file is an import of nothing', async () => {
    const file = await write('empty.ndjson', '');
    expect(await run(engine.store, { file })).toEqual({
      lines: 0,
      written: 0,
      unchanged: 0,
      refused: 0,
      resumedAfter: 0,
    });
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
