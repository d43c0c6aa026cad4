/** The secret in every key's digest: from the environment, else created once and stored with the data. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PEPPER_BYTES = 32;

export interface PepperOptions {
  readonly keyPepper: string | undefined;
  readonly dataDirectory: string;
}

/** The same text at every start, even if two processes create it at the same time. */
export async function loadPepper({ keyPepper, dataDirectory }: PepperOptions): Promise<string> {
  if (keyPepper !== undefined) return keyPepper;
  const file = path.join(dataDirectory, 'key-pepper');
  const found = await readIfThere(file);
  if (found !== undefined) return found;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(PEPPER_BYTES).toString('base64url'), { mode: 0o600 });
  try {
    // a link appears with its complete content, and fails if another process was faster
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
