/**
 * Builds everything and tries it once: the service creates a key, and a formula shows its paid answer.
 *   npm run smoke                   on the Node that runs npm
 *   npm run smoke -- NODE NODE …    on these Node programs, such as tools/node-versions/node_modules/*\/bin/node
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

const root = path.resolve(import.meta.dirname, '..');
/** Per Node program, on a busy machine; the first start of a sandbox writes the sample data. */
const TIME_LIMIT_MS = 360_000;

const programs = process.argv.slice(2).map((program) => path.resolve(program));
for (const node of programs.length > 0 ? programs : [process.execPath]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-smoke-'));
  const late = setTimeout(() => {
    console.error(`${node}: not done within ${TIME_LIMIT_MS / 1_000} s`);
    process.exit(1);
  }, TIME_LIMIT_MS);
  const started = Date.now();
  await rm(path.join(root, 'out/built'), { recursive: true, force: true });
  execFileSync(node, ['build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  await askSandbox(node, folder);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`Node ${version}: works (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
  clearTimeout(late);
  await rm(folder, { recursive: true, force: true });
}

/**
 * Checks the table of the demo's first formula, which the sandbox sends to a page.
 * @param {string} node @param {string} data
 */
async function askSandbox(node, data) {
  const env = { ...process.env, SANDBOX_DATA: data, PORT: '0' };
  const child = spawn(node, ['out/sandbox/main.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  let address = '';
  for await (const line of createInterface({ input: child.stdout })) {
    address ||= /^Spreadsheet: +(http:\S+)$/.exec(line)?.[1] ?? '';
    if (line.startsWith('Service:')) break;
  }
  const { href, origin } = new URL(address);
  const socket = new WebSocket(new URL('socket', href.replace(/^http/, 'ws')), { origin });
  const table = await new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'become', role: 'owner' })));
    socket.on('message', (text) => {
      const { answer, answers = [answer] } = JSON.parse(String(text));
      const found = answers.find((/** @type {any} */ each) => each?.call.functionName === 'EXPANSIONS');
      if (found) resolve(found.outcome);
    });
  });
  assert(Array.isArray(table) && table.length > 1, `the formula gives ${JSON.stringify(table)}`);
  assert.match(String(table[0][0]), /^Announced/);
  socket.terminate();
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, `the sandbox ended with ${code}`);
}
