/** Opens the store for a command, prints its output, and parses its numbers. */
import { type Command, InvalidArgumentError } from 'commander';
import { asFields } from '../../contract/json.js';
import { printable } from '../../contract/printable.js';
import type { Config } from '../config.js';
import type { Store } from '../store/create-store.js';
import { openStoreOrCall } from '../store/open-store.js';

export interface CommandContext {
  readonly config: Config;
  /** The address of the built store-worker. */
  readonly workerUrl: URL;
}

interface CommandOutput {
  /** Printed with --json. */
  readonly data: unknown;
  /** Printed without --json; nothing if empty. */
  readonly text: string;
}

/** Gets the store, the command's arguments, then its options. */
type Run = (store: Store, ...values: never[]) => Promise<CommandOutput>;

/** The control characters that printed text keeps: tabs separate columns, newlines end lines. */
const ALLOWED_CONTROLS = '\t\n';

/** Escapes control characters in a text for a terminal. */
export function shown(text: string): string {
  return printable(text, ALLOWED_CONTROLS);
}

export function say(line: string): void {
  process.stderr.write(`${shown(line)}\n`);
}

const onWaiting = () => say('Another command uses the data through this one, which ends after it');

/** Returns a function that adds a command to a program or a group. Every command accepts --json. */
export function adderTo(parent: Command, { config, workerUrl }: CommandContext) {
  /** @param migrates true: migrate a database of an earlier release; false: fail on one */
  return (name: string, summary: string, run: Run, migrates = false): Command => {
    const command = parent.command(name).description(summary).option('--json', 'print the result as JSON');
    return command.action(async (...values: unknown[]) => {
      const store = await openStoreOrCall({ ...config, workerUrl, migrates, onSlow: say, onWaiting });
      try {
        const { data, text } = await run(store, ...(values as never[]));
        const asJson = command.opts<{ json?: boolean }>().json === true && data !== undefined;
        const output = asJson ? JSON.stringify(data) : text;
        if (output !== '') process.stdout.write(`${shown(output)}\n`);
      } finally {
        await store.close();
      }
    });
  };
}

/** The output of a command that lists: as text a header, then a line for each item, with tabs between the columns. */
export function listed(items: readonly object[]): CommandOutput {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  // a tab or a line break in a value would look like another column or another line
  const cellOf = (item: object, name: string) => printable(String(asFields(item)[name] ?? ''));
  const rows = items.map((item) => names.map((name) => cellOf(item, name)));
  const table = items.length > 0 ? [names, ...rows] : [];
  return { data: items, text: table.map((row) => row.join('\t')).join('\n') };
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
