/**
 * Builds the sandbox, in four parts.
 *
 * program  main.mjs, what `npm start` runs
 * host     host.cjs, for tests and for main.mjs: CommonJS because one of its packages is; worker.cjs, what its threads
 *          start from; realm.js, Google's services, evaluated inside each execution
 * page     page/, our part of the page in the browser
 * library  page/, the packages of the page: slow to build, but only when packages change
 */
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { isPackage } from './stamps.mjs';

/** @typedef {import('./parts.mjs').Built} Built */

const root = path.resolve(import.meta.dirname, '..');

/** The packages of the page: a browser module for each, and one for their shared code. */
const LIBRARY = {
  'chart-js': 'chart.js',
  'univer-core': '@univerjs/core',
  'univer-core-facade': '@univerjs/core/lib/facade',
  'univer-engine-formula': '@univerjs/engine-formula',
  'univer-preset': '@univerjs/preset-sheets-core',
  'univer-preset-en': '@univerjs/preset-sheets-core/locales/en-US',
  'univer-sheets': '@univerjs/sheets',
  'univer-sheets-formula': '@univerjs/sheets-formula',
};

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  metafile: /** @type {const} */ (true),
  logLevel: /** @type {const} */ ('warning'),
};
/** @satisfies {import('esbuild').BuildOptions} */
const node = { ...common, platform: /** @type {const} */ ('node'), target: 'node20' };
/** @satisfies {import('esbuild').BuildOptions} */
const browser = { ...common, target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } };

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<Built>}
 */
export async function buildProgram(folder) {
  return together(
    build({
      ...node,
      entryPoints: ['src/sandbox/main.ts'],
      outfile: `${folder}/main.mjs`,
      format: 'esm',
      external: ['ws'],
      plugins: [hostStaysOutside],
    }),
  );
}

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<Built>}
 */
export async function buildHost(folder) {
  return together(
    build({
      ...node,
      entryPoints: ['src/sandbox/host/host.ts'],
      outfile: `${folder}/host.cjs`,
      format: 'cjs',
    }),
    build({
      ...node,
      entryPoints: ['src/sandbox/executions/worker.ts'],
      outfile: `${folder}/worker.cjs`,
      format: 'cjs',
    }),
    build({
      ...common,
      entryPoints: ['src/sandbox/realm/main.ts'],
      outfile: `${folder}/realm.js`,
      format: 'iife',
      globalName: 'realm',
      target: 'es2022',
    }),
  );
}

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<Built>}
 */
export async function buildPage(folder) {
  const built = await together(
    build({
      ...browser,
      entryPoints: ['src/sandbox/page/main.ts'],
      outdir: folder,
      format: 'esm',
      plugins: [libraryStaysOutside],
    }),
    build({
      ...browser,
      entryPoints: ['src/sandbox/page/google-script.ts'],
      outdir: folder,
      format: 'iife',
    }),
  );
  // a second copy of a library package would define another class of the same name
  const packed = built.inputs.filter((file) => isPackage(file) && !file.endsWith('.css'));
  if (packed.length > 0) {
    throw new Error(`${packed[0]}: the page imports a package that LIBRARY in tools/build-sandbox.mjs lacks`);
  }
  const html = 'src/sandbox/page/index.html';
  await mkdir(path.join(root, folder), { recursive: true });
  await copyFile(path.join(root, html), path.join(root, folder, 'index.html'));
  return { inputs: [...built.inputs, html], outputs: [...built.outputs, `${folder}/index.html`] };
}

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<Built>}
 */
export async function buildLibrary(folder) {
  return together(
    build({
      ...browser,
      entryPoints: LIBRARY,
      outdir: folder,
      format: 'esm',
      splitting: true,
      minifyWhitespace: true,
      minifySyntax: true,
    }),
  );
}

/**
 * @param {Promise<import('esbuild').BuildResult<typeof common>>[]} builds
 * @returns {Promise<Built>}
 */
async function together(...builds) {
  const metafiles = (await Promise.all(builds)).map(({ metafile }) => metafile);
  return {
    inputs: metafiles.flatMap(({ inputs }) => Object.keys(inputs)),
    outputs: metafiles.flatMap(({ outputs }) => Object.keys(outputs)),
  };
}

/** @type {import('esbuild').Plugin} */
const hostStaysOutside = {
  name: 'host-stays-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/host\/host\.js$/ }, () => ({ path: './host.cjs', external: true }));
  },
};

/** @type {import('esbuild').Plugin} */
const libraryStaysOutside = {
  name: 'library-stays-outside',
  setup({ onResolve }) {
    const names = new Map(Object.entries(LIBRARY).map(([file, name]) => [name, file]));
    onResolve({ filter: /^[^.]/, namespace: 'file' }, ({ path: name }) => {
      const file = names.get(name);
      return file === undefined ? undefined : { path: `./${file}.js`, external: true };
    });
  },
};
