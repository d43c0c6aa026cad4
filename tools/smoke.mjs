/**
 * Builds everything and uses it once: a paid query to the service, a formula in the sandbox.
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
/** For one Node program on a busy machine; the first start of a sandbox writes the sample data. */
const TIME_LIMIT_MS = 360_000;
const PAID_RECORDS = 3;
const CREDITS = 10;

const programs = process.argv.slice(2).map((program) => path.resolve(program));
for (const node of programs.length > 0 ? programs : [process.execPath]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-smoke-'));
  const late = setTimeout(() => {
    console.error(`${node}: not done within ${TIME_LIMIT_MS / 1_000} s`);
    process.exit(1);
  }, TIME_LIMIT_MS);
  const started = Date.now();
  run(node, ['build.mjs', '--force']);
  await askService(node, path.join(folder, 'service'));
  await askSandbox(node, path.join(folder, 'sandbox'));
  const version = run(node, ['--version']).trim();
  console.log(`Node ${version}: works (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
  clearTimeout(late);
  await rm(folder, { recursive: true, force: true });
}

/**
 * A key with credits, a paid query, and its charge.
 * @param {string} node @param {string} data
 */
async function askService(node, data) {
  const env = { DATA_DIR: data, PORT: '0' };
  const program = 'out/service/main.mjs';
  const { addresses, stop } = await start(node, program, env, /^(Listening) on (http:\S+)$/, 1);
  const rules = ['--name', 'Smoke', '--credits', `${CREDITS}`, '--json'];
  const { key } = JSON.parse(run(node, [program, 'keys', 'create', ...rules], env));
  const reply = await fetch(`${addresses['Listening']}/api/v2/dataset/business-expansion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ limit: PAID_RECORDS }),
  });
  assert.equal(reply.status, 200);
  const records = /** @type {unknown[]} */ (await reply.json());
  assert.equal(records.length, PAID_RECORDS);
  const [listed] = JSON.parse(run(node, [program, 'keys', 'list', '--json'], env));
  assert.equal(listed.credits, CREDITS - PAID_RECORDS);
  await stop();
}

/**
 * The table of the demo's first formula, as sent to a page.
 * @param {string} node @param {string} data
 */
async function askSandbox(node, data) {
  const env = { SANDBOX_DATA: data, PORT: '0' };
  const line = /^(Spreadsheet|Service): +(http:\S+)$/;
  const { addresses, stop } = await start(node, 'out/sandbox/main.mjs', env, line, 2);
  const page = new URL(addresses['Spreadsheet'] ?? '');
  const socket = new WebSocket(new URL('socket', page.href.replace(/^http/, 'ws')), { origin: page.origin });
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
  await stop();
}

/**
 * Starts a program and waits until it has printed its addresses.
 * @param {string} node @param {string} program @param {Record<string, string>} env
 * @param {RegExp} line the line with an address: its name and the address
 * @param {number} count of addresses
 */
async function start(node, program, env, line, count) {
  const child = spawn(node, [program], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  /** @type {Record<string, string>} */
  const addresses = {};
  for await (const text of createInterface({ input: child.stdout })) {
    const [, name, url] = line.exec(text) ?? [];
    if (name && url) addresses[name] = url;
    if (Object.keys(addresses).length === count) break;
  }
  const stop = async () => {
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, `${program} ended with ${code}`);
  };
  return { addresses, stop };
}

/** @param {string} node @param {string[]} args @param {Record<string, string>} env */
function run(node, args, env = {}) {
  return execFileSync(node, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' });
}
