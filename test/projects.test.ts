/** Each test belongs to one project of jest.config.mjs, and the unit tests start nothing and need no build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import config from '../jest.config.mjs';

const ROOT = path.join(__dirname, '..');
const TESTS = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('test', file))
  .filter((file) => file.endsWith('.test.ts'));

/** The projects that run a test file. */
function projectsOf(file: string): string[] {
  const place = `<rootDir>/${file}`;
  return config.projects
    .filter((project) => {
      const ignored = 'testPathIgnorePatterns' in project ? project.testPathIgnorePatterns : [];
      const matches = project.testMatch.some((glob) => place.startsWith(glob.slice(0, glob.indexOf('**'))));
      return matches && !ignored.some((folder) => place.startsWith(folder));
    })
    .map(({ displayName }) => displayName);
}

/** What a file loads when it runs: type imports are gone by then. */
function loadedBy(file: string): string[] {
  const code = readFileSync(path.join(ROOT, file), 'utf8').replace(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|\b(?:import|export) type [^;]*;/gm,
    '',
  );
  const loads = /(?:^import\b[^'"`;]*|^export\b[^'"`;=]*\bfrom\s*|\b(?:import|require)\(\s*)'([\w@./:-]+)'/gm;
  return [...code.matchAll(loads)].map(([, name = '']) => name);
}

/** The file and every file of the project that it loads, with the packages and built-in modules that those load. */
function reachOf(entry: string): { files: string[]; modules: string[] } {
  const files = new Set([entry]);
  const modules = new Set<string>();
  for (const file of files) {
    for (const name of loadedBy(file)) {
      if (!name.startsWith('.')) {
        modules.add(name);
        continue;
      }
      const target = path.posix.join(path.posix.dirname(file), name);
      const source = [target.replace(/\.js$/, '.ts'), target].find((each) =>
        existsSync(path.join(ROOT, each)),
      );
      if (!source) throw new Error(`${file} imports ${name}, which is no file`);
      files.add(source);
    }
  }
  return { files: [...files], modules: [...modules] };
}

/** All that a unit test may load from outside of the project. */
const HARMLESS = [
  /^(?:fast-check$|ajv\/)/,
  /^(?:node:)?(?:assert|buffer|crypto|fs|os|path|url|util|zlib)(?:\/\w+)?$/,
];
const BUILT = /(?<!ajv\/)\b(?:dist|out)\/|['"](?:dist|out)['"]/;

const unitTests = TESTS.filter((file) => projectsOf(file)[0] === 'unit');
const lightTests = TESTS.filter((file) => ['differential', 'unit'].includes(projectsOf(file)[0] ?? ''));

test('each test file belongs to exactly one project, and no project is empty', () => {
  const wrong = TESTS.filter((file) => projectsOf(file).length !== 1);
  expect(wrong).toEqual([]);
  expect([...new Set(TESTS.flatMap(projectsOf))].sort()).toEqual([
    'bundle',
    'differential',
    'e2e',
    'service',
    'unit',
  ]);
});

test.each(lightTests)('%s starts nothing', (file) => {
  const { modules } = reachOf(file);
  expect(modules.filter((name) => !HARMLESS.some((harmless) => harmless.test(name)))).toEqual([]);
});

test('no unit test reads what is built', () => {
  const reading = unitTests
    .flatMap((file) => reachOf(file).files)
    .filter((file) => file.startsWith('test/') && !file.startsWith('test/projects'))
    .filter((file) => BUILT.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(reading).toEqual([]);
});

test.each(['node:child_process', 'node:http', 'node:worker_threads', 'playwright-core', 'pg'])(
  '%s cannot be loaded here',
  (name) => {
    expect(() => require(name)).toThrow('A unit test starts no process, server, thread or browser');
  },
);
