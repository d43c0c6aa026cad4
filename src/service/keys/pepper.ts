/** The secret in every key's digest: from the environment, else created once and stored with the data. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openDataDirectory, placeFile } from '../data-directory.js';
import { digestOf } from './api-key.js';

const PEPPER_BYTES = 32;

export interface PepperOptions {
  readonly keyPepper: string | undefined;
  readonly dataDirectory: string;
}

/** The same text at every start, even if two processes create it at the same time. */
export async function loadPepper({ keyPepper, dataDirectory }: PepperOptions): Promise<string> {
  if (keyPepper !== undefined) return keyPepper;
  const file = path.join(dataDirectory, 'key-pepper');
  if (!existsSync(file)) {
    await openDataDirectory(dataDirectory);
    // another process may be faster
    placeFile(file, randomBytes(PEPPER_BYTES).toString('base64url'));
  }
  return readFile(file, 'utf8');
}

/** The part of the store that the check of a pepper needs. */
interface KeyStore {
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, value: string): Promise<void>;
  listKeys(): Promise<readonly { readonly revoked: unknown }[]>;
}

/** The setting that says with which pepper the keys of a database were made; an import of accounts brings it. */
const CHECK = 'key-pepper-check';

/**
 * Notes with which pepper the keys of a database are made. Of keys that there were before, the service knows it.
 * @throws when it is another one: new keys would never be accepted, or old ones no more
 */
export async function checkPepper(store: KeyStore, pepper: string, by: 'service' | 'command'): Promise<void> {
  const check = digestOf('signals', pepper);
  const known = await store.readSetting(CHECK);
  if (known === check) return;
  const hasKeys = (await store.listKeys()).some(({ revoked }) => !revoked);
  if (known === undefined && hasKeys && by === 'command') return;
  if (known !== undefined && hasKeys) {
    throw new Error(
      'KEY_PEPPER, or the file key-pepper in DATA_DIR, is not the one that the keys of this database were made with: ' +
        'set the one that was used then, or revoke all keys first',
    );
  }
  await store.writeSetting(CHECK, check);
}
