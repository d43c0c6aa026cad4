/**
 * Checks the built Code.js as Apps Script and Sheets read it: syntax at most ES2020, exactly the global
 * functions of src/addon/entry.js, help above each custom function, the size, and exactly three files for
 * clasp to push. The compiler checks the use of Apps Script's names, because src/addon has no other types,
 * and the bundle has no packages.
 *   node tools/check-bundle.mjs
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { transform } from 'esbuild';
import { customFunctions } from './custom-functions.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** Google loads the script for each call of a cell; `npm run bench -- google` measures how long it takes. */
const MAX_BYTES = 500_000;
const PUSHED_FILES = ['dist/Code.js', 'dist/appsscript.json', 'dist/sidebar.html'];

/**
 * Reports syntax that a compilation to ES2020 would change.
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

/** Reads the pushed files from clasp, without a login. @param {string} [folder] the folder of .clasp.json */
export async function findWrongFiles(folder = root) {
  const clasp = path.join(root, 'node_modules/@google/clasp/build/src/index.js');
  const args = [clasp, 'show-file-status', '--json'];
  // clasp fails if it finds no file, but prints its list anyway
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error) => error,
  );
  const { filesToPush = [], untrackedFiles = [] } = JSON.parse(stdout || '{}');
  const pushed = filesToPush.map((/** @type {string} */ file) => file.replaceAll('\\', '/')).sort();
  const isRight = pushed.join() === PUSHED_FILES.join() && untrackedFiles.length === 0;
  const found = `clasp would push ${pushed.join(', ') || 'nothing'} and leave out ${untrackedFiles.join(', ') || 'nothing'}`;
  return isRight ? [] : [`${found}; expected ${PUSHED_FILES.join(', ')}`];
}

/**
 * Loads the code in an empty realm and checks that it defines exactly the functions of the entry file, as
 * top-level declarations, where Sheets looks for them.
 * @param {string} code
 * @param {string} entry
 */
export function findWrongGlobals(code, entry) {
  const context = vm.createContext({});
  vm.runInContext(
    'for (const k of ["console", "WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[k]',
    context,
  );
  vm.runInContext(code, context);
  const found = Object.keys(context).sort().join(', ');
  const made = [...entry.matchAll(/^global\.(\w+) = /gm)].map(([, name]) => name).sort();
  const wrong = found === made.join(', ') ? [] : [`global are ${found}; expected ${made.join(', ')}`];
  const hidden = made.filter((name) => !new RegExp(`^function ${name}\\(.*\\) ?\\{\\s*\\}`, 'm').test(code));
  return [...wrong, ...hidden.map((name) => `${name} is no top-level function declaration`)];
}

/**
 * Checks the help that Sheets shows while a person types a formula. Only custom functions need it; their
 * names are in upper case.
 * @param {string} code
 */
export function findWrongHelp(code) {
  const documented = new Map(customFunctions(code).map((one) => [one.name, one]));
  return [...code.matchAll(/^function ([A-Z][A-Z0-9_]*)\((.*)\)/gm)].flatMap(([, name = '', parameters]) => {
    const help = documented.get(name);
    if (!help?.returns) return [`${name}: no @customfunction with a text and a @return`];
    const names = help.arguments.map((argument) => argument.name).join(', ');
    return names === parameters ? [] : [`${name}: parameters (${parameters}), documented (${names})`];
  });
}

if (process.argv[1] === import.meta.filename) {
  const textOf = (/** @type {string} */ name) => readFile(path.join(root, name), 'utf8');
  const [code, entry] = await Promise.all([textOf('dist/Code.js'), textOf('src/addon/entry.js')]);
  const problems = [
    ...(await findNewSyntax(code)),
    ...findWrongSize(code),
    ...findWrongGlobals(code, entry),
    ...findWrongHelp(code),
    ...(await findWrongFiles()),
  ];
  if (problems.length > 0) throw new Error(`dist/Code.js:\n${problems.join('\n')}`);
}
