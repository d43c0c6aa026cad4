/** Projects, distinguished by folder: `npm run test:unit` runs one of them. */
import { randomInt } from 'node:crypto';
import os from 'node:os';

// one seed for all random tests of a run; the workers inherit it, by another name than that of a setting of the service
process.env['TEST_SEED'] = process.env['SEED'] ?? process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));
delete process.env['SEED'];
process.stderr.write(`Random tests: SEED=${process.env['TEST_SEED']} repeats this run\n`);

/** Folders of test/ whose tests start programs; tests in other folders are unit tests. */
const FOLDERS = {
  // the built add-on in the sandbox's host, and the tools that build
  bundle: ['bundle', 'sandbox', 'tools'],
  // the service, its engines and its command line, and the clients that ask it
  service: ['service', 'client'],
  // a real browser
  e2e: ['e2e'],
};

/** The browser's tests of the ways that most people take: the first minutes, formulas, the sidebar. */
const SMOKE = ['first-run', 'formulas', 'sidebar'].map((name) => `<rootDir>/test/e2e/${name}.test.ts`);

/** Folders of unit tests that `shipped` runs once more, on the script that ships. */
const SHIPPED = ['addon', 'contract', 'core'];

/** What a unit test may not load; see test/support/not-in-unit-tests.ts. */
const FORBIDDEN =
  '^(?:node:)?(?:child_process|cluster|dgram|http|http2|https|net|tls|worker_threads)$|^(?:playwright-core|ws|pg|fastify|@electric-sql/.+)$';

const common = {
  testEnvironment: '<rootDir>/test/support/quick-environment.cjs',
  transform: {
    '\\.(tsx?|js|mjs|sql)$': '<rootDir>/tools/jest-esbuild.cjs',
    '/sidebar/texts/\\w+\\.json$': '<rootDir>/tools/jest-texts.mjs',
  },
  // packages that are ES modules alone
  transformIgnorePatterns: ['/node_modules/(?!intl-messageformat/|@formatjs/|preact/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out', '<rootDir>/data'],
};

/** @param {string} name */
const hooks = (name) => ({
  globalSetup: `<rootDir>/test/support/setup/before-${name}.ts`,
  globalTeardown: `<rootDir>/test/support/setup/after.ts`,
});

/** @param {string[]} folders */
const testsIn = (folders) => folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`);

/**
 * Tests that start no program, but for those of these folders.
 * @param {string} displayName
 * @param {string[]} without
 */
const unitTests = (displayName, without) => ({
  ...common,
  displayName,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [...Object.values(FOLDERS).flat(), 'differential', ...without].map(
    (folder) => `<rootDir>/test/${folder}/`,
  ),
  moduleNameMapper: {
    ...common.moduleNameMapper,
    [FORBIDDEN]: '<rootDir>/test/support/not-in-unit-tests.ts',
  },
});

/** @satisfies {import('jest').Config} */
export default {
  // more than there are cores: half of the time a test waits, for a timer or another process
  maxWorkers: os.availableParallelism() * 2,
  // far longer than any test takes on a busy machine; see test/support/scale.ts for the setting
  testTimeout: process.env['PROOFS'] === 'full' ? 1_800_000 : 300_000,
  testSequencer: '<rootDir>/test/support/test-sequencer.cjs',
  projects: [
    unitTests('unit', []),
    // what `unit` has and `shipped` lacks: together they run each unit test once, where it tells most
    unitTests('rest', SHIPPED),
    {
      ...common,
      // the tests of what calls no service of Google, once more on the script that ships
      displayName: 'shipped',
      testMatch: testsIn(SHIPPED),
      transform: {
        '/src/(addon|contract|core)/.*\\.ts$': '<rootDir>/tools/jest-shipped.cjs',
        ...common.transform,
      },
      globalSetup: '<rootDir>/test/support/setup/before-shipped.ts',
    },
    {
      ...common,
      displayName: 'differential',
      testMatch: testsIn(['differential']),
      globalSetup: '<rootDir>/test/support/setup/before-differential.ts',
      moduleNameMapper: {
        ...common.moduleNameMapper,
        [FORBIDDEN]: '<rootDir>/test/support/not-in-unit-tests.ts',
      },
    },
    {
      ...common,
      // what of the browser's tests every change should run; `e2e` has all of them
      displayName: 'smoke',
      testMatch: SMOKE,
      ...hooks('e2e'),
    },
    ...Object.entries(FOLDERS).map(([displayName, folders]) => ({
      ...common,
      displayName,
      testMatch: testsIn(folders),
      ...hooks(displayName),
    })),
  ],
};
