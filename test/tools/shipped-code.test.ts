/** The project `shipped` of jest.config.mjs tests what ships: not the sources beside it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shipped } from '../support/shipped-code.js';

const ROOT = path.resolve(__dirname, '../..');
const { replacedNames } = require('../../tools/jest-shipped.cjs') as {
  replacedNames(source: string, file: string): ReadonlyMap<string, string>;
};
const FOLDERS = ['src/addon', 'src/contract', 'src/core'];
const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts'));

test('nearly all that the add-on, its core and the contract export is taken from dist/Code.js', () => {
  const counts = files.map((file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    const exported = source.match(/^export (?:async )?(?:function|const|class) /gm) ?? [];
    return { exported: exported.length, replaced: replacedNames(source, path.join(ROOT, file)).size };
  });
  const sum = (name: 'exported' | 'replaced') => counts.reduce((total, count) => total + count[name], 0);
  expect(sum('exported')).toBeGreaterThan(400);
  expect(sum('replaced') / sum('exported')).toBeGreaterThan(0.9);
});

test('D3 NaN: the script that ships refuses a date that is none, as its source does', () => {
  const readDay = shipped('readDay') as (name: string, cell: unknown, zone: () => never) => string;
  const zone = () => {
    throw new Error('no zone is needed');
  };
  expect(() => readDay('from', new Date(Number.NaN), zone)).toThrow(
    '#BAD_INPUT: from is no day: "that date"',
  );
});

test('names of functions stay, and no value is rewritten', () => {
  expect((shipped('createApp') as { readonly name: string }).name).toBe('createApp');
  expect(readFileSync(path.join(ROOT, 'dist/Code.js'), 'utf8')).toContain(
    'if (!(time >= YEARS.first && time <= YEARS.last))',
  );
});
