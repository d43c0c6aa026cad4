/**
 * An exclusive lock on a data directory, because the embedded engine takes none. It contains the process id,
 * and is stale only when that process has ended: a time-out could corrupt the data of a slow owner. Process
 * ids of another container are meaningless here; such a holder counts as ended if its socket, beside the
 * lock, does not answer. A socket cannot reach another machine, so a lock from there is never taken over.
 */
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, rmSync, statSync, unlinkSync, utimesSync } from 'node:fs';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { objectOf, readJson } from '../../contract/json.js';
import { writeFileExclusive } from '../data-directory.js';

/** A holder takes its lock some seconds before its socket listens. */
const STARTING_MS = 20_000;
const POLL_MS = 200;
const CLAIM_POLL_MS = 5;

export interface LockHolder {
  readonly pid: number;
  /** Start time of the process, if the system provides it, because process ids are reused. */
  readonly started?: string;
  /** The scope of the process id: boot id and namespace, or the host if the system provides none. */
  readonly namespace?: string;
  /** The address of the holder's store, relative if it is in the lock's directory. */
  readonly socket: string;
}

type DirectoryLock = ReturnType<typeof createLock>;

/** Takes the lock, or returns its holder. @throws if the holder may run but is unreachable */
export async function takeLock(file: string, socket: string): Promise<DirectoryLock | LockHolder> {
  const namespace = ownNamespace();
  const directory = path.dirname(path.resolve(file));
  const near = path.dirname(socket) === directory ? path.basename(socket) : socket;
  const { pid } = process;
  const own = JSON.stringify({ pid, started: startTimeOf(pid), namespace, socket: near });
  for (;;) {
    const found = readLock(file);
    if (found === undefined) {
      if (writeFileExclusive(file, own)) return createLock(file, own);
      continue;
    }
    const other = parseHolder(file, found);
    const located = { ...other, socket: path.resolve(directory, other.socket) };
    if (other.namespace === undefined || other.namespace === namespace) {
      if (isAlive(other)) return located;
    } else {
      if (await isReachable(located.socket)) return located;
      // only in the same directory of the same machine does a silent socket prove that its holder has ended
      if (bootIdOf(other.namespace) !== bootIdOf(namespace) || path.dirname(located.socket) !== directory)
        throw unknownHolder(file);
      if (ageOf(file, 'mtimeMs') < STARTING_MS) {
        await sleep(POLL_MS);
        continue;
      }
    }
    await removeStale(file, found);
  }
}

function createLock(file: string, own: string) {
  return {
    /** Refreshes the lock before the holder closes its socket, so that it counts as alive for some time. */
    renew: () => {
      const now = new Date();
      if (readLock(file) === own) utimesSync(file, now, now);
    },
    release: () => {
      if (readLock(file) === own) unlinkSync(file);
    },
  };
}

function unknownHolder(file: string): Error {
  return new Error(
    `${file} is the lock of a service on another machine or in another container, which cannot be asked whether it ` +
      'runs; nothing was changed. Stop that service. If it ended without removing the lock, as when its machine lost ' +
      'power, remove the file: two services at once would destroy the data',
  );
}

export function isLock(result: DirectoryLock | LockHolder): result is DirectoryLock {
  return 'release' in result;
}

/**
 * Several processes may find the lock stale at the same time. Only the process that creates the claim, a hard
 * link to the stale lock, removes it. Otherwise the second process would remove the first one's new lock.
 */
async function removeStale(file: string, stale: string): Promise<void> {
  const claim = `${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 12)}`;
  try {
    linkSync(file, claim);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (codeOf(error) !== 'EEXIST') throw error;
    // the claimant is about to remove both, or has died
    if (ageOf(claim, 'ctimeMs') > STARTING_MS) rmSync(claim, { force: true });
    await sleep(CLAIM_POLL_MS);
    return;
  }
  if (readLock(claim) === stale) unlinkSync(file);
  rmSync(claim, { force: true });
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseHolder(file: string, text: string): LockHolder {
  const holder = readJson(text, isHolder);
  if (holder && Number.isSafeInteger(holder.pid)) return holder;
  throw new Error(`${file} is not a lock of this service: remove it if no service uses the directory`);
}

const isHolder = objectOf<LockHolder>({
  pid: 'number',
  started: 'string?',
  namespace: 'string?',
  socket: 'string',
});

/** Returns whether the process runs. A process with the own id that started at another time has ended. */
function isAlive({ pid, started }: Pick<LockHolder, 'pid' | 'started'>): boolean {
  // a lock of an earlier process with the same id, such as the first process of a container
  if (pid === process.pid && started !== startTimeOf(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const now = startTimeOf(pid);
  return started === undefined || now === undefined || started === now;
}

/** Other errors, such as a missing permission, do not prove that the process has ended. */
function isReachable(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
  });
}

/** Milliseconds since its content or its links changed; 0 if it no longer exists. */
function ageOf(file: string, since: 'mtimeMs' | 'ctimeMs'): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? Date.now() - stats[since] : 0;
}

function ownNamespace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

/** Returns the boot id: different after each start of a machine, and on each machine. */
function bootIdOf(namespace: string): string | undefined {
  return namespace.split(' ')[0];
}

/** Ticks between the start of the system and of the process; undefined without /proc. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the second field is a name in parentheses that may contain spaces; the start time is the 22nd field
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
