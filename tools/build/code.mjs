/**
 * Builds dist/Code.js, the script of the add-on. esbuild compiles src/addon/main.ts and all that it imports into one
 * readable module, which biome formats with tabs: blanks would be a sixteenth of the script. webpack with
 * gas-webpack-plugin then turns each `global.NAME = ...` of src/addon/entry.js into a top-level function with its JSDoc,
 * where Apps Script and Sheets look for functions and their help. The entry file is plain JavaScript because compilers
 * drop JSDoc.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { bundle } from './bundle.mjs';

const ENTRY = 'src/addon/entry.js';
const MODULE = 'out/addon/main.js';

/** By `require`, because its own types declare an ES module, which it is not. */
const GasPlugin = createRequire(import.meta.url)('gas-webpack-plugin');

/** @returns {Promise<import('./freshness.mjs').Built>} */
export async function buildCode() {
  const { inputs, outputs } = await bundle({
    entryPoints: ['src/addon/main.ts'],
    outfile: MODULE,
    format: 'esm',
    target: 'es2020',
    charset: 'utf8',
  });
  const format = ['format', '--stdin-file-path=src/addon/main.js', '--indent-style=tab'];
  writeFileSync(MODULE, execFileSync('node_modules/.bin/biome', format, { input: readFileSync(MODULE) }));
  const compiler = webpack({
    mode: 'production',
    // 'web' only determines how chunks load; the script is one chunk
    target: ['web', 'es2020'],
    entry: path.resolve(ENTRY),
    output: { path: path.resolve('dist'), filename: 'Code.js' },
    resolve: { alias: { './main.js': path.resolve(MODULE) } },
    optimization: { minimize: false },
    performance: false,
    plugins: [new GasPlugin({ include: [path.resolve(ENTRY)] })],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors() || stats.hasWarnings()) {
    throw new Error(stats?.toString({ all: false, errors: true, warnings: true }));
  }
  return { inputs: [...inputs, ENTRY], outputs: [...outputs, 'dist/Code.js'] };
}
