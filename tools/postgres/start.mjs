/**
 * Starts a PostgreSQL server of its own for tests, prints its address as TEST_DATABASE_URL, and ends it with its parent's
 * signal. The programs refuse to run as root, so as root it takes the user nobody.
 *   npm ci --prefix tools/postgres
 *   node tools/postgres/start.mjs 17
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const NOBODY = 65_534;
const STARTS_WITHIN_MS = 30_000;

const [version = '17'] = process.argv.slice(2);
const packageFolder = path.join(import.meta.dirname, `node_modules/postgres-${version}-linux-x64`);
// npm runs no install scripts here: this one makes the links between the libraries
execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder });

const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-postgres-'));
// a copy, because nobody may not be allowed to enter the folder of the project
cpSync(path.join(packageFolder, 'native'), path.join(folder, 'native'), {
  recursive: true,
  verbatimSymlinks: true,
});
const bin = (/** @type {string} */ name) => path.join(folder, 'native/bin', name);
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
if ('uid' in user) chownSync(folder, NOBODY, NOBODY);
const data = path.join(folder, 'data');
execFileSync(bin('initdb'), ['--pgdata', data, '--auth', 'trust', '--username', 'postgres'], {
  ...user,
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const port = await freePort();
const server = spawn(
  bin('postgres'),
  ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'log_destination=stderr'],
  { ...user, cwd: folder, stdio: 'ignore' },
);
const ended = once(server, 'exit');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGINT'));
const deadline = Date.now() + STARTS_WITHIN_MS;
while (!(await accepts())) {
  if (server.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL has not started');
  await sleep(50);
}
process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
await ended;
rmSync(folder, { recursive: true, force: true });

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = /** @type {net.AddressInfo} */ (probe.address());
  probe.close();
  return free;
}

function accepts() {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
