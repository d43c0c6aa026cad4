/**
 * Builds dist/Code.js, the script of the add-on. esbuild compiles src/addon/main.ts and all that it imports into one
 * readable module, which biome formats with few blanks. webpack with gas-webpack-plugin then turns each
 * `global.NAME = ...` of src/addon/entry.js into a top-level function with its JSDoc, where Apps Script and Sheets look for
 * functions and their help. The entry file is plain JavaScript because compilers drop JSDoc.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import GasPlugin from 'gas-webpack-plugin';
import webpack from 'webpack';
import { bundle } from './bundle.mjs';

const ENTRY = 'src/addon/entry.js';
const MODULE = 'out/addon/main.js';
const SCRIPT = 'dist/Code.js';
/** Every byte is loaded for each call: what a reader does not need is left out. */
const STYLE = [
  ...['--indent-style=tab', '--line-width=160', '--expand=never', '--bracket-spacing=false'],
  ...['--trailing-commas=none', '--arrow-parentheses=as-needed', '--semicolons=as-needed'],
];
/**
 * What the contract says of columns, filters and options is for the interface, the docs and the sidebar; the add-on never
 * reads it. In records.ts it is the second text of a call.
 */
const DESCRIPTIONS =
  /\bdescription:\s*'[^']*',?|(?<=\b(?:text|date|number|list)\(\s*'[^']*'),\s*(?:'[^']*'|`[^`]*`)(?=,?\s*\))/g;

/** @type {import('esbuild').Plugin} */
const withoutDescriptions = {
  name: 'without-descriptions',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\bcontract\W(?:datasets|filters|options|records)\.ts$/ }, ({ path: file }) => ({
      loader: 'ts',
      contents: readFileSync(file, 'utf8').replace(DESCRIPTIONS, ''),
    })),
};

export async function buildCode() {
  const { inputs, outputs } = await bundle({
    entryPoints: ['src/addon/main.ts'],
    outfile: MODULE,
    format: 'esm',
    target: 'es2020',
    charset: 'utf8',
    plugins: [withoutDescriptions],
  });
  const format = ['format', '--stdin-file-path=src/addon/main.js', ...STYLE];
  // marks of esbuild for programs that shrink code, which nothing does here
  const input = readFileSync(MODULE, 'utf8').replaceAll('/* @__PURE__ */ ', '');
  writeFileSync(MODULE, execFileSync('node_modules/.bin/biome', format, { input }));
  /** @type {import('webpack').Configuration} */
  const options = {
    mode: 'production',
    // 'web' only determines how chunks load; the script is one chunk
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
 * The script with the help of each custom function once, above its top-level function, where Sheets reads it; what src/addon
 * says of the others is left there. Modules have the names of their files in that folder.
 * @param {string} script
 */
function withHelpOnce(script) {
  const start = script.indexOf(`;// ./${ENTRY}`);
  // not the marks of webpack, which begin with more stars
  const comments = /^\/\*\*(?!\*)[\s\S]*?\*\/\n+/gm;
  return script
    .replace(comments, (one, at) => (at < start && one.includes('@customfunction') ? one : ''))
    .replace(/^\/\/ src\/(?:addon\/)?/gm, '// ');
}
