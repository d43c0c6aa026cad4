/**
 * An exclusive lock on a data directory, which the embedded engine itself does not take. It holds the process id and is
 * stale only when that process is gone: there is no time-out, because a slow owner would lose its data to it.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

export interface LockHolder {
  readonly pid: number;
  /** Start of the process where the system tells, because process ids come round again. */
  readonly started?: string;
  /** Where the holder's store can be reached. */
  readonly socket: string;
}

export interface Lock {
  readonly release: () => void;
}

/** Takes the lock, or says who holds it. */
export function takeLock(file: string, socket: string): Lock | LockHolder {
  const started = startOf(process.pid);
  const own = JSON.stringify({ pid: process.pid, ...(started && { started }), socket });
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
      return { release: () => readLock(file) === own && unlinkSync(file) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const found = readLock(file);
    if (found === undefined) continue;
    const holder = parseHolder(file, found);
    if (isAlive(holder)) return holder;
    removeStale(file, found);
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
