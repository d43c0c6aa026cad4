/** One run of the command line: finds the command, makes its client, and says how it ended. */
import path from 'node:path';
import { CommanderError } from 'commander';
import { asSignalsError, isSignalsError } from '../../addon/errors.js';
import { createZone } from '../../addon/question/zone.js';
import { createClient } from '../client.js';
import { forClient } from '../errors.js';
import { openSqliteStore } from '../sqlite-store.js';
import type { ClientSettings } from '../types.js';
import type { CommandContext } from './command-context.js';
import { LOOK_UPS, QUESTIONS } from './commands.js';
import type { Confirm } from './confirm.js';
import { EXIT, exitCodeOf, Interrupted, UsageError } from './exit-codes.js';
import { findKey } from './find-key.js';
import { printable } from './formats.js';
import { createOutput, type Streams } from './output.js';
import { type CommandLine, createProgram } from './program.js';

const LOCAL_SERVICE = 'http://127.0.0.1:8787';
/** What a formula needs to be written: no service is asked. */
const NO_KEY = 'no-key-needed';

export interface Surroundings extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly prompt: ((question: string) => Promise<string>) | undefined;
  /** Undefined where no one is there to answer. */
  readonly confirm: Confirm | undefined;
  readonly signal: AbortSignal;
  readonly version: string;
  /** Beside what the arguments say, for tests. */
  readonly client?: Partial<ClientSettings>;
}

/** @returns the exit code */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const program = createProgram({ ...around, run: (line) => runCommand(line, around) });
  try {
    await program.parseAsync(args.length > 0 ? args : ['help'], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted;
    // it has been told
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof UsageError) {
      around.err.write(`signals: ${printable(error.message)}\n`);
      return EXIT.usage;
    }
    const told = isSignalsError(error) ? forClient(error) : error;
    const { message, code } = asSignalsError(told);
    around.err.write(`${printable(isSignalsError(told) ? message : String(told))}\n`);
    return isSignalsError(told) ? exitCodeOf(code) : EXIT.failed;
  }
}

async function runCommand(line: CommandLine, around: Surroundings): Promise<void> {
  const { settings } = line;
  const timeZone = settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const client = createClient({ ...(await clientSettings(line, around, timeZone)), ...around.client });
  const context: CommandContext = {
    client,
    settings,
    output: createOutput(around, createZone(timeZone), settings.quiet === true),
    format: settings.format ?? (around.out.isTTY === true ? 'table' : 'csv'),
    confirm: around.confirm,
    signal: around.signal,
  };
  try {
    if ('words' in line) await LOOK_UPS[line.command].run(context, line.words);
    else await QUESTIONS[line.command].run(context, line.dataset, line.question);
  } finally {
    await client.close();
  }
}

async function clientSettings(
  { command, settings: { store, keyFile, url } }: CommandLine,
  { env, home, prompt }: Surroundings,
  timeZone: string,
): Promise<ClientSettings> {
  const usual = env['SIGNALS_STORE'] ?? path.join(home, '.cache', 'signals', 'answers.sqlite');
  const isPaying = command === 'ask' || command === 'watch';
  return {
    key: command === 'formula' ? NO_KEY : await findKey({ env, home, prompt, keyFile }),
    url: url ?? env['SIGNALS_URL'] ?? LOCAL_SERVICE,
    timeZone,
    ...(isPaying && store !== false && { store: openSqliteStore(typeof store === 'string' ? store : usual) }),
  };
}
