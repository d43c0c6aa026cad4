/** Stores each answer in a file of a folder. Renames and links are atomic, so programs need no lock. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { clientErrors } from './errors.js';
import type { AnswerStore } from './types.js';

/** Answers that were not written for this time are deleted, and so are the drafts of killed programs. */
const RETENTION_MS = 400 * 86_400_000;
/** The deletable files: the client's own answers, watches and drafts, but no open purchase. */
const DELETABLE = /^(?:(?:answer|watch)%3A[\da-f]{1,64}|[\da-f-]{36}\.signals-draft)$/;

/** Creates the folder with access for its owner only. @throws SERVICE if it cannot be written */
export function openFileStore(folder: string): AnswerStore {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    deleteOld(folder);
  } catch {
    // without a store, a crash could cost the paid answers
    throw clientErrors.noStore();
  }
  // Windows folders have no such mode
  if (process.platform !== 'win32' && (fs.statSync(folder).mode & 0o022) !== 0)
    throw clientErrors.openStore();
  const fileOf = (name: string) => path.join(folder, encodeURIComponent(name));

  /**
   * @param publish renames or links a complete draft
   * @returns false if `publish` needs a free name and it is taken @throws SERVICE
   */
  function write(name: string, value: string, publish: (draft: string, file: string) => void): boolean {
    const draft = path.join(folder, `${randomUUID()}.signals-draft`);
    try {
      fs.writeFileSync(draft, value, { flag: 'wx', mode: 0o600, flush: true });
      publish(draft, fileOf(name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw clientErrors.noStore();
    } finally {
      fs.rmSync(draft, { force: true });
    }
  }

  return {
    get(name) {
      try {
        return fs.readFileSync(fileOf(name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        // treated as missing, it would be paid again
        throw clientErrors.unreadableStore();
      }
    },
    set: (name, value) => void write(name, value, fs.renameSync),
    // a link fails if the name exists
    add: (name, value) => write(name, value, fs.linkSync),
    delete: (name) => fs.rmSync(fileOf(name), { force: true }),
  };
}

function deleteOld(folder: string): void {
  for (const entry of fs.readdirSync(folder).filter((name) => DELETABLE.test(name))) {
    const file = path.join(folder, entry);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && Date.now() - found.mtimeMs > RETENTION_MS) fs.rmSync(file, { force: true });
  }
}
