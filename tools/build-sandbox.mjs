/**
 * Builds the sandbox.
 *
 * host.cjs    the host, for tests and for main.mjs; CommonJS because one of its packages is
 * worker.cjs  what its threads start from
 * realm.js    Google's services, evaluated inside each execution
 * main.mjs    `npm start`
 * page/       the page in the browser
 */
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/** @type {import('esbuild').BuildOptions} */
const common = { absWorkingDir: root, bundle: true, logLevel: 'warning' };
/** @type {import('esbuild').BuildOptions} */
const node = { ...common, platform: 'node', target: 'node20' };

/** @param {string} folder where to, from the root */
export async function buildSandbox(folder) {
  const page = `${folder}/page`;
  await mkdir(path.join(root, page), { recursive: true });
  await Promise.all([
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
    build({
      ...node,
      entryPoints: ['src/sandbox/main.ts'],
      outfile: `${folder}/main.mjs`,
      format: 'esm',
      external: ['ws'],
      plugins: [hostStaysOutside],
    }),
    build({
      ...common,
      entryPoints: ['src/sandbox/page/main.ts'],
      outdir: page,
      format: 'esm',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
    build({
      ...common,
      entryPoints: ['src/sandbox/page/google-script.ts'],
      outdir: page,
      format: 'iife',
      target: 'es2022',
    }),
    copyFile(path.join(root, 'src/sandbox/page/index.html'), path.join(root, page, 'index.html')),
  ]);
}

/** @type {import('esbuild').Plugin} */
const hostStaysOutside = {
  name: 'host-stays-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/host\/host\.js$/ }, () => ({ path: './host.cjs', external: true }));
  },
};
