/** Finds the API key and the folder of stored answers. The key is never an argument. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SignalsError } from '../addon/errors.js';
import { clientErrors } from './errors.js';

/** The address of `npm run service`. */
export const LOCAL_SERVICE = 'http://127.0.0.1:8787';

export interface KeySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The named key file; undefined for the default. */
  readonly keyFile?: string | undefined;
  /** Asks the person for the key; undefined if nobody is at a terminal. */
  readonly askForKey?: (() => Promise<string>) | undefined;
}

/** Reads the key from the named file, environment, another file or the terminal. @throws NO_KEY, also if others can read the file */
export async function findKey({ env, keyFile, askForKey }: KeySources): Promise<string> {
  const { SIGNALS_API_KEY: key, SIGNALS_KEY_FILE } = env;
  if (key && keyFile === undefined) return key;
  const named = keyFile ?? (SIGNALS_KEY_FILE || undefined);
  const file = named ?? path.join(homeIn(env), '.config', 'signals', 'key');
  if (named !== undefined || existsSync(file)) return readKeyFile(file);
  const typed = await askForKey?.();
  if (!typed) throw clientErrors.noKey();
  return typed;
}

export function storeFolder(env: KeySources['env']): string {
  return env['SIGNALS_STORE'] || path.join(homeIn(env), '.cache', 'signals', 'answers');
}

function homeIn(env: KeySources['env']): string {
  return env['HOME'] || os.homedir();
}

function readKeyFile(file: string): string {
  try {
    // Windows files have no such mode
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new SignalsError('NO_KEY', `others can read the key file; run: chmod 600 ${file}`);
    const key = readFileSync(file, 'utf8').trim();
    if (key === '') throw new SignalsError('NO_KEY', 'the key file is empty; save the key in it');
    return key;
  } catch (error) {
    if (error instanceof SignalsError) throw error;
    throw new SignalsError('NO_KEY', 'the key file cannot be read; check its name');
  }
}
