/** Each stumble of docs/first-minutes.md has the test that it names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const LINE = /^\| ([^|]+?) +\| `([\w/-]+)`: ([^|]+?) +\|$/gm;
const page = textOf('docs/first-minutes.md');
const rows = [...page.matchAll(LINE)].map(([, stumble = '', file = '', name = '']) => ({
  stumble,
  file,
  name,
}));

test('every line of the table is read', () => {
  expect(rows).toHaveLength(page.split('\n').filter((line) => line.startsWith('|')).length - 2);
});

test('every reported bug has a line', () => {
  const numbers = rows.flatMap(({ stumble }) => /^\d+/.exec(stumble) ?? []);
  expect([...new Set(numbers)].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test.each(rows)('$stumble has its test', ({ file, name }) => {
  const source = textOf(`test/${file}.test.ts`).replaceAll("\\'", "'").replace(/\(\s+/g, '(');
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`(${quote}${name}${quote}`));
  expect([name, isThere]).toEqual([name, true]);
});
