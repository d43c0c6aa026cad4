/** One run of the command line: finds the command, creates its client, and returns the exit code. */
import { CommanderError } from 'commander';
import { isSignalsError, type SignalsError } from '../../addon/errors.js';
import { createZone } from '../../addon/question/zone.js';
import type { CellErrorCode } from '../../contract/error-texts.js';
import { printable } from '../../contract/printable.js';
import { createClient } from '../client.js';
import { forClient, NO_COST, type PurchaseError } from '../errors.js';
import { openFileStore } from '../file-store.js';
import { findKey, type KeySources, LOCAL_SERVICE, storeFolder } from '../find-key.js';
import type { ClientSettings } from '../types.js';
import { type LineSettings, UsageError } from './options.js';
import { type CommandContext, createOutput, type Streams } from './output.js';
import { createProgram } from './program.js';

export const EXIT = { done: 0, failed: 1, usage: 2, key: 3, credits: 4, later: 5, interrupted: 130 } as const;

const CODES: Readonly<Partial<Record<CellErrorCode, number>>> = {
  BAD_INPUT: EXIT.usage,
  NO_GROUP: EXIT.usage,
  NO_KEY: EXIT.key,
  BAD_KEY: EXIT.key,
  NO_CREDITS: EXIT.credits,
  FEW_CREDITS: EXIT.credits,
  BUDGET: EXIT.credits,
};
/** The options that messages of the client name. */
const NAMED_OPTION = /"(columns|currency|date|from|group|limit|maxCredits|refresh|timeZone|to)"/g;
/** An option that looks like a key, with or without its value. */
const KEY_OPTION = /^--[^=]*key(?:=|$)/i;
/** A placeholder key for writing a formula, which needs no request. */
const NO_KEY = 'no-key-needed';

export interface CliIO extends Streams {
  readonly env: KeySources['env'];
  readonly confirm: CommandContext['confirm'];
  readonly askForKey?: KeySources['askForKey'];
  readonly signal: AbortSignal;
  readonly version: string;
  /** Overrides of the client's settings, for tests. */
  readonly client?: Partial<ClientSettings>;
}

/** @returns the exit code */
export async function run(args: readonly string[], io: CliIO): Promise<number> {
  const program = createProgram({ ...io, run: (...line) => runCommand(io, ...line) });
  try {
    // wherever it was typed, and without repeating it
    if (args.some((arg) => KEY_OPTION.test(arg)))
      throw new UsageError('a key in the arguments is seen by all: use SIGNALS_API_KEY');
    await program.parseAsync(args.length > 0 ? args : ['help'], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // the reader has closed the pipe, as in `signals ask ... | head`
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.done;
    // commander has printed the error
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof UsageError) {
      io.err.write(`signals: ${printable(error.message)}\n`);
      return EXIT.usage;
    }
    const shown = forClient(error);
    const isKnown = isSignalsError(shown);
    io.err.write(`${printable(isKnown ? messageOf(shown) : String(shown))}\n`);
    // the shown error is a new one, without the cost
    const { cost = NO_COST }: Partial<PurchaseError> = error as object;
    const more = cost.unclear ? ' for certain, and perhaps more' : '';
    if (cost.charged > 0 || cost.unclear)
      io.err.write(`the failed request cost ${cost.charged} credits${more}\n`);
    return isKnown ? (CODES[shown.code] ?? EXIT.later) : EXIT.failed;
  }
}

/** Returns the message with its options as the command line spells them; words of the person stay. */
function messageOf({ message, details }: SignalsError): string {
  return message.replace(NAMED_OPTION, (quoted, name: string) => {
    if (details?.args.includes(name)) return quoted;
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  });
}

async function runCommand(
  io: CliIO,
  name: string,
  settings: LineSettings,
  execute: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { env, askForKey, confirm, signal } = io;
  const { url, keyFile, store = true, quiet = false } = settings;
  const timeZone = settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const key = name === 'formula' ? NO_KEY : await findKey({ env, keyFile, askForKey });
  const isPaying = name === 'ask' || name === 'watch';
  const folder = store === true ? storeFolder(env) : store;
  const client = createClient({
    key,
    url: url ?? (env['SIGNALS_URL'] || LOCAL_SERVICE),
    ...(isPaying && folder !== false && { store: openFileStore(folder) }),
    timeZone,
    ...io.client,
  });
  const output = createOutput(io, createZone(timeZone), quiet);
  const format = settings.format ?? (io.out.isTTY === true ? 'table' : 'csv');
  try {
    await execute({ client, settings, output, format, confirm, signal });
  } finally {
    await client.close();
  }
}
