/** CONTRIBUTING.md shows diffs that apply to this very revision, and a list of the long proofs that is complete. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isFull } from '../support/scale.js';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
/** Not part of the project: made by commands. */
const MADE = ['.git', 'coverage', 'data', 'dist', 'node_modules', 'out'];
const FOCUSED = [
  'test/docs.test.ts',
  'test/imports.test.ts',
  'test/contract',
  'test/addon/table',
  'test/sidebar/texts.test.ts',
  'test/service/database/filters.test.ts',
  'test/service/database/migrate.test.ts',
];

const DIFFS = new Map(
  [...PAGE.matchAll(/^### (A .+)\n[\s\S]*?^```diff\n([\s\S]*?)^```$/gm)].map(([, title = '', diff = '']) => [
    title,
    diff,
  ]),
);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signals-contributing-'));
  for (const name of readdirSync(ROOT).filter((entry) => !MADE.includes(entry))) {
    cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program in the copy; its output is in the error if it fails. */
function run(program: string, args: readonly string[], input = ''): void {
  // the embedded engine alone: the others are tested elsewhere
  const { TEST_DATABASE_URL: _, ...env } = process.env;
  try {
    execFileSync(program, args, { cwd: folder, env, input, encoding: 'utf8', maxBuffer: 100_000_000 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

const node = (...args: string[]) => run(process.execPath, args);

/** The lines that a diff adds, each with its file. */
function addedLines(title: string): string[] {
  return DIFFS.get(title)!
    .split(/^diff --git /m)
    .flatMap((part) => {
      const [, file = ''] = /^\+\+\+ b\/(.+)$/m.exec(part) ?? [];
      return [...part.matchAll(/^\+(?!\+\+)/gm)].map(() => file);
    });
}

test('the page shows how to add a column, a filter, a language and a dataset', () => {
  expect([...DIFFS.keys()]).toEqual(['A column', 'A filter', 'A language', 'A dataset']);
});

test.each([...DIFFS])('%s: the diff applies', (_title, diff) => {
  run('git', ['apply', '--check'], diff);
});

test('a column is one line, a filter is one line and its test', () => {
  expect(addedLines('A column')).toEqual(['src/contract/records.ts']);
  expect(addedLines('A filter')).toEqual([
    'src/contract/filters.ts',
    'test/service/database/filters.test.ts',
  ]);
});

test('every long proof is listed', () => {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /\/support\/scale\.js'/.test(readFileSync(path.join(ROOT, file), 'utf8')));
  const listed = [...PAGE.matchAll(/^\| `(test\/[^`]+\.test\.ts)` +\|/gm)].map(([, file]) => file);
  expect(listed).toEqual(files.sort());
});

if (isFull()) {
  test('with all diffs: docs, types, lint and tests', () => {
    for (const diff of DIFFS.values()) run('git', ['apply'], diff);
    node('build.mjs', 'addon', 'service', 'engine', 'sample');
    node('tools/docs.mjs');
    const page = readFileSync(path.join(folder, 'docs/functions.md'), 'utf8');
    for (const text of ['Source language', 'executiveName', '## PARTNERSHIPS']) expect(page).toContain(text);
    node('node_modules/typescript/bin/tsc', '-b');
    node('node_modules/@biomejs/biome/bin/biome', 'check', '.');
    node('node_modules/jest/bin/jest.js', '--selectProjects', 'unit', 'service', '--', ...FOCUSED);
  }, 600_000);
}
