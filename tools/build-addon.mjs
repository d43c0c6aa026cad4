/**
 * Builds the add-on: Code.js, sidebar.html and appsscript.json, the three files that clasp pushes.
 *
 * Code.js: webpack + gas-webpack-plugin, which turns each `global.NAME = ...` of src/addon/entry.js, with its JSDoc,
 *   into a top-level function that Sheets' own help can read. The entry file is plain JavaScript because esbuild
 *   drops JSDoc, and nothing is minified because every minifier drops the JSDoc or renames the parameters.
 * sidebar.html: one page, styles and packed script inlined.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import gasPlugin from 'gas-webpack-plugin';
import webpack from 'webpack';
import { packScript } from './pack-script.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** @param {string[]} parts */
const at = (...parts) => path.join(root, ...parts);

/** Its own types are wrong: an ES default export on a CommonJS module, and `include` as an empty tuple. */
const GasPlugin =
  /** @type {new (options: { include: string[] }) => import('webpack').WebpackPluginInstance} */ (
    /** @type {unknown} */ (gasPlugin)
  );

/** @param {string} folder where to, from the root; emptied first */
export async function buildAddon(folder) {
  const out = at(folder);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await Promise.all([
    buildCode(out),
    buildSidebar(out),
    copyFile(at('appsscript.json'), path.join(out, 'appsscript.json')),
  ]);
}

/** @param {string} out */
async function buildCode(out) {
  const entry = at('src/addon/entry.js');
  const compiler = webpack({
    mode: 'production',
    // 'web' alone says how chunks would load; the bundle is one chunk
    target: ['web', 'es2020'],
    context: root,
    entry,
    output: { path: out, filename: 'Code.js' },
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    module: { rules: [{ test: /\.ts$/, loader: at('tools/esbuild-loader.cjs') }] },
    optimization: { minimize: false, moduleIds: 'named' },
    performance: false,
    plugins: [new GasPlugin({ include: [entry] })],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors() || stats.hasWarnings()) {
    throw new Error(stats?.toString({ all: false, errors: true, warnings: true }));
  }
  // webpack's comment gutter is noise in the Apps Script editor
  const file = path.join(out, 'Code.js');
  const code = await readFile(file, 'utf8');
  await writeFile(file, code.replace(/^}\/\*{6}\/ /m, '}\n').replace(/^\/\*{6}\/ ?\t?/gm, ''));
}

/** @param {string} out */
async function buildSidebar(out) {
  let html = await readFile(at('src/sidebar/sidebar.html'), 'utf8');
  for (const [mark, kind, name = ''] of [...html.matchAll(/<!-- inline:(css|js) (\S+) -->/g)]) {
    const code = await bundlePage(at('src/sidebar', name));
    if (/<\/style/i.test(code)) throw new Error(`${name} would close its own tag`);
    // through a function: a `$&` in the code would be expanded otherwise
    html = html.replace(mark, () => (kind === 'css' ? `<style>${code}</style>` : packScript(code)));
  }
  await writeFile(path.join(out, 'sidebar.html'), html);
}

/** @param {string} file */
async function bundlePage(file) {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    write: false,
    charset: 'utf8',
  });
  return result.outputFiles.map((output) => output.text.trim()).join('');
}
