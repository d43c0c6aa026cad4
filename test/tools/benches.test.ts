/** Long benches run seldom: what they load has to be there when they do. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const SOURCE = /'(?:\.\/)?(src\/[^']+\.ts)'/g;

const files = ['test/bench', 'tools'].flatMap((folder) =>
  (readdirSync(path.join(ROOT, folder), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.mjs') && !name.includes('node_modules'))
    .map((name) => path.join(folder, name)),
);

test('every source that a bench or a tool loads exists', () => {
  const loaded = files.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(SOURCE)].map(([, source]) => source!),
  );
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
});
