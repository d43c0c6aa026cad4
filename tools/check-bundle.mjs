/**
 * Checks the built Code.js as Apps Script and Sheets read it: syntax at most ES2020, no name or method that
 * Apps Script lacks, exactly the global functions that are listed here, help above each custom function, and exactly
 * three files for clasp to push. The page of the sidebar must have nothing that Google removes when it serves it.
 *   node tools/check-bundle.mjs
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { transform } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/** Everything that a cell, a menu, a trigger or google.script.run can call. @type {string[]} */
export const GLOBAL_FUNCTIONS = JSON.parse(
  await readFile(path.join(import.meta.dirname, 'global-functions.json'), 'utf8'),
);

const MANIFEST = 'dist/appsscript.json';
const PAGE = 'dist/sidebar.html';
/** The script is loaded for each call of each cell; `npm run bench -- google` measures how long that takes. */
const MAX_BYTES = 500_000;
const PUSHED_FILES = ['dist/Code.js', 'dist/appsscript.json', 'dist/sidebar.html'];

/**
 * Diagnostics of the type checker for missing names and members. Errors about inferred types of our own objects are
 * ignored, because the bundle has no type annotations: only members of named types count.
 */
const MISSING =
  /error TS(?:(?:2304|2318|2550|2551|2552|2568|2580|2583|2584|2591|2592): |2339: .* on type '(?!\{|Error'))/;
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script/gi;
/** A top-level function with an empty body, as gas-webpack-plugin makes it: its JSDoc, name and parameters. */
const STUB = /^(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n)?function (\w+)\(([^)]*)\) ?\{\s*\}/gm;

/**
 * @param {string} name the bundle, from the root
 * @throws an Error that lists every problem
 */
export async function checkBundle(name) {
  const file = path.resolve(root, name);
  const code = await readFile(file, 'utf8');
  const found = await Promise.all([
    findNewSyntax(code),
    findMissingNames(file),
    findWrongFiles(),
    findWrongManifest(),
    readFile(path.join(root, PAGE), 'utf8').then(findLosses),
  ]);
  const problems = [...found.flat(), ...findWrongGlobals(code, file), ...findWrongSize(code)];
  if (problems.length > 0) throw new Error(`${name}:\n${problems.join('\n')}`);
}

/**
 * Compiling to ES2020 must change nothing.
 * @param {string} code
 */
export async function findNewSyntax(code) {
  const [es2020, esnext] = await Promise.all(
    ['es2020', 'esnext'].map(async (target) => (await transform(code, { target })).code),
  );
  return es2020 === esnext ? [] : ['syntax newer than ES2020'];
}

/** @param {string} code */
export function findWrongSize(code) {
  const bytes = Buffer.byteLength(code);
  return bytes <= MAX_BYTES ? [] : [`${bytes} bytes, more than ${MAX_BYTES}`];
}

/**
 * Runs the type checker with only ES2020 and Apps Script.
 * @param {string} file
 */
export async function findMissingNames(file) {
  // inside node_modules, so that the types resolve
  const folder = await mkdtemp(path.join(root, 'node_modules/.check-'));
  const compilerOptions = {
    target: 'es2020',
    lib: ['es2020'],
    types: ['google-apps-script'],
    module: 'esnext',
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: false,
    skipLibCheck: true,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const stdout = await outputOf(tsc, ['-p', folder, '--pretty', 'false']);
  await rm(folder, { recursive: true });
  return stdout.split('\n').filter((line) => MISSING.test(line));
}

/** Gets the list of pushed files from clasp, which needs no login for this. @param {string} [folder] where .clasp.json is */
export async function findWrongFiles(folder = root) {
  const clasp = path.join(root, 'node_modules/@google/clasp/build/src/index.js');
  const text = await outputOf(clasp, ['show-file-status', '--json'], folder);
  const { filesToPush = [], untrackedFiles = [] } = JSON.parse(text || '{}');
  const pushed = filesToPush.map((/** @type {string} */ file) => file.replaceAll('\\', '/')).sort();
  const problems = [];
  if (pushed.join() !== PUSHED_FILES.join()) {
    problems.push(`clasp would push ${pushed.join(', ') || 'nothing'}; expected ${PUSHED_FILES.join(', ')}`);
  }
  if (untrackedFiles.length > 0) problems.push(`clasp would leave out ${untrackedFiles.join(', ')}`);
  return problems;
}

/** The published add-on is no web app: only the receiver has one. @param {string} [name] the manifest, from the root */
export async function findWrongManifest(name = MANIFEST) {
  const manifest = JSON.parse(await readFile(path.resolve(root, name), 'utf8'));
  return 'webapp' in manifest ? [`${name} has a web app, which only the receiver of news may have`] : [];
}

/**
 * The output of a Node program with any exit code.
 * @param {string} program
 * @param {string[]} args
 */
async function outputOf(program, args, cwd = root) {
  const options = { cwd, encoding: /** @type {const} */ ('utf8') };
  try {
    return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
  } catch (error) {
    return String(/** @type {{ stdout?: string }} */ (error).stdout ?? '');
  }
}

/**
 * Loads the code in an empty realm: it must define exactly the listed functions.
 * @param {string} code
 * @param {string} file
 */
export function findWrongGlobals(code, file = 'Code.js') {
  const problems = [];
  const context = vm.createContext({});
  vm.runInContext(
    'for (const k of ["console", "WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[k]',
    context,
  );
  vm.runInContext(code, context, { filename: file });
  const found = Object.keys(context).sort();
  if (found.join() !== GLOBAL_FUNCTIONS.join()) {
    problems.push(`global are ${found.join(', ')}; expected ${GLOBAL_FUNCTIONS.join(', ')}`);
  }
  const stubs = new Map(
    [...code.matchAll(STUB)].map(([, doc = '', name = '', parameters = '']) => [name, { doc, parameters }]),
  );
  for (const name of found) {
    const stub = stubs.get(name);
    if (stub) problems.push(...checkHelp(name, stub));
    else problems.push(`${name} is global but not a top-level function declaration`);
  }
  return problems;
}

/**
 * The help that Sheets shows while you type a formula. Only custom functions need it: their names are in upper case.
 * @param {string} name
 * @param {{ doc: string, parameters: string }} stub
 */
function checkHelp(name, { doc, parameters }) {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
  const problems = [];
  if (!/@customfunction\b/.test(doc)) problems.push(`${name}: no @customfunction`);
  const documented = [...doc.matchAll(/@param \{[^}]+\} (\w+) \S/g)].map((match) => match[1]).join(', ');
  if (documented !== parameters)
    problems.push(`${name}: parameters (${parameters}), documented (${documented})`);
  if (!/@return \{[^}]+\} \S/.test(doc)) problems.push(`${name}: no @return`);
  return problems;
}

/**
 * What Google changes when it serves a page.
 * @param {string} html
 * @returns {string[]} a problem for each script element, or each place of the markup, that it changes
 */
export function findLosses(html) {
  const scripts = [...html.matchAll(SCRIPT)].flatMap(([, script = '']) => [
    ...inText(script, /\/[/*]/, 'a script element has what looks like a comment'),
    ...inText(script, /<\/?[a-z]{2}/i, 'a script element has what looks like a tag'),
  ]);
  const markup = html.replace(SCRIPT, '');
  return [
    ...scripts,
    ...inText(markup, /<!--/, 'a comment'),
    ...inText(markup, /<meta\b[^>]*charset/i, 'a character set, which it takes out'),
    // no browser can then be certain of it
    ...inText(html, /[^\t\n -~]/, 'a character that is not ASCII'),
  ];
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} problem
 */
function inText(text, pattern, problem) {
  const at = text.search(pattern);
  return at < 0 ? [] : [`${problem}: ${text.slice(at, at + 20)}`];
}

if (process.argv[1] === import.meta.filename) await checkBundle('dist/Code.js');
