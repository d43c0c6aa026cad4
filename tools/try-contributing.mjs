/**
 * Tries the diffs of CONTRIBUTING.md on this revision:
 *   node tools/try-contributing.mjs --check    checks that each diff applies
 *   node tools/try-contributing.mjs            applies them in a clone of the last commit and runs docs,
 *                                              types, lint and the affected tests there, which takes minutes
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const TESTS = [
  'test/docs.test.ts',
  'test/contract',
  'test/addon/table',
  'test/sidebar/texts.test.ts',
  'test/service/database/filters.test.ts',
  'test/service/database/migrate.test.ts',
];

const page = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const diffs = [...page.matchAll(/^### (A .+)\n[\s\S]*?^```diff\n([\s\S]*?)^```$/gm)].map(
  ([, title = '', diff = '']) => ({ title, diff }),
);

/** @param {string} folder a copy of the project */
function tryIn(folder) {
  /** @param {string} program @param {string[]} args */
  const run = (program, args, input = '') =>
    execFileSync(program, args, { cwd: folder, input, stdio: ['pipe', 'inherit', 'inherit'] });
  run('git', ['clone', '--quiet', '--shared', ROOT, '.']);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { diff } of diffs) run('git', ['apply'], diff);
  run('npm', ['run', 'migration']);
  run('npm', ['run', 'build']);
  run('npm', ['run', 'docs']);
  const functions = readFileSync(path.join(folder, 'docs/functions.md'), 'utf8');
  for (const added of ['Source language', 'executiveName', '## PARTNERSHIPS']) {
    if (!functions.includes(added)) throw new Error(`docs/functions.md does not have ${added}`);
  }
  run('npm', ['run', 'typecheck']);
  run('npm', ['run', 'lint']);
  run('npx', ['jest', '--selectProjects', 'unit', 'service', '--testPathPatterns', ...TESTS]);
}

if (process.argv[2] === '--check') {
  for (const { title, diff } of diffs) {
    execFileSync('git', ['apply', '--check'], { cwd: ROOT, input: diff });
    console.log(`${title}: the diff applies`);
  }
} else {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-contributing-'));
  try {
    tryIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
