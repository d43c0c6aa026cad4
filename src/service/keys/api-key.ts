/**
 * API keys: random, stored only as a digest. The digest has a secret, the pepper: from the environment, else
 * created once and stored with the data.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openDataDirectory, writeFileExclusive } from '../data-directory.js';

const KEY_BYTES = 24;
const PREFIX_LENGTH = 7;
const PEPPER_BYTES = 32;

export function makeKey(): string {
  return `bs_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** Enough characters to recognise a key in a list, too few to use it. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** 192 random bits need no slow hash. Without the pepper, a stolen table cannot be used to test guesses. */
export function digestOf(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/**
 * Returns the same text at every start, even if two processes create it at the same time.
 * @throws for an empty file, which a full disk or a wrong copy may leave
 */
export async function loadPepper({
  keyPepper,
  dataDirectory,
}: Readonly<{ keyPepper: string | undefined; dataDirectory: string }>): Promise<string> {
  if (keyPepper !== undefined) return keyPepper;
  const file = path.join(dataDirectory, 'key-pepper');
  if (!existsSync(file)) {
    await openDataDirectory(dataDirectory);
    // keeps the file of another process that was faster
    writeFileExclusive(file, randomBytes(PEPPER_BYTES).toString('base64url'));
  }
  const pepper = await readFile(file, 'utf8');
  if (pepper.trim() !== '') return pepper;
  throw new Error(`${file} is empty: restore it from your backup, or delete it if there are no keys yet`);
}

interface KeyStore {
  readPepperCheck(): Promise<string | undefined>;
  writePepperCheck(check: string): Promise<void>;
  listKeys(): Promise<readonly { readonly revoked: unknown }[]>;
}

/** Stores a check of the keys' pepper. @throws if the pepper has changed: the service would refuse new or old keys */
export async function checkPepper(store: KeyStore, pepper: string): Promise<void> {
  const check = digestOf('signals', pepper);
  const known = await store.readPepperCheck();
  if (known === check) return;
  if (known !== undefined && (await store.listKeys()).some(({ revoked }) => !revoked)) {
    throw new Error(
      'KEY_PEPPER, or the file key-pepper in DATA_DIR, is not the one that the keys of this database were made with: ' +
        'set the one that was used then, or revoke all keys first',
    );
  }
  await store.writePepperCheck(check);
}
