/**
 * Builds everything and uses it once: a paid query to the service, a formula in the sandbox.
 *   npm run smoke                   on the Node that runs npm
 *   npm run smoke -- NODE NODE …    on these Node programs, such as tools/node-versions/node_modules/*\/bin/node
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';

const root = path.resolve(import.meta.dirname, '..');
/** For a busy machine; the first start of a sandbox writes the sample data. */
const TIME_LIMIT_MS = 180_000;
const PAID_RECORDS = 3;
const CREDITS = 10;

/** @typedef {{ addresses: Record<string, string>, stop(): Promise<void> }} Running */

const programs = process.argv.slice(2).map((program) => path.resolve(program));
for (const node of programs.length > 0 ? programs : [process.execPath]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-smoke-'));
  try {
    const started = Date.now();
    const { stdout: version } = await run(node, ['--version']);
    await run(node, ['build.mjs', '--force']);
    await askService(node, path.join(folder, 'service'));
    await askSandbox(node, path.join(folder, 'sandbox'));
    console.log(`Node ${version.trim()}: works (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A key with credits, a paid query, and its charge.
 * @param {string} node
 * @param {string} data
 */
async function askService(node, data) {
  const env = { DATA_DIR: data, PORT: '0' };
  const program = 'out/service/main.mjs';
  const service = await start(node, program, env, /^(Listening) on (http:\S+)$/, 1);
  try {
    const made = await run(
      node,
      [program, 'keys', 'create', '--name', 'Smoke', '--credits', `${CREDITS}`, '--json'],
      env,
    );
    const { key } = JSON.parse(made.stdout);
    const reply = await fetch(`${service.addresses['Listening']}/api/v2/dataset/business-expansion`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ limit: PAID_RECORDS }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    assert.equal(reply.status, 200);
    const records = /** @type {unknown[]} */ (await reply.json());
    assert.equal(records.length, PAID_RECORDS);
    const { stdout } = await run(node, [program, 'keys', 'list', '--json'], env);
    assert.equal(JSON.parse(stdout)[0].credits, CREDITS - PAID_RECORDS);
  } finally {
    await service.stop();
  }
}

/**
 * The table of the demo's first formula, as sent to a page.
 * @param {string} node
 * @param {string} data
 */
async function askSandbox(node, data) {
  const env = { SANDBOX_DATA: data, PORT: '0' };
  const sandbox = await start(node, 'out/sandbox/main.mjs', env, /^(Spreadsheet|Service): +(http:\S+)$/, 2);
  try {
    const url = sandbox.addresses['Spreadsheet'] ?? '';
    const socket = new WebSocket(new URL('socket', url.replace(/^http/, 'ws')), {
      origin: new URL(url).origin,
    });
    try {
      const table = await within(
        'the answer of =EXPANSIONS',
        new Promise((resolve, reject) => {
          socket.on('error', reject);
          socket.on('open', () => socket.send(JSON.stringify({ type: 'become', role: 'owner' })));
          socket.on('message', (text) => {
            const message = JSON.parse(String(text));
            const answers = message.type === 'start' ? message.answers : [message.answer];
            const found = answers.find(
              (/** @type {any} */ answer) => answer?.call.functionName === 'EXPANSIONS',
            );
            if (found) resolve(found.outcome);
          });
        }),
      );
      assert(Array.isArray(table) && table.length > 1, `the formula gives ${JSON.stringify(table)}`);
      assert.match(String(table[0][0]), /^Announced/);
    } finally {
      socket.terminate();
    }
  } finally {
    await sandbox.stop();
  }
}

/**
 * Starts a program and waits until it has printed its addresses.
 * @param {string} node
 * @param {string} program
 * @param {Record<string, string>} env
 * @param {RegExp} line the line with an address: its name and the address
 * @param {number} count
 * @returns {Promise<Running>}
 */
async function start(node, program, env, line, count) {
  const child = spawn(node, [program], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    const [code] = await within(`the end of ${program}`, ended);
    assert.equal(code, 0, `${program} ended with ${code}`);
  };
  /** @type {Record<string, string>} */
  const addresses = {};
  const listening = async () => {
    for await (const text of createInterface({ input: child.stdout })) {
      const [, name, url] = line.exec(text) ?? [];
      if (name && url) addresses[name] = url;
      if (Object.keys(addresses).length === count) return;
    }
    throw new Error(`${program} ended before it printed its address`);
  };
  try {
    await within(`the address of ${program}`, listening());
  } catch (error) {
    // as Ctrl+C does: the sandbox then ends its service too
    child.kill('SIGINT');
    throw error;
  }
  return { addresses, stop };
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(node, args, env = {}) {
  return promisify(execFile)(node, args, { cwd: root, env: { ...process.env, ...env } });
}

/**
 * @template T
 * @param {string} what
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
async function within(what, promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} did not come within ${TIME_LIMIT_MS / 1000} s`)),
      TIME_LIMIT_MS,
    );
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}
