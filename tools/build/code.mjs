/**
 * Builds dist/Code.js, the add-on's script. esbuild compiles src/addon/main.ts with its imports into one
 * readable module, which biome formats with little white space. webpack with gas-webpack-plugin turns each
 * `global.NAME = ...` of src/addon/entry.js into a top-level function with its JSDoc, where Apps Script and
 * Sheets look for functions and their help. The entry file is JavaScript, because compilers drop JSDoc.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundle } from './bundle.mjs';

const ENTRY = 'src/addon/entry.js';
const MODULE = 'out/addon/main.js';
const SCRIPT = 'dist/Code.js';
/** Apps Script loads every byte for each call, so the style saves bytes that no reader needs. */
const FORMAT = [
  ...['format', '--stdin-file-path=src/addon/main.js', '--indent-style=tab', '--line-width=320'],
  ...['--expand=never', '--bracket-spacing=false', '--trailing-commas=none'],
  ...['--arrow-parentheses=as-needed', '--semicolons=as-needed'],
];

export async function buildCode() {
  const { inputs, outputs } = await bundle({
    entryPoints: ['src/addon/main.ts'],
    outfile: MODULE,
    format: 'esm',
    target: 'es2020',
    charset: 'utf8',
  });
  writeFileSync(MODULE, execFileSync('node_modules/.bin/biome', FORMAT, { input: readFileSync(MODULE) }));
  // loaded here, because most builds and all checks of one do without these large packages
  const { default: webpack } = await import('webpack');
  const { default: GasPlugin } = await import('gas-webpack-plugin');
  /** @type {import('webpack').Configuration} */
  const options = {
    mode: 'production',
    // 'web' only affects how chunks load, and the script is one chunk
    target: ['web', 'es2020'],
    entry: path.resolve(ENTRY),
    output: { path: path.resolve('dist'), filename: 'Code.js' },
    resolve: { alias: { './main.js': path.resolve(MODULE) } },
    optimization: { minimize: false },
    performance: false,
    // @ts-expect-error: its types declare an ES module, which it is not
    plugins: [new GasPlugin({ include: [path.resolve(ENTRY)] })],
  };
  const stats = await promisify(webpack)([options]);
  if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString('errors-warnings'));
  writeFileSync(SCRIPT, withHelpOnce(readFileSync(SCRIPT, 'utf8')));
  return { inputs: [...inputs, ENTRY], outputs: [...outputs, SCRIPT] };
}

/**
 * Keeps the help of each custom function only above its top-level function, where Sheets reads it, and drops
 * all others: those that esbuild keeps in classes, objects and arrays, names of modules, hints for minifiers.
 * @param {string} script
 */
function withHelpOnce(script) {
  const start = script.indexOf(`;// ./${ENTRY}`);
  // excludes webpack's own comments, which begin with more stars
  const comments = /^\t*\/\*\*(?!\*)[\s\S]*?\*\/\n+|^(?:\t+\/\/ |\/\/ src\/).*\n|\/\* @__PURE__ \*\/ /gm;
  return script.replace(comments, (one, at) => (at < start && one.includes('@customfunction') ? one : ''));
}
