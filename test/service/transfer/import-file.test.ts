/** Imports and exports: nothing lost, nothing twice, bad lines named. */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportKind } from '../../../src/service/database/import-batch.js';
import { exportTo } from '../../../src/service/transfer/export-file.js';
import { errorsOf, type Run, runImport, useEmptiedEngine, useFolder } from '../support/import-runs.js';
import { fillWithSample } from '../support/sample.js';

const folder = useFolder();

const engine = useEmptiedEngine();
const other = useEmptiedEngine();
const rows = (text: string) => engine.sql(text);
/** Imports lines, or the text of a file of this name. */
const imported = async (content: string | readonly object[], options: Partial<Run> = {}) =>
  runImport(engine.store, { file: await folder.write('lines.ndjson', content), ...options });

test('a record that changes keeps its id and moves its lastModified', async () => {
  const line = { id: 'a', announcedDate: '2026-01-01', company: { name: 'Acme' }, jobs: 5 };
  const modified = async () =>
    (await rows(`select jobs, last_modified::text as day from business_expansion`))[0];
  await imported([{ ...line, lastModified: '2026-01-02' }]);
  expect(await modified()).toEqual({ jobs: 5, day: '2026-01-02' });
  // the same again, with an older date or none: nothing to write
  expect(await imported([line])).toMatchObject({ unchanged: 1 });
  expect(await modified()).toEqual({ jobs: 5, day: '2026-01-02' });
  // changed without a date, or with the old one: today
  await imported([{ ...line, jobs: 6, lastModified: '2026-01-02' }]);
  expect(await modified()).toEqual({ jobs: 6, day: '2026-03-10' });
  await imported([{ ...line, jobs: 7, lastModified: '2026-04-01' }]);
  expect(await modified()).toEqual({ jobs: 7, day: '2026-04-01' });
  // the import ignores a day of change in the far future, and keeps the earlier one
  await imported([{ ...line, jobs: 8, lastModified: '2062-03-12' }]);
  expect(await modified()).toEqual({ jobs: 8, day: '2026-04-01' });
  expect(await rows('select id from business_expansion')).toHaveLength(1);
});

test('a record without a day of its change gets the day on which its batch is written', async () => {
  const days = ['2026-03-10', '2026-03-11'];
  const lines = ['a', 'b'].map((id) => ({ id, announcedDate: '2026-03-09', company: { name: 'Acme' } }));
  await imported(lines, { batchLines: 1, today: () => days.shift()! });
  const written = await rows('select last_modified::text as day from business_expansion order by id');
  expect(written.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
});

test('companies are found by id, domain or name, and created if unknown', async () => {
  const company = { id: 'c1', name: 'Acme', domain: 'acme.example', type: 'public' };
  // each line is counted once, also that which a later one replaces
  const report = await imported([{ ...company, name: 'Old' }, company], { kind: 'companies' });
  expect(report).toMatchObject({ lines: 2, written: 1, unchanged: 1, refused: 0 });
  const record = { announcedDate: '2026-01-01' };
  await imported([
    { ...record, id: '1', company: { id: 'c1' } },
    { ...record, id: '2', company: { domain: 'ACME.example', name: 'Other name' } },
    { ...record, id: '3', company: { name: 'acme' } },
    { ...record, id: '4', company: { name: 'New', location: 'Leeds, England, United Kingdom' } },
    { ...record, id: '5', company: { name: 'NEW' } },
  ]);
  const found = await rows(
    'select c.name, c.type from business_expansion e join company c on c.id = e.company_id order by e.id',
  );
  expect(found.map(({ name }) => name)).toEqual(['Acme', 'Acme', 'Acme', 'New', 'New']);
  // in the contract's spelling
  expect(found[0]!['type']).toBe('Public');
  expect(await rows(`select 1 from place where location = 'Leeds, England, United Kingdom'`)).toHaveLength(1);
});

test('companies created in a batch count for its later lines: a second run changes nothing', async () => {
  const record = { announcedDate: '2026-01-01' };
  const stark = { name: 'Stark', domain: 'stark.example' };
  const wayne = { name: 'Wayne', domain: 'wayne.example' };
  const lines = [
    { ...record, id: '1', company: stark },
    { ...record, id: '2', company: { name: 'STARK' } },
    { ...record, id: '3', company: { id: 'own', name: 'Oscorp', domain: 'oscorp.example' } },
    { ...record, id: '4', company: { domain: 'oscorp.example' } },
    { ...record, id: '5', company: { name: 'Wayne' } },
    { ...record, id: '6', company: wayne },
  ];
  await imported(lines);
  expect(await rows('select name from company order by name')).toEqual(
    // a name alone is ambiguous: a later line with a domain is another company
    ['Oscorp', 'Stark', 'Wayne', 'Wayne'].map((name) => ({ name })),
  );
  expect(await imported(lines)).toMatchObject({ written: 0, unchanged: 6 });
});

test('a company that was created for a record keeps later changes', async () => {
  const record = { id: 'a', announcedDate: '2026-01-01', company: { domain: 'old.example' } };
  await imported([record]);
  const [made] = await rows('select id from company');
  await imported([{ id: made!['id'], name: 'Acme', domain: 'new.example' }], { kind: 'companies' });
  await imported([{ ...record, id: 'b' }]);
  expect(await rows('select id, name, domain from company')).toEqual([
    { id: made!['id'], name: 'Acme', domain: 'new.example' },
  ]);
  expect(await rows('select distinct company_id as id from business_expansion')).toEqual([made]);
});

test('a record that names a former name of its company is of this company, and is not changed', async () => {
  const named = (companies: object) =>
    imported(
      Object.entries(companies).map(([id, name]) => ({ id, name })),
      { kind: 'companies' },
    );
  const line = (id: string, name: string) => ({ id, announcedDate: '2026-01-01', company: { name } });
  const unchanged = { written: 0, unchanged: 1 };
  await named({ c1: 'Acme' });
  await imported([line('a', 'Acme')]);
  await named({ c1: 'Beta' });
  expect(await imported([line('a', 'ACME')])).toMatchObject(unchanged);
  // another company gets the name, and loses it
  await named({ c2: 'Acme' });
  await imported([line('b', 'Acme')]);
  await named({ c2: 'Gamma' });
  expect(await imported([line('a', 'Acme')])).toMatchObject(unchanged);
  expect(await imported([line('b', 'Acme')])).toMatchObject(unchanged);
  const companyOf = async (id: string) =>
    (await rows(`select company_id as id from business_expansion where id = '${id}'`))[0]!['id'];
  expect([await companyOf('a'), await companyOf('b')]).toEqual(['c1', 'c2']);
  // either may be meant: a company of its own
  await imported([line('c', 'Acme')]);
  expect(['c1', 'c2']).not.toContain(await companyOf('c'));
  await named({ c3: 'Delta' });
  await named({ c3: 'Epsilon' });
  await imported([line('d', 'Delta'), line('e', 'epsilon')]);
  expect([await companyOf('d'), await companyOf('e')]).toEqual(['c3', 'c3']);
});

test('CSV: a column per field, bars between values, quoted commas and line breaks', async () => {
  const file = await folder.write(
    'records.csv',
    '\uFEFFid,announcedDate,company.name,company.industries,expansionLocation.country,investment,title\r\n' +
      'a,05/01/2026,"Acme, Inc.",automobile|banking,Germany,1e6,"Two\nlines"\r\n' +
      'b,2026-01-05,Beta,,,,\r\n' +
      'c,never,Beta,,,,\r\n' +
      'd,2026-01-05,Beta,,,,,,too,many\r\n' +
      'e,2026-01-05,Beta "quoted",,,,\r\n' +
      'f,2026-01-05,Beta,,,,\r\n',
  );
  const report = await runImport(engine.store, { file });
  expect(report).toMatchObject({ lines: 6, written: 3, refused: 3 });
  const day = '2026-01-05';
  expect(
    await rows(`select e.id, announced_date::text as day, c.name, c.industries, investment, title
      from business_expansion e join company c on c.id = e.company_id order by e.id`),
  ).toEqual([
    {
      ...{ id: 'a', day, name: 'Acme, Inc.', industries: ['automobile', 'banking'] },
      ...{ investment: 1e6, title: 'Two\nlines' },
    },
    { id: 'b', day, name: 'Beta', industries: null, investment: null, title: null },
    { id: 'f', day, name: 'Beta', industries: null, investment: null, title: null },
  ]);
  expect((await errorsOf(file)).map(({ line }) => line)).toEqual([5, 6, 7]);
});

test('a CSV with an unknown or repeated column is refused as a whole', async () => {
  const file = await folder.write('unknown.csv', 'id,colour\na,red\n');
  await expect(runImport(engine.store, { file })).rejects.toThrow('The column colour is not known');
  const twice = await folder.write('twice.csv', 'id,title, title\na,first,second\n');
  await expect(runImport(engine.store, { file: twice })).rejects.toThrow('The column title is there twice');
});

test('groups name companies by id or domain; unknown ones are reported', async () => {
  await fillWithSample(engine.store);
  const file = await folder.write('groups.ndjson', [
    { group: 'G', companies: ['c1', 'BETAFOODS.example'] },
    { group: 'H', companies: ['nobody'] },
  ]);
  expect(await runImport(engine.store, { kind: 'groups', file })).toMatchObject({ written: 1, refused: 1 });
  expect((await errorsOf(file))[0]).toMatchObject({
    line: 2,
    message: 'companies contains unknown entries: nobody',
  });
  expect(await engine.store.listGroups()).toContainEqual({ name: 'G', companies: 2 });
});

test('of several companies with one domain, a group gets the one that the records get', async () => {
  await engine.store.putCompanies(['d1', 'd2'].map((id) => ({ id, domain: 'twice.example' })));
  await imported([{ group: 'T', companies: ['twice.example'] }], { kind: 'groups' });
  await imported([{ id: 't', announcedDate: '2026-01-01', company: { domain: 'twice.example' } }]);
  expect(await rows('select company_id from company_group_member')).toEqual([{ company_id: 'd1' }]);
  expect(await rows('select company_id from business_expansion')).toEqual([{ company_id: 'd1' }]);
});

test.each(['ndjson', 'csv'] as const)('an export as %s is the same when imported', async (format) => {
  await fillWithSample(engine.store);
  await engine.store.putCompanies([
    { id: 'formula', name: '=HYPERLINK("https://evil.example")', domain: '@x.example' },
    { id: 'marked', name: "'=1" },
  ]);
  const kinds: ImportKind[] = [
    'companies',
    'groups',
    'business-expansion',
    'major-hiring',
    'executive-change',
    'news',
  ];
  for (const kind of kinds) {
    const file = path.join(folder.path, `${kind}.${format}`);
    const output = createWriteStream(file);
    await exportTo({ store: engine.store, kind, format, output });
    if (format === 'csv') expect(await readFile(file, 'utf8')).not.toMatch(/(?:^|,)"?[=@]/m);
    const report = await runImport(other.store, { kind, file });
    expect([kind, report.refused]).toEqual([kind, 0]);
    const [first, second] = await Promise.all([
      engine.store.exportPage(kind, ''),
      other.store.exportPage(kind, ''),
    ]);
    expect(second.lines).toEqual(first.lines);
    expect(first.lines.length).toBeGreaterThan(1);
  }
});

test('an exported large group can be imported again', async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => `g${index}`);
  await engine.store.putCompanies(ids.map((id) => ({ id, name: `Company ${id}` })));
  await engine.store.addToGroup('Large', ids);
  const { lines } = await engine.store.exportPage('groups', '');
  expect(await imported(lines.join('\n'), { kind: 'groups' })).toMatchObject({ written: 1, refused: 0 });
});

test('an empty file is an import of nothing', async () => {
  expect(await imported('')).toEqual({ lines: 0, written: 0, unchanged: 0, refused: 0 });
});
