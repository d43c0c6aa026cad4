/** A lock between programs of one machine: a file with the id of its owner, which is taken over when the owner is gone. */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { clientErrors } from './errors.js';

const WAIT_MS = 10_000;
const STEP_MS = 5;
/** A file without an id is one that is being written; after this, its owner has died between the two. */
const UNWRITTEN_MS = 2_000;

/** Waits until it has the lock. @returns what gives it back. @throws BUSY where others keep it */
export function holdLock(file: string): () => void {
  const until = Date.now() + WAIT_MS;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (!tryLock(file)) {
    if (isAbandoned(file)) takeAway(file);
    else if (Date.now() > until) throw clientErrors.storeBusy();
    else Atomics.wait(sleeper, 0, 0, STEP_MS);
  }
  return () => rmSync(file, { force: true });
}

function tryLock(file: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  writeSync(descriptor, String(process.pid));
  closeSync(descriptor);
  return true;
}

function isAbandoned(file: string): boolean {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner === 0) return Date.now() - statSync(file).mtimeMs > UNWRITTEN_MS;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** By a new name first: of those who have found it abandoned, one alone takes it away. */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // another one may have taken it over between the look and the renaming
    if (isAbandoned(aside)) rmSync(aside, { force: true });
    else renameSync(aside, file);
  } catch {
    // another one was faster
  }
}
