/** The Node versions that the project names in several places agree: what is promised, what is tested, what is shipped. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const { optionalDependencies: packages } = JSON.parse(read('tools/node-versions/package.json')) as {
  optionalDependencies: Record<string, string>;
};

/** Major and minor of the version that the smoke test runs on. */
function testedVersion(name: string): [number, number] {
  const [, major, minor] = /@(\d+)\.(\d+)\.\d+$/.exec(packages[`node-${name}-linux-x64`] ?? '') ?? [];
  return [Number(major), Number(minor)];
}

test('the smoke test runs on the first and the last version that engines allows', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const [, major, minor, bound] = /^>=(\d+)\.(\d+) <(\d+)$/.exec(engines.node) ?? [];
  expect(testedVersion('oldest')).toEqual([Number(major), Number(minor)]);
  expect(testedVersion('newest')[0]).toBe(Number(bound) - 1);
});

test('the workflow and the container image use the long-term version that the smoke test runs on', () => {
  const [lts] = testedVersion('lts');
  expect(Number(read('.nvmrc'))).toBe(lts);
  const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => Number(major));
  expect(images).toEqual([lts, lts, lts]);
});

test('the types are those of the oldest version', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${testedVersion('oldest').join('\\.')}\\.`));
});
