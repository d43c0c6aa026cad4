/**
 * Builds Code.js, the script of the add-on: webpack + gas-webpack-plugin, which turns each `global.NAME = ...` of
 * src/addon/entry.js, with its JSDoc, into a top-level function that Sheets' own help can read. The entry file is plain
 * JavaScript because esbuild drops JSDoc. All that it imports is one module, made by esbuild: a tenth of the work.
 */
import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import gasPlugin from 'gas-webpack-plugin';
import webpack from 'webpack';

const root = path.resolve(import.meta.dirname, '..');
/** @param {string[]} parts */
const at = (...parts) => path.join(root, ...parts);

/** Its own types are wrong: an ES default export on a CommonJS module, and `include` as an empty tuple. */
const GasPlugin =
  /** @type {new (options: { include: string[] }) => import('webpack').WebpackPluginInstance} */ (
    /** @type {unknown} */ (gasPlugin)
  );

/** The prefix of webpack's own lines: noise in the Apps Script editor. */
const GUTTER = /^\/\*{6}\/ ?\t?/gm;
/** The first of them follows the last of the top-level functions on its line. */
const FIRST_GUTTER = /^}\/\*{6}\/ /m;

/**
 * Compiles the script; the second time reuses results of the first.
 * @param {{ sourceMap?: string }} [options] a file for the source map, from the root; Code.js does not name it
 */
export function createCodeCompiler({ sourceMap } = {}) {
  const entry = at('src/addon/entry.js');
  /** @param {string} folder */
  const create = (folder) =>
    webpack({
      mode: 'production',
      // 'web' only determines how chunks load; the bundle is one chunk
      target: ['web', 'es2020'],
      context: root,
      entry,
      cache: { type: 'memory' },
      output: { path: at(folder), filename: 'Code.js' },
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      module: { rules: [{ test: /\.ts$/, loader: at('tools/bundle-loader.cjs') }] },
      optimization: { minimize: false, moduleIds: 'named' },
      performance: false,
      plugins: [
        new GasPlugin({ include: [entry] }),
        ...(sourceMap === undefined
          ? []
          : [
              new webpack.SourceMapDevToolPlugin({
                filename: path.posix.relative(folder, sourceMap),
                append: false,
                moduleFilenameTemplate: ({ absoluteResourcePath = '' }) => absoluteResourcePath,
              }),
            ]),
      ],
    });
  /** @type {Map<string, import('webpack').Compiler>} */
  const compilers = new Map();

  return {
    /**
     * @param {string} folder where to, from the root
     * @returns {Promise<import('./parts.mjs').Built>}
     */
    async build(folder) {
      await mkdir(at(folder), { recursive: true });
      const compiler = compilers.get(folder) ?? create(folder);
      compilers.set(folder, compiler);
      const stats = await promisify(compiler.run.bind(compiler))();
      if (!stats || stats.hasErrors() || stats.hasWarnings()) {
        throw new Error(stats?.toString({ all: false, errors: true, warnings: true }));
      }
      const file = at(folder, 'Code.js');
      const code = await readFile(file, 'utf8');
      await writeFile(file, code.replace(FIRST_GUTTER, '}\n').replace(GUTTER, ''));
      if (sourceMap !== undefined) await shiftMap(at(sourceMap), code);
      return {
        // they include the folders of module resolution
        inputs: [...stats.compilation.fileDependencies]
          .filter((read) => statSync(read).isFile())
          .map((read) => path.relative(root, read)),
        outputs: [`${folder}/Code.js`],
      };
    },
    async close() {
      await Promise.all(
        [...compilers.values()].map((compiler) => promisify(compiler.close.bind(compiler))()),
      );
    },
  };
}

/**
 * The plugin puts its functions in front of the code without updating the map, and this build adds a line break after them.
 * @param {string} file
 * @param {string} code with the gutter
 */
async function shiftMap(file, code) {
  const lines = code.slice(0, FIRST_GUTTER.exec(code)?.index ?? 0).split('\n').length;
  const map = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...map, mappings: ';'.repeat(lines) + map.mappings }));
}
