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
import {
  columnsSection,
  errorsSection,
  optionsSection,
  spellingsSection,
  valuesSection,
} from './docs-tables.mjs';
import { loadTypeScript } from './load-typescript.mjs';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'docs/functions.md');
/** A custom function in the output of gas-webpack-plugin: its help, name and parameters. */
const STUB = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nfunction ([A-Z][A-Z_]*)\(([^)]*)\)/gm;

const INTRODUCTION = `# Functions

\`npm run docs\` writes this page from the tables that the functions use.

Four functions put business signals into a sheet. The first argument is the companies or groups. Options follow, as many
as you like and in any order: the name of an option, then its value.

\`\`\`
=EXPANSIONS(A2:A20, "from", "-30d", "type", "Data Centre|HQ")
\`\`\`

- Until a key is saved, \`=EXPANSIONS("demo")\`, \`=HIRINGS("demo")\` and \`=EXEC_CHANGES("demo")\` show sample records that
  come with the add-on, free and without a request. The first header says \`sample\`. All options work on them.
- You can omit the first argument: \`=EXPANSIONS(, "type", "HQ")\` and \`=EXPANSIONS("type", "HQ")\` are the same query.
  A range of blank cells is not omitted: \`=EXPANSIONS(A2:A20)\` says so and costs nothing. So does a function
  without any argument: \`=EXPANSIONS(, "limit", 100)\` is the query for all companies.
- A two-column range of options and values can replace the pairs: \`=EXPANSIONS(, Filters!A1:B9)\`. Further columns
  are further values. Blank rows and blank values are ignored, so you can prepare a form with filters in a sheet.
- Companies are website domains, addresses of web pages, e-mail addresses (their domain is used) or names.
  \`HIRINGS\` and \`EXEC_CHANGES\` also accept company ids. They look up names and domains among the tracked companies
  of the option \`group\`, or of the spreadsheet's groups.
- The cell shows mistakes in a formula before the service is queried and before a credit is spent.
`;

/** @type {Record<string, [string, string][]>} */
const EXAMPLES = {
  EXPANSIONS: [
    ['=EXPANSIONS(A2:A20, "from", "-30d")', 'what the companies in A2:A20 announced in the last 30 days'],
    ['=EXPANSIONS("type", "Data Centre", "location", "Texas")', 'data centres in Texas, of any company'],
    [
      '=EXPANSIONS("investment", ">=10M", "currency", "USD", "sort", "-investment")',
      'investments of 10 million dollars or more, the largest first',
    ],
    [
      '=SUM(EXPANSIONS("group", "Key accounts", "columns", "jobs", "headers", FALSE))',
      'the total of jobs that the companies of a group announced',
    ],
  ],
  HIRINGS: [
    ['=HIRINGS(A2:A20, "from", "-30d")', 'hiring announced or corrected in the last 30 days'],
    ['=HIRINGS("group", "Key accounts", "count", 500)', 'at least 500 jobs, at the companies of a group'],
  ],
  EXEC_CHANGES: [
    ['=EXEC_CHANGES("title", "CFO", "from", "this month")', 'CFOs who join or leave this month'],
    [
      '=EXEC_CHANGES("reason", "Retired", "columns", "date|company|executive")',
      'three columns, in this order',
    ],
  ],
  TRACKED_COMPANIES: [
    ['=TRACKED_COMPANIES("Key accounts")', 'names, domains and ids'],
    [
      '=EXPANSIONS(TRACKED_COMPANIES("Key accounts", "columns", "domain", "headers", FALSE))',
      'a list of companies for another function',
    ],
  ],
};

/** The whole page. */
async function compose() {
  const [code, contract] = await Promise.all([
    readFile(path.join(root, 'dist/Code.js'), 'utf8'),
    loadTypeScript([
      'src/contract/datasets.ts',
      'src/contract/options.ts',
      'src/contract/fields.ts',
      'src/contract/records.ts',
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
  return `${[
    INTRODUCTION,
    ...functions,
    optionsSection(contract, spellings),
    valuesSection(contract, spellings),
    spellingsSection(contract),
    columnsSection(contract),
    errorsSection(contract, await messagesOfCells()),
  ]
    .map((section) => section.trim())
    .join('\n\n')}\n`;
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
