/** One run of the command line: finds the command, makes its client, and says how it ended. */
import path from 'node:path';
import { asSignalsError, isSignalsError } from '../../addon/errors.js';
import { createZone } from '../../addon/question/zone.js';
import { createClient } from '../client.js';
import { forClient } from '../errors.js';
import { openSqliteStore } from '../sqlite-store.js';
import type { ClientSettings } from '../types.js';
import {
  DATASET_NAMES,
  FORMATS,
  isIn,
  type OutputFormat,
  type ParsedLine,
  parseLine,
  questionOf,
} from './arguments.js';
import { COMMANDS } from './commands.js';
import { completionFor } from './completion.js';
import { EXIT, exitCodeOf, Interrupted } from './exit-codes.js';
import { findKey } from './find-key.js';
import { printable } from './formats.js';
import { HELP, optionHelp } from './help.js';
import { LineError } from './line-error.js';
import { createOutput, type Streams } from './output.js';

const LOCAL_SERVICE = 'http://127.0.0.1:8787';
/** What a formula needs to be written: no service is asked. */
const NO_KEY = 'no-key-needed';

export interface Surroundings extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly prompt: ((question: string) => Promise<string>) | undefined;
  readonly signal: AbortSignal;
  /** Beside what the arguments say, for tests. */
  readonly client?: Partial<ClientSettings>;
}

/** @returns the exit code */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    const line = parseLine(args);
    if (line.command === 'help' || line.settings.has('help')) return help(line, around);
    if (line.command === 'completion') return complete(line, around);
    const command = Object.hasOwn(COMMANDS, line.command) ? COMMANDS[line.command] : undefined;
    if (!command) throw new LineError(`there is no command ${line.command}; see: signals help`);
    const format = formatOf(line, around.out.isTTY === true);
    const timeZone = line.settings.get('time-zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const output = createOutput(around, createZone(timeZone), line.settings.has('quiet'));
    const settings = await settingsOf(line, around, timeZone);
    const client = createClient({ ...settings, ...around.client });
    try {
      await command({ client, line, output, format, signal: around.signal });
    } finally {
      await client.close();
    }
    return EXIT.done;
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted;
    if (error instanceof LineError) {
      around.err.write(`signals: ${printable(error.message)}\n`);
      return EXIT.usage;
    }
    const told = isSignalsError(error) ? forClient(error) : error;
    const { message, code } = asSignalsError(told);
    around.err.write(`${printable(isSignalsError(told) ? message : String(told))}\n`);
    return isSignalsError(told) ? exitCodeOf(code) : EXIT.failed;
  }
}

async function settingsOf(line: ParsedLine, around: Surroundings, timeZone: string): Promise<ClientSettings> {
  const { env, home, prompt } = around;
  const { settings, command } = line;
  const store =
    settings.get('store') ?? env['SIGNALS_STORE'] ?? path.join(home, '.cache', 'signals', 'answers.sqlite');
  const isPaying = command === 'ask' || command === 'watch';
  return {
    key:
      command === 'formula'
        ? NO_KEY
        : await findKey({ env, home, prompt, keyFile: settings.get('key-file') }),
    url: settings.get('url') ?? env['SIGNALS_URL'] ?? LOCAL_SERVICE,
    timeZone,
    ...(isPaying && !settings.has('no-store') && { store: openSqliteStore(store) }),
  };
}

/** @throws LineError */
function formatOf({ settings }: ParsedLine, isTerminal: boolean): OutputFormat {
  const format = settings.get('format') ?? (isTerminal ? 'table' : 'csv');
  if (!isIn(FORMATS, format)) throw new LineError(`--format is one of ${FORMATS.join(', ')}`);
  return format;
}

function help({ words, command }: ParsedLine, { out }: Surroundings): number {
  const [name] = command === 'help' ? words : words.slice(0, 1);
  const isDataset = name !== undefined && isIn(DATASET_NAMES, name);
  const asked = { command, words: [name ?? ''], settings: new Map(), options: new Map() };
  out.write(isDataset ? optionHelp(questionOf(asked).dataset) : HELP);
  return EXIT.done;
}

function complete({ words: [shell = ''] }: ParsedLine, { out }: Surroundings): number {
  const script = completionFor(shell);
  if (script === undefined) throw new LineError('name your shell: bash or zsh');
  out.write(script);
  return EXIT.done;
}
