/** A lock between programs of one machine: a file that names its owner, and is taken over when the owner has ended. */
import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { clientErrors } from './errors.js';

const WAIT_MS = 10_000;
const STEP_MS = 5;
/** A lock is held for one operation of the store: a look at an owner that cannot be looked at ends here. */
const UNKNOWN_OWNER_MS = 9_000;
/** Who takes an abandoned lock away has done so after a moment, or has died. */
const CLAIMED_MS = 2_000;

/** Waits until it has the lock. @returns what gives it back. @throws BUSY where others keep it */
export function holdLock(file: string): () => void {
  const own = `${process.pid} ${startOf(process.pid)} ${NAMESPACE} ${randomBytes(6).toString('hex')}`;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  let seen: string | undefined;
  // counted in steps: a machine that sleeps meanwhile does not make a lock old
  let [waited, sameFor] = [0, 0];
  while (!placeLock(file, own)) {
    const found = contentOf(file);
    if (found === undefined) continue;
    if (found !== seen) [seen, sameFor] = [found, 0];
    const alive = isAlive(found);
    if (alive === false || (alive === undefined && sameFor >= UNKNOWN_OWNER_MS)) takeAway(file, found);
    else if (waited >= WAIT_MS) throw clientErrors.storeBusy();
    Atomics.wait(sleeper, 0, 0, STEP_MS);
    waited += STEP_MS;
    sameFor += STEP_MS;
  }
  return () => {
    if (contentOf(file) === own) rmSync(file, { force: true });
  };
}

/** A link appears with its complete content, and only where there is none. */
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
    rmSync(aside, { force: true });
  }
}

/** Undefined where this process cannot tell: the owner is in another container, or was another version of this. */
function isAlive(content: string): boolean | undefined {
  const [pid = '', started, namespace] = content.split(' ');
  if (namespace !== undefined && namespace !== NAMESPACE) return undefined;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const now = startOf(Number(pid));
  if (now === UNKNOWN || started === undefined) return undefined;
  // another process may have the id by now
  return now === started;
}

/** Only who makes the claim, a second link to the abandoned lock, removes it: never the lock of the next owner. */
function takeAway(file: string, abandoned: string): void {
  const claim = `${file}.${createHash('sha256').update(abandoned).digest('hex').slice(0, 12)}`;
  try {
    linkSync(file, claim);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && ageOf(claim) > CLAIMED_MS) rmSync(claim, { force: true });
    return;
  }
  if (contentOf(claim) === abandoned) rmSync(file, { force: true });
  rmSync(claim, { force: true });
}

const UNKNOWN = '-';
/** Where process ids mean the same. */
const NAMESPACE = namespaceOf();

function namespaceOf(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return UNKNOWN;
  }
}

/** When a process was started; unknown without /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // behind a name in parentheses, which may contain blanks, it is the twentieth field
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function ageOf(file: string): number {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Date.now());
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
