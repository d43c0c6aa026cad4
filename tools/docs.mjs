/**
 * Writes docs/functions.md: what a formula understands, from the contract, the add-on's messages and the help that
 * Sheets shows (the JSDoc of dist/Code.js, so build the add-on first).
 *   node tools/docs.mjs            writes the file
 *   node tools/docs.mjs --check    fails when the file is not what would be written
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
/** A custom function as gas-webpack-plugin writes it: its help, name and parameters. */
const STUB = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nfunction ([A-Z][A-Z_]*)\(([^)]*)\)/gm;

const INTRODUCTION = `# Functions

This page is written by \`npm run docs\` from the same tables that the functions work by.

Four functions put business signals into a sheet. Each takes what it is about first, and then as many options as you
like, in any order: the name of an option, then its value.

\`\`\`
=EXPANSIONS(A2:A20, "from", "-30d", "type", "Data Centre|HQ")
\`\`\`

- The first argument may be left out: \`=EXPANSIONS(, "type", "HQ")\` and \`=EXPANSIONS("type", "HQ")\` ask the same.
- A two-column range of options and values takes the place of pairs: \`=EXPANSIONS(, Filters!A1:B9)\`. Further columns
  are further values. Blank rows and blank values do not count, so a form of filters can stand ready in a sheet.
- Companies may be website domains, addresses of pages, e-mail addresses (the domain counts) and names. For \`HIRINGS\`
  and \`EXEC_CHANGES\` they may be company ids; names and domains are looked up among the tracked companies of the
  option \`group\`, or of the groups of the spreadsheet.
- What is wrong is said in the cell, before the service is asked and before a credit is spent.
`;

/** @type {Record<string, [string, string][]>} */
const EXAMPLES = {
  EXPANSIONS: [
    ['=EXPANSIONS(A2:A20, "from", "-30d")', 'what the companies in A2:A20 announced in the last 30 days'],
    ['=EXPANSIONS("type", "Data Centre", "location", "Texas")', 'data centres in Texas, whoever builds them'],
    [
      '=EXPANSIONS("investment", ">=10M", "currency", "USD", "sort", "-investment")',
      'the largest investments in dollars first',
    ],
    [
      '=SUM(EXPANSIONS("group", "Key accounts", "columns", "jobs", "headers", FALSE))',
      'jobs that the companies of a group announced',
    ],
  ],
  HIRINGS: [
    ['=HIRINGS(A2:A20, "from", "-30d")', 'hiring that was announced or corrected in the last 30 days'],
    ['=HIRINGS("group", "Key accounts", "count", 500)', 'at least 500 jobs, at the companies of a group'],
  ],
  EXEC_CHANGES: [
    ['=EXEC_CHANGES("title", "CFO", "from", "this month")', 'new and parting CFOs of this month'],
    [
      '=EXEC_CHANGES("reason", "Retired", "columns", "date|company|executive")',
      'three columns, in that order',
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
  const functions = [...code.matchAll(STUB)].map(([, doc = '', name = '', parameters = '']) =>
    describeFunction(doc, name, parameters),
  );
  return `${[
    INTRODUCTION,
    ...functions,
    optionsSection(contract),
    valuesSection(contract),
    spellingsSection(contract),
    columnsSection(contract),
    errorsSection(contract, await messagesOfCells()),
  ]
    .map((section) => section.trim())
    .join('\n\n')}\n`;
}

/** The names of the messages that a formula can come to: those in the files that the functions are made of. */
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
 * @param {string} doc
 * @param {string} name
 * @param {string} parameters
 */
function describeFunction(doc, name, parameters) {
  const text = doc.replace(/^\s*\* ?/gm, '');
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
    `Gives: ${returned}`,
    ['```', ...examples, '```'].join('\n'),
  ].join('\n\n');
}

/**
 * The page as the project's formatter would leave it.
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
