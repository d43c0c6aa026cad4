/**
 * Builds the rules of the emulation (conformance/) as an Apps Script project and runs them in the sandbox.
 *   node tools/conformance.mjs            fails if a rule differs, or if conformance/sandbox.md is not up to date
 *   node tools/conformance.mjs docs       writes that page
 *   node tools/conformance.mjs build      only builds the projects for clasp: a spreadsheet's and an add-on's
 *   node tools/conformance.mjs page FILE  writes conformance/FILE.md from a table copied on Google
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundle } from './build/bundle.mjs';

const root = path.resolve(import.meta.dirname, '..');
const PAGE = 'conformance/sandbox.md';
const PROJECT = 'out/conformance';
const ADD_ON = 'out/conformance-addon';
const DIFFERS = 'DIFFERS';

/** Appends global functions as text: Apps Script and Sheets find functions only at the top of the file. */
async function buildProjects() {
  await buildProject(PROJECT, false);
  await buildProject(ADD_ON, true);
}

/**
 * @param {string} folder
 * @param {boolean} isAddOn
 */
async function buildProject(folder, isAddOn) {
  const at = (/** @type {string} */ name) => path.join(root, 'conformance', name);
  await bundle({
    entryPoints: { Code: at('main.ts'), page: at('page.html'), appsscript: at('appsscript.json') },
    outdir: path.join(root, folder),
    define: { IS_ADD_ON: String(isAddOn) },
    format: 'iife',
    globalName: 'conformance',
    target: 'es2020',
    footer: { js: readFileSync(at('globals.js'), 'utf8') },
    loader: { '.html': 'copy', '.json': 'copy' },
  });
}

/** Runs all rules in a host, with a local server as www.google.com. @returns {Promise<string[][]>} */
async function runInSandbox() {
  const { createHost } = createRequire(import.meta.url)(path.join(root, 'out/sandbox/host.cjs'));
  const server = http.createServer(({ url }, response) => {
    if (url === '/generate_204') response.writeHead(204).end();
    else
      response.writeHead(404, { 'Content-Type': 'text/html; charset=UTF-8' }).end('<title>Error 404</title>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const text = (/** @type {string} */ name) => readFileSync(path.join(root, PROJECT, name), 'utf8');
  const host = createHost({
    code: text('Code.js'),
    htmlFiles: { page: text('page.html') },
    manifest: JSON.parse(text('appsscript.json')),
    // far from the script's own zone
    spreadsheetTimeZone: 'Pacific/Auckland',
    stored: { properties: { script: { 'conformance-address': `http://127.0.0.1:${port}` } } },
  });
  try {
    return await host.run('conformanceTable');
  } finally {
    await host.close();
    server.close();
  }
}

/** @param {readonly (readonly string[])[]} table */
const differing = (table) => table.filter((row) => row.at(-1) === DIFFERS);

/** @param {readonly (readonly string[])[]} table */
const summaryOf = (table) => `${table.length - 1} rules, of which ${differing(table).length} differ`;

/**
 * @param {string[][]} table
 * @param {string} title
 * @param {string} about
 */
function pageOf(table, title, about) {
  const [header = [], ...rows] = table.map((cells) =>
    cells.map((text) => text.replace(/[\\|<*_`]/g, '\\$&')),
  );
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = [`# ${title}`, about, `${summaryOf(table)}.`, lines.join('\n')].join('\n\n');
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${PAGE}`], {
    cwd: root,
    encoding: 'utf8',
    input: `${text}\n`,
  });
}

/** @param {string[][]} table */
const pageOfSandbox = (table) =>
  pageOf(
    table,
    'The rules in the sandbox',
    '`npm run conformance -- docs` writes this page: what the sandbox does for each rule of `conformance/`. [README.md](README.md) says how to make the same table on Google.',
  );

/**
 * Writes the page of a table that was copied from Sheets, with tabs between cells.
 * @param {string} file
 */
function writeCopied(file) {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const table = lines.filter((line) => line !== '').map((line) => line.split('\t'));
  const name = path.basename(file).replace(/\.[^.]*$/, '');
  const about =
    'What Google did for each rule of `conformance/`. [README.md](README.md) says how the table was made, [sandbox.md](sandbox.md) has that of the sandbox.';
  const page = path.join(root, 'conformance', `${name}.md`);
  writeFileSync(page, pageOf(table, `The rules on Google: ${name}`, about));
  process.stdout.write(`${path.relative(root, page)}: ${summaryOf(table)}\n`);
}

/**
 * @param {string | undefined} command
 * @param {string} [copied]
 */
async function main(command, copied) {
  if (command === 'page' && copied) return writeCopied(copied);
  await buildProjects();
  if (command === 'build') {
    process.stdout.write(
      `${PROJECT} and ${ADD_ON} are ready for clasp: conformance/README.md has the steps\n`,
    );
    return;
  }
  const table = await runInSandbox();
  const page = pageOfSandbox(table);
  const file = path.join(root, PAGE);
  if (command === 'docs') writeFileSync(file, page);
  for (const row of differing(table)) process.stdout.write(`${row.join(' | ')}\n`);
  process.stdout.write(`${summaryOf(table)}\n`);
  if (differing(table).length > 0) process.exitCode = 1;
  if (readFileSync(file, 'utf8') === page) return;
  process.stderr.write(`${PAGE} is not up to date: run npm run conformance -- docs\n`);
  process.exitCode = 1;
}

await main(process.argv[2], process.argv[3]);
