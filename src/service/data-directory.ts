/** The data directory: for the user of the service alone. */
import { chmod, mkdir } from 'node:fs/promises';

const OWNER_ONLY = 0o700;

/** Creates it if it is missing. One that others may read is closed to them, if it is ours. */
export async function openDataDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY });
  // the owner of a directory that is not ours decides about it
  await chmod(directory, OWNER_ONLY).catch(() => undefined);
}
