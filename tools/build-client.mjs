/** Builds the package of the client: ES modules and CommonJS, types, the programs, and the engine of its store. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** What stays a dependency of the package; all else is in it. */
const DEPENDENCY = 'undici';
const ENGINE = 'node-sqlite3-wasm';
const ENGINE_FILES = ['dist/node-sqlite3-wasm.js', 'dist/node-sqlite3-wasm.wasm', 'LICENSE'];

/** The modules by their sources, and the programs. */
const MODULES = { index: 'src/client/package.ts', store: 'src/client/sqlite-store.ts' };
const PROGRAMS = { signals: 'src/client/cli/main.ts', 'signals-mcp': 'src/client/assistant/main.ts' };

/** The engine reads its file beside itself, so it is carried as it is. @type {import('esbuild').Plugin} */
const engineBeside = {
  name: 'engine-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^node-sqlite3-wasm$/ }, () => ({
      path: './sqlite/node-sqlite3-wasm.js',
      external: true,
    }));
  },
};

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildClient(folder) {
  const { version, license, engines, devDependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  );
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: [DEPENDENCY],
    plugins: [engineBeside],
    define: { CLIENT_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  };
  const results = await Promise.all([
    build({ ...common, entryPoints: MODULES, format: 'esm', outExtension: { '.js': '.mjs' } }),
    build({ ...common, entryPoints: MODULES, format: 'cjs', outExtension: { '.js': '.cjs' } }),
    build({
      ...common,
      entryPoints: PROGRAMS,
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      // packages of programs that are CommonJS ask for Node's modules by `require`
      banner: {
        js: "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);",
      },
    }),
  ]);
  const outputs = results.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}));
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));

  for (const name of Object.keys(PROGRAMS)) await chmod(path.join(root, folder, `${name}.mjs`), 0o755);
  const manifest = {
    name: 'signals-client',
    version,
    description: 'Business signals from a terminal or a program, with the questions of Signals for Sheets.',
    license,
    engines: { node: engines.node.split(' ')[0] },
    bin: Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, `${name}.mjs`])),
    exports: Object.fromEntries(
      Object.entries(MODULES).map(([name, source]) => [
        name === 'index' ? '.' : `./${name}`,
        {
          types: `./types/${source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')}`,
          import: `./${name}.mjs`,
          require: `./${name}.cjs`,
        },
      ]),
    ),
    dependencies: { [DEPENDENCY]: devDependencies[DEPENDENCY] },
  };
  /** @type {[string, string][]} */
  const copies = [
    ['src/client/README.md', 'README.md'],
    ['LICENSE', 'LICENSE'],
    ...ENGINE_FILES.map(
      (file) =>
        /** @type {[string, string]} */ ([
          path.join(path.dirname(require.resolve(`${ENGINE}/package.json`)), file),
          path.join('sqlite', path.basename(file)),
        ]),
    ),
  ];
  await mkdir(path.join(root, folder, 'sqlite'), { recursive: true });
  for (const [from, to] of copies) await copyFile(path.resolve(root, from), path.join(root, folder, to));
  await writeFile(path.join(root, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const types = await writeTypes(path.join(root, folder, 'types'));
  return {
    inputs: [...new Set(inputs)],
    outputs: [
      ...outputs,
      path.join(folder, 'package.json'),
      ...types,
      ...copies.map(([, to]) => path.join(folder, to)),
    ],
  };
}

/**
 * Declarations of all that the modules reach.
 * @param {string} folder
 * @returns {Promise<string[]>} the files, from the root
 */
async function writeTypes(folder) {
  await rm(folder, { recursive: true, force: true });
  const settings = path.join(root, 'out', 'client-types.json');
  await writeFile(
    settings,
    JSON.stringify({
      extends: '../src/client/tsconfig.json',
      compilerOptions: {
        noEmit: false,
        incremental: false,
        tsBuildInfoFile: null,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: '../src',
        outDir: folder,
        typeRoots: ['../node_modules/@types'],
      },
      include: [],
      files: Object.values(MODULES).map((source) => `../${source}`),
    }),
  );
  await promisify(execFile)(
    process.execPath,
    [path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc'), '-p', settings],
    {
      cwd: root,
    },
  );
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => path.relative(root, path.join(folder, file)));
}
