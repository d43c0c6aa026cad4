/** The prebuilt databases: they equal what a start would create, and each is copied in the right case. */
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyDatabase, SAMPLE_DAY, templateFor, templatesIn } from '../../../src/service/store/templates.js';
import { useTempFolders } from '../../support/temp-folder.js';
import { type OpenedEngine, openPglite, useEngine } from '../support/engines.js';

const BUILT = path.resolve('out/service/sample');

let folder: string;
const newFolder = useTempFolders();
beforeEach(() => {
  folder = newFolder();
});

describe('the one with sample data', () => {
  const built = useEngine(() => openPglite('sample'));
  const seeded = useEngine();

  test('every row of every table equals the one that the seed makes up to its day', async () => {
    await seeded.store.seed(readFileSync(path.join(BUILT, SAMPLE_DAY), 'utf8'));
    const [rows, expected] = [await digests(built), await digests(seeded)];
    expect(rows).toEqual(expected);
    expect(rows['business_expansion']!.rows).toBeGreaterThan(20_000);
    expect(rows['api_key']!.rows).toBe(0);
  });
});

test.each([
  ['the same day', '2026-03-10', 'sample' as const],
  ['a later day, to which days are added', '2026-03-11', 'sample' as const],
  ['an earlier day: what has not come yet is shown to nobody', '2026-03-09', 'empty' as const],
  ['no sample data', undefined, 'empty' as const],
])('%s', async (_, day, name) => {
  const templates = templatesIn(folder);
  mkdirSync(templates.sample);
  // incomplete without its file SAMPLE_DAY
  expect(await templateFor(templates, day)).toBe(templates.empty);
  writeFileSync(path.join(templates.sample, SAMPLE_DAY), '2026-03-10');
  expect(await templateFor(templates, day)).toBe(templates[name]);
});

test('a copy has files of its own, even where an installation has links to shared ones', async () => {
  const { empty } = templatesIn(folder);
  mkdirSync(path.join(empty, 'base'), { recursive: true });
  writeFileSync(path.join(folder, 'shared'), 'as built');
  symlinkSync(path.join(folder, 'shared'), path.join(empty, 'base', '1'));
  const copy = path.join(folder, 'pglite');
  // what a start has left that ended during its copy
  mkdirSync(`${copy}.unfinished/old`, { recursive: true });
  await copyDatabase(empty, copy);
  expect(lstatSync(path.join(copy, 'base', '1')).isFile()).toBe(true);
  expect(() => lstatSync(path.join(copy, 'old'))).toThrow('ENOENT');
});

/** Per table: its number of rows, and an unordered digest without times and numbers of changes. */
async function digests({ sql }: OpenedEngine): Promise<Record<string, { rows: number; digest: string }>> {
  const tables = await sql(`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      -- it says when
      and table_name <> 'kysely_migration' order by 1`);
  const found: Record<string, { rows: number; digest: string }> = {};
  for (const { name } of tables) {
    const [row] = await sql(`select count(*)::int as rows,
      md5(coalesce(string_agg(digest, '' order by digest), '')) as digest
      from (select md5((to_jsonb(t) - '{seq,ended,at}'::text[])::text) as digest from "${String(name)}" as t) d`);
    found[String(name)] = row as { rows: number; digest: string };
  }
  return found;
}
