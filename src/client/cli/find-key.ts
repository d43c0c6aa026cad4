/** Where the key comes from: the environment, a file of the owner alone, or the person at the terminal. Never an argument. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
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

const ESCAPE = '\u001b';
/** What arrow keys and the like send. */
const KEY_SEQUENCE = new RegExp(`${ESCAPE}(?:\\[[0-9;?]*[ -/]*[@-~]|O[A-S])`, 'g');
const CONTROL_C = '\u0003';
const CONTROL_D = '\u0004';
const CONTROL_U = '\u0015';

/** Asks without showing what is typed. The promise fails with `Interrupted` for Ctrl-C, and NO_KEY for Ctrl-D. */
export function createPrompt(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): ((question: string) => Promise<string>) | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return (question) =>
    new Promise((resolve, reject) => {
      let typed = '';
      // before the question: what answers it at once must not be seen either
      input.setRawMode(true);
      output.write(question);
      input.setEncoding('utf8');
      input.resume();
      const end = (act: () => void) => {
        input.setRawMode(false);
        input.pause();
        input.off('data', receive);
        output.write('\n');
        act();
      };
      const receive = (text: string) => {
        for (const letter of text.replace(KEY_SEQUENCE, '')) {
          if (letter === '\r' || letter === '\n') return end(() => resolve(typed.trim()));
          if (letter === CONTROL_C) return end(() => reject(new Interrupted()));
          if (letter === CONTROL_D) return end(() => reject(clientErrors.noKey()));
          if (letter === CONTROL_U) typed = '';
          else if (letter === '\u007f' || letter === '\b') typed = typed.slice(0, -1);
          else if (letter >= ' ') typed += letter;
        }
      };
      input.on('data', receive);
    });
}
