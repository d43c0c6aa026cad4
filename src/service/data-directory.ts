/** The data directory, which only the service's user may read, and files that appear there atomically. */
import { randomBytes } from 'node:crypto';
import { linkSync, unlinkSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';

const OWNER_ONLY = 0o700;

/** Creates the directory if it is missing, and closes an existing one to other users. */
export async function openDataDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY });
  // fails if another user owns the directory; that user decides who may read it
  await chmod(directory, OWNER_ONLY).catch(() => undefined);
}

/** Writes the file atomically with a hard link, which fails if it exists. Returns false in that case. */
export function writeFileExclusive(file: string, content: string): boolean {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}
