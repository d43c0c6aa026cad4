/**
 * Builds the sandbox.
 *
 * host.cjs    the host, for tests and for main.mjs; CommonJS because one of its packages is
 * worker.cjs  what its threads start from
 * realm.js    Google's services, evaluated inside each execution
 * main.mjs    `npm start`
 * page/       the page in the browser
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/** @type {import('esbuild').BuildOptions} */
const common = { absWorkingDir: root, bundle: true, logLevel: 'warning' };
/** @type {import('esbuild').BuildOptions} */
const node = { ...common, platform: 'node', target: 'node20' };

/** @param {string} folder where to, from the root */
export async function buildSandbox(folder) {
  const page = path.join(folder, 'page');
  await mkdir(path.join(root, page), { recursive: true });
  await Promise.all([
    build({ ...node, entryPoints: ['src/sandbox/host.ts'], outfile: `${folder}/host.cjs`, format: 'cjs' }),
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
  ]);
}
