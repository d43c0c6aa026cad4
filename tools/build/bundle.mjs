/** Bundles with esbuild. */
import { build } from 'esbuild';

/** @satisfies {import('esbuild').BuildOptions} */
export const NODE = { platform: /** @type {const} */ ('node'), target: 'node20' };
export const ESM = { format: /** @type {const} */ ('esm'), outExtension: { '.js': '.mjs' } };
export const CJS = { format: /** @type {const} */ ('cjs'), outExtension: { '.js': '.cjs' } };
/** For Apps Script and browsers. */
export const IIFE = { format: /** @type {const} */ ('iife'), target: 'es2020' };
/** For what Preact renders. @satisfies {import('esbuild').BuildOptions} */
export const JSX = { jsx: /** @type {const} */ ('automatic'), jsxImportSource: 'preact' };
/** @satisfies {import('esbuild').BuildOptions} */
export const COPY = { loader: { '': 'copy', '.html': 'copy', '.json': 'copy', '.md': 'copy' } };

/**
 * @param {import('esbuild').BuildOptions[]} bundles
 * @returns {Promise<import('./freshness.mjs').Built>} all that was read and written
 */
export async function bundle(...bundles) {
  const results = await Promise.all(
    bundles.map((options) => build({ bundle: true, logLevel: 'warning', ...options, metafile: true })),
  );
  return {
    inputs: [...new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)))],
    outputs: results.flatMap(({ metafile }) => Object.keys(metafile.outputs)),
  };
}
