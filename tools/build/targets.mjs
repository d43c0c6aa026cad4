/** The targets of the build by name. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { bundle } from './bundle.mjs';
import { buildCode } from './code.mjs';
import { buildSidebar } from './sidebar.mjs';
import { buildTexts } from './texts.mjs';

/** @typedef {import('esbuild').BuildOptions} Options */

/** @satisfies {Options} */
const ESM = { platform: 'node', target: 'node20', format: 'esm', outExtension: { '.js': '.mjs' } };
/** @satisfies {Options} */
const CJS = { platform: 'node', target: 'node20', format: 'cjs', outExtension: { '.js': '.cjs' } };
/** @satisfies {Options} */
const COPY = { loader: { '': 'copy', '.html': 'copy', '.json': 'copy', '.md': 'copy' } };
/** @satisfies {Options} */
const SERVICE = { ...ESM, outdir: 'out/service', packages: 'external', loader: { '.sql': 'text' } };
const PAGE = { outdir: 'out/sandbox/page', target: 'es2022' };
/** The large packages of the sandbox's page, each a browser module of its own. */
const LIBRARY = {
  'library-chart': 'chart.js',
  'library-core': '@univerjs/core',
  'library-core-facade': '@univerjs/core/lib/facade',
  'library-engine-formula': '@univerjs/engine-formula',
  'library-preset': '@univerjs/preset-sheets-core',
  'library-preset-en': '@univerjs/preset-sheets-core/locales/en-US',
  'library-sheets': '@univerjs/sheets',
  'library-sheets-formula': '@univerjs/sheets-formula',
  'library-styles': '@univerjs/preset-sheets-core/lib/index.css',
};

const runNode = (/** @type {string[]} */ ...args) => promisify(execFile)(process.execPath, args);

/** In the order in which `npm start` needs them. */
export const TARGETS = {
  sandbox() {
    const outdir = 'out/sandbox';
    const threads = { host: 'src/sandbox/host/host.ts', worker: 'src/sandbox/executions/worker.ts' };
    return bundle(
      { ...ESM, outdir, entryPoints: { main: 'src/sandbox/main.ts' }, packages: 'external' },
      // CommonJS, because one of their packages is; bundled, because Jest cannot require Univer's ES modules
      { ...CJS, outdir, entryPoints: threads },
      { outdir, entryPoints: { realm: 'src/sandbox/realm/main.ts' }, target: 'es2022', globalName: 'realm' },
    );
  },
  page() {
    const entryPoints = { main: 'src/sandbox/page/main.ts', index: 'src/sandbox/page/index.html' };
    const alias = Object.fromEntries(Object.entries(LIBRARY).map(([file, name]) => [name, `./${file}.js`]));
    // a second copy of a package would define its classes again, and instanceof would fail between them
    const external = ['./library-*', '@univerjs/*'];
    return bundle(
      { ...PAGE, ...COPY, entryPoints, format: 'esm', alias, external },
      { ...PAGE, entryPoints: ['src/sandbox/page/google-script.ts'] },
    );
  },
  // slow to bundle, but only changed packages make it stale
  library() {
    const define = { 'process.env.NODE_ENV': '"production"' };
    const smaller = { minifyWhitespace: true, minifySyntax: true };
    return bundle({ ...PAGE, ...smaller, entryPoints: LIBRARY, format: 'esm', splitting: true, define });
  },
  code: buildCode,
  texts: buildTexts,
  sidebar: buildSidebar,
  manifest: () => bundle({ ...COPY, entryPoints: ['appsscript.json'], outdir: 'dist' }),
  service() {
    const entryPoints = { main: 'src/service/main.ts', 'store-worker': 'src/service/store/store-worker.ts' };
    return bundle({ ...SERVICE, entryPoints, splitting: true, sourcemap: true });
  },
  /** Databases for a first start of the service, because the embedded engine takes seconds to create them. */
  async databases() {
    const entryPoints = { 'make-databases': 'src/service/store/make-databases.ts' };
    const { inputs, outputs } = await bundle({ ...SERVICE, entryPoints });
    // the engine runs too briefly for optimized WebAssembly to pay off
    await runNode('--liftoff-only', 'out/service/make-databases.mjs');
    const made = ['engine', 'sample'].map((name) => `out/service/${name}/PG_VERSION`);
    return { inputs, outputs: [...outputs, ...made] };
  },
  client: buildClient,
};

/** Builds the client's package: ES modules and CommonJS, types and programs. */
async function buildClient() {
  const outdir = 'out/client';
  const modules = { index: 'src/client/package.ts', store: 'src/client/file-store.ts' };
  const programs = { signals: 'src/client/cli/main.ts', 'signals-mcp': 'src/client/assistant/main.ts' };
  const copied = { package: 'src/client/package.json', README: 'src/client/README.md', LICENSE: 'LICENSE' };
  const types = 'src/client/tsconfig.types.json';
  const common = { outdir, external: ['undici'] };
  // the programs' CommonJS packages load Node's modules with `require`
  const js = `import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);`;
  const { inputs, outputs } = await bundle(
    { ...common, ...ESM, entryPoints: modules },
    { ...common, ...CJS, entryPoints: modules },
    { ...common, ...ESM, entryPoints: programs, banner: { js } },
    { ...COPY, entryPoints: copied, outdir },
  );
  rmSync(`${outdir}/types`, { recursive: true, force: true });
  await runNode('node_modules/typescript/bin/tsc', '-p', types);
  return { inputs: [...inputs, types], outputs };
}
