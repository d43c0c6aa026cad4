/** Builds the service for Node: compiles TypeScript to modules and leaves packages external. */
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildService(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/service/main.ts', 'store-worker': 'src/service/store/store-worker.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // what is imported on demand is loaded on demand
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  });
  return { inputs: Object.keys(metafile.inputs), outputs: Object.keys(metafile.outputs) };
}
