/** One run of the command line: its command, the message of a failure, and the exit code. */
import { CommanderError } from 'commander';
import { isSignalsError, type SignalsError } from '../../addon/errors.js';
import type { CellErrorCode } from '../../contract/error-texts.js';
import { printable } from '../../contract/printable.js';
import { badInput, forClient, NO_COST, type PurchaseError } from '../errors.js';
import type { CliIO } from './context.js';
import { createProgram, withoutHelpWord } from './program.js';

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

/** @returns the exit code */
export async function run(args: readonly string[], io: CliIO): Promise<number> {
  try {
    // wherever it was typed, and without repeating it
    if (args.some((arg) => KEY_OPTION.test(arg)))
      throw badInput('a key in the arguments is seen by all: use SIGNALS_API_KEY');
    await createProgram(io).parseAsync(withoutHelpWord(args), { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // the reader has closed the pipe, as in `signals ask ... | head`
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.done;
    // commander has printed the error
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const shown = forClient(error);
    io.err.write(`${printable(isSignalsError(shown) ? withOptions(shown) : String(shown))}\n`);
    // the shown error is a new one, without the cost
    const { cost = NO_COST }: Partial<PurchaseError> = error as object;
    const more = cost.unclear ? ' for certain, and perhaps more' : '';
    if (cost.charged > 0 || cost.unclear)
      io.err.write(`the failed request cost ${cost.charged} credits${more}\n`);
    return isSignalsError(shown) ? (CODES[shown.code] ?? EXIT.later) : EXIT.failed;
  }
}

/** Returns the message with its options as the command line spells them; words of the person stay. */
function withOptions({ message, details }: SignalsError): string {
  return message.replace(NAMED_OPTION, (quoted, name: string) => {
    if (details?.args.includes(name)) return quoted;
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  });
}
