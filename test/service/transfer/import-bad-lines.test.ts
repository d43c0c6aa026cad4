import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '../../../src/service/store/create-store.js';
import { errorsFileOf } from '../../../src/service/transfer/import-file.js';
import { scaled } from '../../support/scale.js';
import { errorsOf, runImport, useEmptiedEngine, useFolder } from '../support/import-runs.js';

const folder = useFolder();
const RECORD = { announcedDate: '2026-01-01', company: { name: 'A' } };

describe('on the embedded engine', () => {
  const engine = useEmptiedEngine();
  const rows = (text: string) => engine.sql(text);

  test('each kind of bad line is reported with its number and its field', async () => {
    const good = { id: 'g', ...RECORD };
    const bad: readonly (readonly [line: string | object, message: string])[] = [
      ['{broken', 'line is not valid JSON'],
      ['[]', 'line must be an object'],
      ['5', 'line must be an object'],
      [{ id: undefined }, 'id is missing'],
      [
        { announcedDate: '2026-02-30' },
        'announcedDate must be an existing date written YYYY-MM-DD or DD/MM/YYYY',
      ],
      [{ company: {} }, 'company needs an id, a domain or a name'],
      [{ expansionType: 'Castle' }, 'expansionType must be one of Store'],
      [{ jobs: 'many' }, 'jobs must be a number'],
      [{ colour: 'red' }, 'colour is not a known field'],
      [{ company: { name: 'A', size: 5 } }, 'company.size is not a known field'],
      [{ title: 'zero\0' }, 'title contains a zero character'],
      [{ id: 'x'.repeat(300) }, 'id is longer than 200 characters'],
      ['{"__proto__": {"a": 1}}', '__proto__ is not a known field'],
      [
        { announcedDate: '0000-01-01' },
        'announcedDate must be an existing date written YYYY-MM-DD or DD/MM/YYYY',
      ],
      [{ title: 'half \ud83d' }, 'title contains half a character'],
      [{ company: { name: 'x'.repeat(501) } }, 'company.name is longer than 500 characters'],
      [
        { company: { name: 'A', industrySegments: ['x'.repeat(501)] } },
        'company.industrySegments is longer than 500 characters',
      ],
      [JSON.stringify(good).replace('"g"', '12345678901234567890'), 'id has lost its last digits'],
      [{ id: '1.23457E+14' }, 'id has lost its last digits'],
      [{ company: { id: '1,2E+15' } }, 'company.id has lost its last digits'],
      // an object that JavaScript cannot convert to a text
      [
        { announcedDate: { toString: 0 } },
        'announcedDate must be an existing date written YYYY-MM-DD or DD/MM/YYYY',
      ],
      [
        { announcedDate: ['2026-01-01'] },
        'announcedDate must be an existing date written YYYY-MM-DD or DD/MM/YYYY',
      ],
      [{ company: { name: 'A', ticker: { toString: 0 } } }, 'company.ticker must be text'],
      [{ company: { name: 'A', ticker: true } }, 'company.ticker must be text'],
    ];
    const lines = bad.map(([line]) =>
      typeof line === 'string' ? line : JSON.stringify({ ...good, ...line }),
    );
    const text = `\uFEFF${[...lines, '', JSON.stringify(good)].join('\r\n')}`;
    const file = await folder.write('bad.ndjson', text);
    expect(await runImport(engine.store, { file })).toMatchObject({ lines: 25, written: 1, refused: 24 });
    const told = (await errorsOf(file)).map(({ line, message }) => `${line} ${message.split(/[;:]/)[0]}`);
    expect(told).toEqual(bad.map(([, message], index) => `${index + 1} ${message}`));
  });

  test('a company of news is read without a list around it, too, and another value is refused', async () => {
    const news = (id: string, companies: unknown) => ({ id, publishDate: '2026-01-01', companies });
    const file = await folder.write('news.ndjson', [
      news('n1', [{ id: 'c1' }]),
      news('n2', { id: 'c2' }),
      news('n3', { name: 'Acme' }),
    ]);
    expect(await runImport(engine.store, { kind: 'news', file })).toMatchObject({ written: 2, refused: 1 });
    expect(await errorsOf(file)).toMatchObject([
      { line: 3, message: 'companies must contain objects with an id' },
    ]);
    expect(await rows('select news_id, company_id from news_company order by news_id')).toEqual([
      { news_id: 'n1', company_id: 'c1' },
      { news_id: 'n2', company_id: 'c2' },
    ]);
  });

  test.each([
    ['ndjson', [], (index: number) => `{"id":"r${index}"`],
    ['csv', ['id,announcedDate,company.name'], (index: number) => `r${index},2026-01-05,Acme"`],
  ] as const)(
    '%s with an error in every line of several batches: each is reported, nothing is written',
    async (format, header, line) => {
      const count = scaled(1_100, 100_000);
      const lines = Array.from({ length: count }, (_, index) => line(index));
      const file = await folder.write(`faults.${format}`, [...header, ...lines].join('\n'));
      const report = await runImport(engine.store, { file, batchLines: scaled(500, 5_000) });
      expect(report).toMatchObject({ lines: count, written: 0, refused: count });
      expect((await errorsOf(file)).map((error) => error.line)).toEqual(
        lines.map((_, index) => header.length + index + 1),
      );
    },
  );

  test('bad lines that cannot be written to their file are told, and all others are imported', async () => {
    const file = await folder.write('told.ndjson', [{ id: 'told', ...RECORD }, 'no object']);
    const told: string[] = [];
    const blocking: Store = {
      ...engine.store,
      importBatch: async (batch) => {
        // no file can be written in its place
        await mkdir(errorsFileOf(file));
        return engine.store.importBatch(batch);
      },
    };
    const say = (line: string) => told.push(line);
    const report = await runImport(blocking, { file, batchLines: 1, say });
    expect(report).toMatchObject({ lines: 2, written: 1, refused: 1 });
    expect(told).toEqual([
      expect.stringMatching(/^EISDIR.*The bad lines are:\n\{"line":2,"message":"line must be an object"/),
    ]);
  });

  test('a line that only the database refuses is found, and no other line is lost', async () => {
    await rows('alter table business_expansion alter column jobs type smallint');
    const lines = Array.from({ length: 40 }, (_, index) => ({
      ...{ id: `d${index}`, ...RECORD },
      jobs: [6, 7, 39].includes(index) ? 100_000 : index,
    }));
    const file = await folder.write('database.ndjson', lines);
    expect(await runImport(engine.store, { file })).toMatchObject({ lines: 40, written: 37, refused: 3 });
    expect(await errorsOf(file)).toMatchObject(
      [7, 8, 40].map((line) => ({ line, message: 'value "100000" is out of range for type smallint' })),
    );
    await rows('alter table business_expansion alter column jobs type double precision');
    expect(await runImport(engine.store, { file })).toMatchObject({ written: 3, unchanged: 37 });
  });

  test('an import that is cut off during the search for a bad line is repeated as a whole', async () => {
    const lines = ['a', 'b', 'c', 'd'].map((id) => ({ id, ...RECORD }));
    const file = await folder.write('halves.ndjson', lines);
    const batches: number[] = [];
    const store: Store = {
      ...engine.store,
      importBatch: (batch) => {
        batches.push(batch.items.length);
        if (batch.items.some((item) => 'id' in item && item.id === 'b'))
          return Promise.reject(Object.assign(new Error('too large'), { code: '54000' }));
        return batches.length > 4 ? Promise.reject(new Error('cut off')) : engine.store.importBatch(batch);
      },
    };
    await expect(runImport(store, { file })).rejects.toThrow('cut off');
    // all, the first half, a, b, the second half
    expect(batches).toEqual([4, 2, 1, 1, 2]);
    expect(await runImport(engine.store, { file })).toMatchObject({ written: 3, unchanged: 1 });
  });

  test.each(['groups', 'accounts'] as const)(
    '%s that the database refuses are reported although the process ends after their commit',
    async (kind) => {
      const pepper = { pepper: 'a'.repeat(64) };
      const ledger = { id: 1, key_id: 1, kind: 'created', delta: 5, at: '2026-01-01T00:00:00Z' };
      const api_key = { id: 1, digest: 'b'.repeat(64), prefix: 'bs_1', name: 'N', credits: 6 };
      const lines = {
        groups: [{ group: 'G', companies: ['nobody'] }],
        accounts: [pepper, { ledger }, { api_key }],
      }[kind];
      const file = await folder.write(`${kind}.ndjson`, lines);
      const dying: Store = {
        ...engine.store,
        importBatch: async (batch) => {
          await engine.store.importBatch(batch);
          throw new Error('killed');
        },
      };
      await expect(runImport(dying, { kind, file })).rejects.toThrow('killed');
      const { length: count } = lines;
      expect(await runImport(engine.store, { kind, file })).toMatchObject({ lines: count, refused: 1 });
      expect(await errorsOf(file)).toMatchObject([{ line: count }]);
    },
  );

  test.each(['ndjson', 'csv'])('%s that is not UTF-8 is refused with a remedy', async (format) => {
    const file = path.join(folder.path, `latin.${format}`);
    await writeFile(file, 'id,announcedDate,company.name\na,2026-01-01,Caf\xe9\n', 'latin1');
    await expect(runImport(engine.store, { file })).rejects.toThrow('is not UTF-8 text');
    await expect(runImport(engine.store, { file })).rejects.toThrow('save it as UTF-8');
  });
});
