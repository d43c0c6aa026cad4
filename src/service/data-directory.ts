/** The data directory, for the user of the service alone, and files that appear there all at once. */
import { randomBytes } from 'node:crypto';
import { linkSync, unlinkSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';

const OWNER_ONLY = 0o700;

/** Creates it if it is missing. One that others may read is closed to them, if it is ours. */
export async function openDataDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY });
  // the owner of a directory that is not ours decides about it
  await chmod(directory, OWNER_ONLY).catch(() => undefined);
}

/** Writes the file, and returns false if it exists. A link appears with its complete content, and only where there is no file. */
export function placeFile(file: string, content: string): boolean {
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
