/** Five projects, distinguished by folder: `npm run test:unit` runs one of them, `npx jest` all. */
import os from 'node:os';

/** Folders of test/ whose tests start programs; tests in other folders are unit tests. */
const FOLDERS = {
  // the built add-on in the sandbox's host, and the tools that build
  bundle: ['bundle', 'sandbox', 'tools'],
  // the service, its engines and its command line, and the clients that ask it
  service: ['service', 'client'],
  // a real browser
  e2e: ['e2e'],
};

/** What a unit test may not load; see test/support/not-in-unit-tests.ts. */
const FORBIDDEN =
  '^(?:node:)?(?:child_process|cluster|dgram|http|http2|https|net|tls|worker_threads)$|^(?:playwright-core|ws|pg|fastify|@electric-sql/.+)$';

const common = {
  testEnvironment: '<rootDir>/test/support/quick-environment.cjs',
  transform: { '\\.(ts|js|mjs)$': '<rootDir>/tools/jest-esbuild.cjs' },
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

/** @satisfies {import('jest').Config} */
export default {
  // all cores: tests mostly wait for other processes
  maxWorkers: os.availableParallelism(),
  // far longer than any test takes on a busy machine; see test/support/scale.ts for the setting
  testTimeout: process.env['PROOFS'] === 'full' ? 1_800_000 : 300_000,
  testSequencer: '<rootDir>/test/support/test-sequencer.cjs',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: Object.values(FOLDERS)
        .flat()
        .concat('differential')
        .map((folder) => `<rootDir>/test/${folder}/`),
      moduleNameMapper: {
        ...common.moduleNameMapper,
        [FORBIDDEN]: '<rootDir>/test/support/not-in-unit-tests.ts',
      },
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
    ...Object.entries(FOLDERS).map(([displayName, folders]) => ({
      ...common,
      displayName,
      testMatch: testsIn(folders),
      ...hooks(displayName),
    })),
  ],
};
