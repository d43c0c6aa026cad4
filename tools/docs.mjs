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
import * as tables from './docs-tables.mjs';
import { loadTypeScript } from './load-typescript.mjs';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'docs/functions.md');
/** A custom function in the output of gas-webpack-plugin: its help, name and parameters. */
const STUB = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nfunction ([A-Z][A-Z_]*)\(([^)]*)\)/gm;

/** Of each custom function: a formula and what it shows. @type {Record<string, [string, string][]>} */
const EXAMPLES = JSON.parse(await readFile(path.join(root, 'tools/functions-page/examples.json'), 'utf8'));

/** The whole page. */
async function compose() {
  const [template, code, contract] = await Promise.all([
    readFile(path.join(root, 'tools/functions-page/page.md'), 'utf8'),
    readFile(path.join(root, 'dist/Code.js'), 'utf8'),
    loadTypeScript([
      'src/contract/datasets.ts',
      'src/contract/options.ts',
      'src/contract/fields.ts',
      'src/contract/records.ts',
      'src/contract/error-texts.ts',
      'src/addon/errors.ts',
    ]),
  ]);
  const stubs = [...code.matchAll(STUB)].map(([, doc = '', name = '', parameters = '']) => ({
    doc: doc.replace(/^\s*\* ?/gm, ''),
    name,
    parameters,
  }));
  const functions = stubs.map(({ doc, name, parameters }) => describeFunction(doc, name, parameters));
  const spellings = new Map(stubs.map(({ doc, name }) => [name, optionsInHelp(doc)]));
  /** @type {Record<string, string>} */
  const parts = {
    functions: functions.join('\n\n'),
    ...tables.optionTables(contract, spellings),
    firstDay: contract.FIRST_DAY,
    defaultLimit: contract.DEFAULT_LIMIT,
    values: tables.valueLists(contract, spellings),
    spellings: tables.spellingTables(contract),
    columns: tables.columnTables(contract),
    errors: tables.errorTable(contract, await messagesOfCells()),
  };
  return template.replace(/\{(\w+)\}/g, (place, name) => parts[name] ?? place);
}

/** The names of the messages that a formula can show: those in the files that the functions are built from. */
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

/**
 * The options in the spelling that the help of a function uses.
 * @param {string} doc
 */
function optionsInHelp(doc) {
  return /\bAn option: ([^.]+)\./.exec(doc)?.[1]?.split(', ') ?? [];
}

/**
 * @param {string} text the help, without the marks of a comment
 * @param {string} name
 * @param {string} parameters
 */
function describeFunction(text, name, parameters) {
  const [about = ''] = text.split(/^(?:Examples:|@)/m);
  const rows = [...text.matchAll(/^@param \{[^}]*\} (\w+) (.+)$/gm)].map(
    ([, parameter, help = '']) => `| \`${parameter}\` | ${help.replace(/\|/g, '\\|')} |`,
  );
  const returned = /^@return \{[^}]*\} (.+)$/m.exec(text)?.[1] ?? '';
  const examples = (EXAMPLES[name] ?? []).map(([formula, meaning]) => `${formula}\n    ${meaning}`);
  return [
    `## ${name}`,
    about.trim(),
    ['```', `${name}(${parameters}, ...)`, '```'].join('\n'),
    ['| Argument | |', '| --- | --- |', ...rows].join('\n'),
    `Returns: ${returned}`,
    ['```', ...examples, '```'].join('\n'),
  ].join('\n\n');
}

/**
 * The page, formatted by the project's formatter.
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
