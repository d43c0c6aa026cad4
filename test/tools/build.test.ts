/** A build that does not belong to its sources any more is never taken for fresh. In a copy of the project. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyParts, useTempFolder } from '../support/temp-folder.js';

const ROOT = path.resolve(__dirname, '../..');
const COPIED = [
  ['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json', 'tools', 'src/addon', 'src/client'],
  ['src/contract', 'src/core', 'src/service'],
].flat();
const SOURCE = 'src/service/config.ts';

const folder = useTempFolder();
const at = (file: string): string => path.join(folder, file);
const build = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs', ...args, 'service'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr };
};
const FRESH = { status: 0, stderr: '' };
const STALE = { status: 1, stderr: 'The build is stale (service): npm run build\n' };

beforeAll(() => {
  copyParts(COPIED, folder);
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
});
beforeEach(() => expect(build()).toEqual(FRESH));

test('what was never built is stale, and what was built is fresh', () => {
  rmSync(at('out'), { recursive: true });
  expect(build('--check')).toEqual(STALE);
  expect(build()).toEqual(FRESH);
  expect(build('--check')).toEqual(FRESH);
});

test.each([SOURCE, 'src/contract/dates.ts', 'tools/build/targets.mjs', 'tsconfig.json'])(
  'a change of %s makes it stale, and its return fresh again',
  (file) => {
    const text = readFileSync(at(file), 'utf8');
    writeFileSync(at(file), `${text}\n`);
    expect(build('--check')).toEqual(STALE);
    writeFileSync(at(file), text);
    expect(build('--check')).toEqual(FRESH);
  },
);

test('an output that was edited or removed', () => {
  appendFileSync(at('out/service/main.mjs'), '// by hand\n');
  expect(build('--check')).toEqual(STALE);
  expect(build()).toEqual(FRESH);
  expect(readFileSync(at('out/service/main.mjs'), 'utf8')).not.toContain('// by hand');
  rmSync(at('out/service/store-worker.mjs'));
  expect(build('--check')).toEqual(STALE);
});

test('a build that fails leaves what was there stale, also when the source is as before', () => {
  const text = readFileSync(at(SOURCE), 'utf8');
  writeFileSync(at(SOURCE), `${text}\nconst = ;\n`);
  expect(build().status).toBe(1);
  writeFileSync(at(SOURCE), text);
  expect(build('--check')).toEqual(STALE);
});

describe('a source that is saved during the build', () => {
  const TARGETS = 'tools/build/targets.mjs';
  const before = readFileSync(path.join(ROOT, TARGETS), 'utf8');
  /** Makes the next builds save the source after its bundling: as many of them as `saves` has characters. */
  const saveDuringBuilds = (times: number) => {
    const text = before
      .replace('{ rmSync }', '{ appendFileSync, readFileSync, rmSync, writeFileSync }')
      .replace('  service() {', '  async service() {')
      .replace(
        /return (bundle\({ \.\.\.SERVICE, entryPoints, splitting.*)/,
        `const built = await $1
    const left = readFileSync('saves', 'utf8');
    if (left) appendFileSync('${SOURCE}', '// saved\\n');
    writeFileSync('saves', left.slice(1));
    return built;`,
      );
    writeFileSync(at('saves'), 's'.repeat(times));
    writeFileSync(at(TARGETS), text);
  };
  afterEach(() => writeFileSync(at(TARGETS), before));

  test.each([1, 3])('%i times: it is built until nothing changes any more', (times) => {
    saveDuringBuilds(times);
    expect(build()).toEqual(FRESH);
    expect(readFileSync(at('saves'), 'utf8')).toBe('');
    expect(build('--check')).toEqual(FRESH);
  });
});
