/** PostgreSQL servers for a test, from Debian's packages, which the test may freeze, kill and replace. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.js';

const VERSIONS = '/usr/lib/postgresql';
const IS_ROOT = process.getuid?.() === 0;

/** The folder of the programs; undefined if PostgreSQL is not installed. */
export const POSTGRES_PROGRAMS: string | undefined = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .map((version) => path.join(VERSIONS, version, 'bin'))
      .filter((folder) => existsSync(path.join(folder, 'initdb')))
      .sort()
      .at(-1)
  : undefined;

export interface Cluster {
  readonly port: number;
  /** The address of its database `postgres`. */
  readonly url: string;
  /** Stops all of its processes until they are thawed. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** Kills all of its processes at once, like a power loss. */
  readonly kill: () => Promise<void>;
  /** Starts a standby of this server. */
  readonly addStandby: () => Promise<Cluster>;
  /** Makes a standby accept writes. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Starts a new server. @throws if PostgreSQL is not installed */
export async function startCluster(): Promise<Cluster> {
  const folder = await makeFolder();
  const data = path.join(folder, 'data');
  await run('initdb', '--pgdata', data, '--auth', 'trust', '--username', 'postgres', '--no-sync');
  return start(folder);
}

async function start(folder: string): Promise<Cluster> {
  const data = path.join(folder, 'data');
  const port = await freePort();
  const log = path.join(folder, 'log');
  const options = `-h 127.0.0.1 -p ${port} -k ${folder}`;
  await run('pg_ctl', 'start', '--pgdata', data, '--wait', '--silent', '--log', log, '--options', options);
  const processes = async (): Promise<number[]> => {
    const first = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8');
    return [first, ...children.trim().split(' ').filter(Boolean).map(Number)];
  };
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processes()) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // a child that has ended in the meantime
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  let isRunning = true;
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill: async () => {
      isRunning = false;
      await signal('SIGKILL');
    },
    addStandby: async () => {
      const other = await makeFolder();
      const from = ['--host', '127.0.0.1', '--port', String(port), '--username', 'postgres', '--no-sync'];
      const to = ['--pgdata', path.join(other, 'data'), '--write-recovery-conf', '--checkpoint', 'fast'];
      await run('pg_basebackup', ...from, ...to);
      return start(other);
    },
    promote: () => run('pg_ctl', 'promote', '--pgdata', data, '--wait', '--silent'),
    remove: async () => {
      if (isRunning) {
        await signal('SIGCONT');
        await run('pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate', '--silent');
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-postgres-'));
  if (IS_ROOT) await promisify(execFile)('chown', ['postgres', folder]);
  return folder;
}

/** PostgreSQL refuses to run as root. */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  if (POSTGRES_PROGRAMS === undefined) throw new Error('PostgreSQL is not installed');
  const file = path.join(POSTGRES_PROGRAMS, program);
  const [command, all] = IS_ROOT ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, [...args]];
  await promisify(execFile)(command, all, { cwd: os.tmpdir() });
}
