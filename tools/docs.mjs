/**
 * Writes docs/functions.md, the reference of the custom functions, from the contract, the add-on's messages and the
 * help that Sheets shows (the JSDoc of dist/Code.js, so build the add-on first).
 *   node tools/docs.mjs            writes the file
 *   node tools/docs.mjs --check    fails if the file is not up to date
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { customFunctions } from './custom-functions.mjs';
import * as tables from './docs-tables.mjs';
import { loadTypeScript } from './load-typescript.mjs';

/** @typedef {ReturnType<typeof customFunctions>[number]} CustomFunction */

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'docs/functions.md');
async function compose() {
  const [template, code, contract] = await Promise.all([
    readFile(path.join(root, 'docs/templates/functions.md'), 'utf8'),
    readFile(path.join(root, 'dist/Code.js'), 'utf8'),
    loadTypeScript([
      'src/contract/datasets.ts',
      'src/contract/descriptions.ts',
      'src/contract/options.ts',
      'src/contract/fields.ts',
      'src/contract/records.ts',
      'src/contract/error-texts.ts',
      'src/addon/errors.ts',
    ]),
  ]);
  const functions = customFunctions(code);
  /** @type {Record<string, string>} */
  const parts = {
    ...Object.fromEntries(functions.map((one) => [one.name, describeFunction(one)])),
    ...tables.optionTables(contract, functions),
    firstDay: contract.FIRST_DAY,
    defaultLimit: contract.DEFAULT_LIMIT,
    maxLimit: contract.MAX_LIMIT.toLocaleString('en-US'),
    values: tables.valueLists(contract, functions),
    spellings: tables.spellingTables(contract),
    columns: tables.columnTables(contract),
    errors: tables.errorTable(contract, await messagesOfCells()),
  };
  const missing = functions.filter(({ name }) => !template.includes(`{${name}}`));
  if (missing.length > 0) throw new Error(`docs/templates/functions.md lacks {${missing[0]?.name}}`);
  return template.replace(/\{(\w+)\}/g, (place, name) => parts[name] ?? place);
}

/** Returns the names of the messages that a formula can show: those in the source files of the functions. */
async function messagesOfCells() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/addon/formula/functions.ts'],
    bundle: true,
    write: false,
    metafile: true,
  });
  const files = Object.keys(metafile.inputs).filter((file) => !file.endsWith('addon/errors.ts'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\berrors\s*\.(\w+)\(/g)].map(([, name = '']) => name)),
  );
}

/** @param {CustomFunction} one */
function describeFunction({ name, parameters, about, arguments: rows, returns }) {
  return [
    `## ${name}`,
    about,
    ['```', `${name}(${parameters}, ...)`, '```'].join('\n'),
    tables.table(
      ['Argument', ''],
      rows.map((argument) => [`\`${argument.name}\``, argument.text]),
    ),
    `Returns: ${returns}`,
  ].join('\n\n');
}

/**
 * Formats the page with the project's formatter.
 * @param {string} text
 */
function format(text) {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=docs/functions.md'], {
    cwd: root,
    encoding: 'utf8',
    input: text,
  });
}

const page = format(await compose());
if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '');
  if (committed !== page) throw new Error('docs/functions.md is not up to date: run npm run docs');
} else {
  await writeFile(target, page);
}
