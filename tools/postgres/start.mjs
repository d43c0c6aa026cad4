/**
 * Starts a PostgreSQL server for tests, prints its address for TEST_DATABASE_URL, and stops it on SIGINT or
 * SIGTERM. Its programs refuse to run as root, so root runs them as the user nobody.
 *   npm ci --prefix tools/postgres
 *   node tools/postgres/start.mjs 17
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const NOBODY = 65_534;

const [version = '17'] = process.argv.slice(2);
const packageFolder = path.join(import.meta.dirname, `node_modules/postgres-${version}-linux-x64`);
// npm runs no install scripts here; this script creates the links between the libraries
execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder });

const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-postgres-'));
// a copy, because the user nobody may lack access to the project's folder
const native = path.join(folder, 'native');
cpSync(path.join(packageFolder, 'native'), native, { recursive: true, verbatimSymlinks: true });
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
if ('uid' in user) chownSync(folder, NOBODY, NOBODY);
const data = path.join(folder, 'data');
const port = await freePort();
run('initdb', '--pgdata', data, '--auth', 'trust', '--username', 'postgres');
const settings = `-h 127.0.0.1 -p ${port} -k ${folder}`;
run('pg_ctl', 'start', '--pgdata', data, '--wait', '--log', path.join(folder, 'log'), '--options', settings);
process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
// keeps the process alive until a signal
setInterval(() => {}, 2 ** 31 - 1);

function stop() {
  run('pg_ctl', 'stop', '--pgdata', data, '--mode', 'fast');
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

/** @param {string} program @param {string[]} args */
function run(program, ...args) {
  execFileSync(path.join(native, 'bin', program), args, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = /** @type {net.AddressInfo} */ (probe.address());
  probe.close();
  return free;
}
