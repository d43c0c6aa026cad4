/** Where the key comes from: the environment, a file of the owner alone, or the person at the terminal. Never an argument. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import { SignalsError } from '../../addon/errors.js';
import { clientErrors } from '../errors.js';
import { Interrupted } from './exit-codes.js';

export interface KeySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As it was named; the usual one where it was not. */
  readonly keyFile: string | undefined;
  readonly home: string;
  /** Undefined where no one is there to answer. */
  readonly prompt: ((question: string) => Promise<string>) | undefined;
}

/** @throws NO_KEY, and for a file that others can read */
export async function findKey({ env, keyFile, home, prompt }: KeySources): Promise<string> {
  const named = env['SIGNALS_API_KEY'];
  if (named) return named;
  const file = keyFile ?? env['SIGNALS_KEY_FILE'] ?? path.join(home, '.config', 'signals', 'key');
  const isWanted = keyFile !== undefined || env['SIGNALS_KEY_FILE'] !== undefined;
  if (isWanted || existsSync(file)) return readKeyFile(file);
  if (!prompt) throw clientErrors.noKey();
  return prompt('API key: ');
}

function readKeyFile(file: string): string {
  try {
    // on Windows, files have no such mode
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new SignalsError(
        'NO_KEY',
        `others can read the key file; run: chmod 600 ${path.basename(file).slice(0, 60)}`,
      );
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof SignalsError) throw error;
    throw new SignalsError('NO_KEY', 'the key file cannot be read; check its name');
  }
}

/** Asks without showing what is typed. The promise fails with `Interrupted` for Ctrl-C, and NO_KEY for Ctrl-D. */
export function createPrompt(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): ((question: string) => Promise<string>) | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return (question) =>
    new Promise((resolve, reject) => {
      const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
      // before the question: what answers it at once must not be seen either
      const lines = createInterface({ input, output: unseen, terminal: true });
      output.write(question);
      const end = (act: () => void) => {
        input.off('keypress', onKey);
        lines.off('close', refuse).close();
        output.write('\n');
        act();
      };
      const refuse = () => end(() => reject(clientErrors.noKey()));
      const onKey = (_text: string, { ctrl, name }: Key) => {
        if (ctrl && name === 'd') refuse();
      };
      input.on('keypress', onKey);
      lines.once('line', (typed) => end(() => resolve(typed.trim())));
      lines.once('SIGINT', () => end(() => reject(new Interrupted())));
      lines.once('close', refuse);
    });
}
