/** The parts that all commands share: their arguments, their output, and the parsing of numbers. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.js';
import type { Store } from '../store/create-store.js';

export interface CommandContext {
  readonly config: Config;
  /**
   * Opens the store, or calls the service that has it open, and closes it afterwards.
   * @param migrates true: migrate a database of an earlier release; false: fail on one
   */
  readonly withStore: <T>(use: (store: Store) => Promise<T>, migrates?: boolean) => Promise<T>;
  readonly print: (output: CommandOutput, asJson: boolean) => void;
}

export interface CommandOutput {
  /** Printed with --json. */
  readonly data: unknown;
  /** Printed without --json; nothing if empty. */
  readonly text: string;
}

/** Gets the command's arguments, then its options. */
type Run = (context: CommandContext, ...values: never[]) => Promise<CommandOutput>;

/** Returns a function that adds a command to a program or a group. Every command accepts --json. */
export function adderTo(parent: Command, context: CommandContext) {
  return (name: string, summary: string, run: Run): Command => {
    const command = parent.command(name).description(summary).option('--json', 'print the result as JSON');
    return command.action(async (...values: unknown[]) => {
      const output = await run(context, ...(values as never[]));
      context.print(output, command.opts<{ json?: boolean }>().json === true);
    });
  };
}

export function tableText(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => row.join('\t')).join('\n');
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** The option of commands that list. */
export const AT_MOST = ['--limit <number>', 'at most so many', wholeNumber(1, 10_000)] as const;
