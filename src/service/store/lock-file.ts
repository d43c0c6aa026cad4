/**
 * An exclusive lock on a data directory, which the embedded engine itself does not take. It holds the process id and is
 * stale only when that process is gone: there is no time-out, because a slow owner would lose its data to it. Process
 * ids of another container say nothing here; its holder counts as gone when nobody listens at its socket.
 */
import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { asFields, readJson } from '../../contract/json.js';

/** A holder takes its lock some seconds before it listens. */
const STARTING_MS = 20_000;
const POLL_MS = 200;
const CLAIMED_MS = 5;

export interface LockHolder {
  readonly pid: number;
  /** Start of the process where the system tells, because process ids come round again. */
  readonly started?: string;
  /** Where the process id counts: the boot of the system and its namespace, where the system tells. */
  readonly namespace?: string;
  /** Where the holder's store can be reached. */
  readonly socket: string;
}

export interface DirectoryLock {
  readonly release: () => void;
}

/** Takes the lock, or says who holds it. */
export async function takeLock(file: string, socket: string): Promise<DirectoryLock | LockHolder> {
  const started = startOf(process.pid);
  const namespace = ownNamespace();
  const holder = { pid: process.pid, ...(started && { started }), ...(namespace && { namespace }), socket };
  const own = JSON.stringify(holder);
  for (;;) {
    if (placeLock(file, own)) return { release: () => readLock(file) === own && unlinkSync(file) };
    const found = readLock(file);
    if (found === undefined) continue;
    const other = parseHolder(file, found);
    const isForeign =
      other.namespace !== undefined && namespace !== undefined && other.namespace !== namespace;
    if (isForeign ? await isReachable(other.socket) : isAlive(other)) return other;
    if (isForeign && ageOf(file, 'mtimeMs') < STARTING_MS) await sleep(POLL_MS);
    else await removeStale(file, found);
  }
}

export function isLock(result: DirectoryLock | LockHolder): result is DirectoryLock {
  return 'release' in result;
}

/** A link appears with all of its content, where a file that is written at its place is empty for a moment. */
function placeLock(file: string, content: string): boolean {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(aside, content, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(aside);
  }
}

/**
 * Several may find it stale at once. Only the one that makes the claim, a second name of that very lock, removes it:
 * without it the second one would remove the new lock of the first.
 */
async function removeStale(file: string, stale: string): Promise<void> {
  const claim = `${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 12)}`;
  try {
    linkSync(file, claim);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (codeOf(error) !== 'EEXIST') throw error;
    // the claimant is about to remove both, or died before it could
    if (ageOf(claim, 'ctimeMs') > STARTING_MS) rmSync(claim, { force: true });
    await sleep(CLAIMED_MS);
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
  if (holder) return holder;
  throw new Error(`${file} is not a lock of this service: remove it if no service uses the directory`);
}

function isHolder(value: unknown): value is LockHolder {
  const { pid, socket, started, namespace } = asFields(value);
  const isTextOrNone = (field: unknown) => field === undefined || typeof field === 'string';
  return (
    Number.isSafeInteger(pid) &&
    typeof socket === 'string' &&
    isTextOrNone(started) &&
    isTextOrNone(namespace)
  );
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

/** Milliseconds since its content was written or its names changed; 0 when it is gone meanwhile. */
function ageOf(file: string, since: 'mtimeMs' | 'ctimeMs'): number {
  try {
    return Date.now() - statSync(file)[since];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
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
