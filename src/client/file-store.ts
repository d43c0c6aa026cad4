/** Answers in a folder, each in a file of its own. A rename and a link are atomic, so that programs need no lock. */
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { clientErrors } from './errors.js';
import type { AnswerStore } from './types.js';

/** Answers that were not written for so long are forgotten. */
const KEPT_MS = 400 * 86_400_000;
/** Never the files of others, nor an open purchase. */
const FORGETTABLE = /^(?:answer|watch)%3A[\da-f]{1,64}$/;
/** A draft that is older than an hour was left by a program that was killed. */
const DRAFT_MS = 3_600_000;
const DRAFT = /^[\da-f-]{36}\.signals-draft$/;

/** Creates the folder, closed to all but its owner. @throws SERVICE where it cannot be written */
export function openFileStore(folder: string): AnswerStore {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    forgetOld(folder);
  } catch {
    // without a store, a crash could cost what was paid for
    throw clientErrors.noStore();
  }
  // on Windows, folders have no such mode
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o022) !== 0) throw clientErrors.openStore();
  const fileOf = (name: string) => path.join(folder, encodeURIComponent(name));

  /**
   * @param publish gives a complete draft its name
   * @returns whether the name was free, where it must be @throws SERVICE
   */
  function write(name: string, value: string, publish: (draft: string, file: string) => void): boolean {
    const draft = path.join(folder, `${randomUUID()}.signals-draft`);
    try {
      writeFileSync(draft, value, { flag: 'wx', mode: 0o600, flush: true });
      publish(draft, fileOf(name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw clientErrors.noStore();
    } finally {
      rmSync(draft, { force: true });
    }
  }

  return {
    get(name) {
      try {
        return readFileSync(fileOf(name), 'utf8');
      } catch {
        // what cannot be read is not there
        return undefined;
      }
    },
    set: (name, value) => void write(name, value, renameSync),
    // a link is made only where there is no file of that name
    add: (name, value) => write(name, value, linkSync),
    delete: (name) => rmSync(fileOf(name), { force: true }),
    close: () => undefined,
  };
}

function forgetOld(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const keptMs = FORGETTABLE.test(entry) ? KEPT_MS : DRAFT.test(entry) ? DRAFT_MS : undefined;
    if (keptMs === undefined) continue;
    const file = path.join(folder, entry);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && Date.now() - found.mtimeMs > keptMs) rmSync(file, { force: true });
  }
}
