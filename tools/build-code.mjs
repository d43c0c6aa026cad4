/**
 * Builds Code.js, the script of the add-on: webpack + gas-webpack-plugin, which turns each `global.NAME = ...` of
 * src/addon/entry.js, with its JSDoc, into a top-level function that Sheets' own help can read. The entry file is plain
 * JavaScript because esbuild drops JSDoc. All that it imports is one module, made by esbuild: a tenth of the work.
 */
import { statSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import gasPlugin from 'gas-webpack-plugin';
import webpack from 'webpack';
import { functionMembers, IN_MEMORY, javaScriptNames, wordsIn } from './internal-members.mjs';
import { shortenScript } from './shorten-script.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** @param {string[]} parts */
const at = (...parts) => path.join(root, ...parts);

/** Its own types are wrong: an ES default export on a CommonJS module, and `include` as an empty tuple. */
const GasPlugin =
  /** @type {new (options: { include: string[] }) => import('webpack').WebpackPluginInstance} */ (
    /** @type {unknown} */ (gasPlugin)
  );

const GOOGLE_TYPES = 'node_modules/@types/google-apps-script';

/** Where webpack's code begins, behind the functions that the plugin makes. */
const BODY = '(() => { // webpackBootstrap';

/** What is said of functions that are not for cells; nobody reads it in the built script. */
const UNREAD = /\/\*\*(?:(?!\*\/|@customfunction)[\s\S])*\*\/\n/g;

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
      // they include the folders of module resolution
      const files = [...stats.compilation.fileDependencies].filter((read) => statSync(read).isFile());
      const map = sourceMap === undefined ? undefined : at(sourceMap);
      await shorten(at(folder, 'Code.js'), map, await namesIn(files));
      return {
        inputs: files.map((read) => path.relative(root, read)),
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
 * The plugin puts its functions in front of the code without updating the map: it is that of the body alone.
 * @param {string} file
 * @param {string | undefined} mapFile
 * @param {import('./shorten-script.mjs').Names} names
 */
async function shorten(file, mapFile, names) {
  const code = await readFile(file, 'utf8');
  const start = code.indexOf(BODY);
  if (start < 0) throw new Error(`${file}: no ${BODY}`);
  const map = mapFile === undefined ? undefined : await readFile(mapFile, 'utf8');
  const short = await shortenScript(code.slice(start), names, map);
  const head = code.slice(0, start).replace(UNREAD, '');
  await writeFile(file, `${head}\n${short.code}\n`);
  if (mapFile === undefined) return;
  const shortMap = JSON.parse(short.map);
  await writeFile(
    mapFile,
    JSON.stringify({ ...shortMap, mappings: ';'.repeat(head.split('\n').length) + shortMap.mappings }),
  );
}

/**
 * @param {readonly string[]} files the modules of the script
 * @returns {Promise<import('./shorten-script.mjs').Names>}
 */
async function namesIn(files) {
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => readFile(file, 'utf8')),
  );
  const exported = texts.flatMap((text) =>
    [...text.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name = '']) => name),
  );
  const googles = (await readdir(at(GOOGLE_TYPES))).filter((name) => name.endsWith('.d.ts'));
  const named = [at('src/addon/entry.js'), ...googles.map((name) => at(GOOGLE_TYPES, name))];
  const words = (await Promise.all(named.map((file) => readFile(file, 'utf8')))).flatMap(wordsIn);
  const taken = new Set([...words, ...javaScriptNames()]);
  return { exported, members: [...new Set([...IN_MEMORY, ...functionMembers(texts, taken)])] };
}
