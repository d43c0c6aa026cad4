/** What is kept outlives the set of columns that it was kept with. */
import { settledPool } from '../../../src/addon/answers/put-away.js';
import { createApp } from '../../../src/addon/app.js';
import { hash } from '../../../src/addon/storage/hash.js';
import { createFakePlatform } from '../fake-platform.js';
import { createWorld } from './world.js';

/** The pool as a version of the add-on with other columns wrote it. */
function rewrite(change: (paths: readonly string[]) => readonly string[]): unknown[][] {
  const world = createWorld();
  world.add('2026-11-10', 2);
  const platform = createFakePlatform({ respond: (request) => world.respond(request) });
  const table = () =>
    createApp(platform).dataset('business-expansion', ['columns', 'id|title|jobs|domain', 'headers', false]);
  table();
  settledPool(platform, '', new Map());
  const properties = platform.documentProperties!;
  for (const [name, text] of Object.entries(platform.allDocumentProperties())) {
    if (!/^pool:.*\./.test(name)) continue;
    const [paths, batches] = JSON.parse(text.startsWith('[') ? text : platform.expand(text)) as [
      string[],
      [number, number, unknown[][]][],
    ];
    const other = change(paths);
    const moved = (row: unknown[]) => other.map((path) => row[paths.indexOf(path)] ?? 'of no use');
    const written = platform.compress(
      JSON.stringify([other, batches.map(([at, kind, rows]) => [at, kind, rows.map(moved)])]),
    );
    const key = name.split('.')[0]!;
    const head = properties.get(key)!.replace(/^\S+ /, '').split(hash(text)).join(hash(written));
    properties.setAll({ [name]: written, [key]: `${hash(head)} ${head}` });
  }
  platform.emptyCache();
  platform.forgetCalls();
  const rows = table();
  expect(platform.requests).toHaveLength(0);
  return rows;
}

test('a column that came later is empty in what was kept before, and shifts no other', () => {
  const rows = rewrite((paths) => paths.filter((path) => path !== 'company.domain'));
  expect(rows).toEqual([
    ['be-00002', 'Title 2', 2, ''],
    ['be-00001', 'Title 1', 1, ''],
  ]);
});

test('a column that is gone is left out, whatever the order was', () => {
  const rows = rewrite((paths) => ['gone', ...[...paths].reverse()]);
  expect(rows).toEqual([
    ['be-00002', 'Title 2', 2, 'c2.example'],
    ['be-00001', 'Title 1', 1, 'c1.example'],
  ]);
});
