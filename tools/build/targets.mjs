/** The targets of the build. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundle, CJS, COPY, ESM, IIFE, JSX, NODE } from './bundle.mjs';
import { buildClient } from './client.mjs';
import { buildCode } from './code.mjs';
import { buildAndRecord, removeRecord } from './freshness.mjs';
import { buildSidebar } from './sidebar.mjs';
import { buildTexts } from './texts.mjs';

/** @typedef {keyof typeof TARGETS} Target */

/** The packages of the sandbox's page, each a browser module of its own. */
const LIBRARY = {
  'library-chart': 'chart.js',
  'library-core': '@univerjs/core',
  'library-core-facade': '@univerjs/core/lib/facade',
  'library-engine-formula': '@univerjs/engine-formula',
  'library-preact': 'preact',
  'library-preact-hooks': 'preact/hooks',
  'library-preact-jsx': 'preact/jsx-runtime',
  'library-preact-signals': '@preact/signals',
  'library-preset': '@univerjs/preset-sheets-core',
  'library-preset-en': '@univerjs/preset-sheets-core/locales/en-US',
  'library-sheets': '@univerjs/sheets',
  'library-sheets-formula': '@univerjs/sheets-formula',
  'library-styles': '@univerjs/preset-sheets-core/lib/index.css',
};
const SANDBOX = { outdir: 'out/sandbox', target: 'es2022' };
const BROWSER = {
  outdir: 'out/sandbox/page',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
};
const MODULES = { main: 'src/service/main.ts', 'store-worker': 'src/service/store/store-worker.ts' };
const SERVICE = {
  ...NODE,
  ...ESM,
  outdir: 'out/service',
  packages: /** @type {const} */ ('external'),
  loader: { '.sql': /** @type {const} */ ('text') },
};

/** In the order in which `npm start` needs them. */
const TARGETS = {
  sandbox: () =>
    bundle(
      {
        ...SANDBOX,
        ...NODE,
        ...ESM,
        entryPoints: { main: 'src/sandbox/main.ts' },
        external: ['ws'],
      },
      // CommonJS, because a package of theirs is
      {
        ...SANDBOX,
        ...NODE,
        ...CJS,
        entryPoints: { host: 'src/sandbox/host/host.ts', worker: 'src/sandbox/executions/worker.ts' },
      },
      { ...IIFE, ...SANDBOX, entryPoints: { realm: 'src/sandbox/realm/main.ts' }, globalName: 'realm' },
    ),
  page: () =>
    bundle(
      {
        ...BROWSER,
        ...COPY,
        ...JSX,
        entryPoints: { main: 'src/sandbox/page/main.ts', index: 'src/sandbox/page/index.html' },
        format: 'esm',
        // a second copy of a package would define another class of the same name
        packages: 'external',
        alias: Object.fromEntries(Object.entries(LIBRARY).map(([file, name]) => [name, `./${file}.js`])),
        external: ['./library-*'],
      },
      { ...IIFE, ...BROWSER, entryPoints: ['src/sandbox/page/google-script.ts'] },
    ),
  // slow to bundle, but only packages change it
  library: () =>
    bundle({
      ...BROWSER,
      entryPoints: LIBRARY,
      format: 'esm',
      splitting: true,
      minifyWhitespace: true,
      minifySyntax: true,
    }),
  code: buildCode,
  texts: buildTexts,
  sidebar: buildSidebar,
  manifest: () => bundle({ ...COPY, entryPoints: ['appsscript.json'], outdir: 'dist' }),
  service: () => bundle({ ...SERVICE, entryPoints: MODULES, splitting: true, sourcemap: true }),
  databases: makeDatabases,
  client: buildClient,
};

export const ALL = /** @type {Target[]} */ (Object.keys(TARGETS));

/**
 * One after the other, because esbuild has work for all cores in each. One that fails keeps no other from being built.
 * @param {readonly Target[]} targets
 * @param {(target: Target) => void} [onBuilt]
 */
export async function buildTargets(targets, onBuilt) {
  // nobody may take one that waits for fresh
  for (const target of targets) removeRecord(target);
  const failures = /** @type {unknown[]} */ ([]);
  for (const target of targets) {
    await buildAndRecord(target, TARGETS[target]).then(
      () => onBuilt?.(target),
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
}

/** Makes what a first start of the service copies, because the embedded engine takes seconds to make it. */
async function makeDatabases() {
  const program = { 'make-databases': 'src/service/store/make-databases.ts' };
  const { inputs, outputs } = await bundle({ ...SERVICE, entryPoints: program });
  // it computes without a pause, and not for long enough that optimized WebAssembly pays
  await promisify(execFile)(process.execPath, ['--liftoff-only', 'out/service/make-databases.mjs']);
  const made = ['engine', 'sample'].map((name) => `out/service/${name}/PG_VERSION`);
  return { inputs, outputs: [...outputs, ...made] };
}
