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
import { minify } from 'terser';
import webpack from 'webpack';

const root = path.resolve(import.meta.dirname, '..');
/** @param {string[]} parts */
const at = (...parts) => path.join(root, ...parts);

/** Its own types are wrong: an ES default export on a CommonJS module, and `include` as an empty tuple. */
const GasPlugin =
  /** @type {new (options: { include: string[] }) => import('webpack').WebpackPluginInstance} */ (
    /** @type {unknown} */ (gasPlugin)
  );

/** Where webpack's code begins, behind the functions that the plugin makes. */
const BODY = '(() => { // webpackBootstrap';

/** What is said of functions that are not for cells; nobody reads it in the built script. */
const UNREAD = /\/\*\*(?:(?!\*\/|@customfunction)[\s\S])*\*\/\n/g;

/** Members that are named often and stored nowhere: of the platform, of the list of errors, of what is known of a question. */
const INTERNAL =
  /^((user|script|document)(Properties|Cache|Lock)|allDocumentProperties|(bad|no|not|only|too)[A-Z]\w+|announcedOn|unwantedOn|isBelowCut|isWider|batchesOf|isBudgetUsed|isFollowable|byModified|isEnough|setAll|shelves)$/;

/**
 * Names become short, but for the longer ones of exported functions: they are what a stack trace shows. What is called once may
 * become a part of its caller.
 * @param {readonly string[]} exported
 * @returns {import('terser').MinifyOptions}
 */
const shortening = (exported) => ({
  ecma: 2020,
  // esbuild puts a number behind a name that two modules have
  mangle: {
    keep_fnames: new RegExp(`^(${exported.filter(({ length }) => length > 9).join('|')})\\d*$`),
    properties: { regex: INTERNAL },
  },
  // nothing patches the built-in objects in Apps Script, and no getter does anything but look up
  compress: {
    passes: 2,
    unsafe: true,
    unsafe_arrows: true,
    unsafe_comps: true,
    hoist_funs: true,
    pure_getters: true,
    keep_fargs: false,
  },
  format: { comments: false, max_line_len: 4000 },
});

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
      await shorten(at(folder, 'Code.js'), map, await exportedBy(files));
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
 * @param {readonly string[]} exported
 */
async function shorten(file, mapFile, exported) {
  const code = await readFile(file, 'utf8');
  const start = code.indexOf(BODY);
  if (start < 0) throw new Error(`${file}: no ${BODY}`);
  const content = mapFile === undefined ? undefined : await readFile(mapFile, 'utf8');
  const short = await minify(code.slice(start), {
    ...shortening(exported),
    ...(content !== undefined && { sourceMap: { content } }),
  });
  const head = code.slice(0, start).replace(UNREAD, '');
  await writeFile(file, `${head}\n${short.code}\n`);
  if (mapFile === undefined) return;
  const map = JSON.parse(String(short.map));
  await writeFile(
    mapFile,
    JSON.stringify({ ...map, mappings: ';'.repeat(head.split('\n').length) + map.mappings }),
  );
}

/**
 * Names of the functions that TypeScript modules export.
 * @param {readonly string[]} files
 */
async function exportedBy(files) {
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => readFile(file, 'utf8')),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name = '']) => name),
  );
}
