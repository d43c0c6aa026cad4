/**
 * An exclusive lock on a data directory, which the embedded engine itself does not take. It holds the process id and is
 * stale only when that process is gone: there is no time-out, because a slow owner would lose its data to it. Process
 * ids of another container say nothing here; its holder counts as gone when nobody listens at its socket.
 */
import { randomBytes } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A holder takes its lock some seconds before it listens. */
const STARTING_MS = 20_000;
const POLL_MS = 200;

export interface LockHolder {
  readonly pid: number;
  /** Start of the process where the system tells, because process ids come round again. */
  readonly started?: string;
  /** Where the process id counts: the boot of the system and its namespace, where the system tells. */
  readonly namespace?: string;
  /** Where the holder's store can be reached. */
  readonly socket: string;
}

export interface Lock {
  readonly release: () => void;
}

/** Takes the lock, or says who holds it. */
export async function takeLock(file: string, socket: string): Promise<Lock | LockHolder> {
  const started = startOf(process.pid);
  const namespace = ownNamespace();
  const holder = { pid: process.pid, ...(started && { started }), ...(namespace && { namespace }), socket };
  const own = JSON.stringify(holder);
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
      return { release: () => readLock(file) === own && unlinkSync(file) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const found = readLock(file);
    if (found === undefined) continue;
    const other = parseHolder(file, found);
    const isForeign =
      other.namespace !== undefined && namespace !== undefined && other.namespace !== namespace;
    if (isForeign ? await isReachable(other.socket) : isAlive(other)) return other;
    if (isForeign && isYoung(file)) await sleep(POLL_MS);
    else removeStale(file, found);
  }
}

export function isLock(result: Lock | LockHolder): result is Lock {
  return 'release' in result;
}

/** Another process may do the same now: what was moved away must be the stale lock, else it goes back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside) !== stale) linkSync(aside, file);
  unlinkSync(aside);
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
  try {
    const holder = JSON.parse(text) as LockHolder;
    if (Number.isSafeInteger(holder.pid) && typeof holder.socket === 'string') return holder;
  } catch {
    // said below
  }
  throw new Error(`${file} is not a lock of this service: remove it if no service uses the directory`);
}

function isAlive({ pid, started }: LockHolder): boolean {
  // the lock of an earlier process that had our id, as the first process of a container has
  if (pid === process.pid && started !== startOf(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const now = startOf(pid);
  return started === undefined || now === undefined || started === now;
}

/** Whatever fails otherwise, such as a missing permission, does not prove that nobody is there. */
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

function isYoung(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs < STARTING_MS;
  } catch (error) {
    // released meanwhile
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

function ownNamespace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Ticks between the start of the system and of the process; undefined where there is no /proc. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the second field is a name in parentheses that may hold blanks; the start is the 22nd
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
