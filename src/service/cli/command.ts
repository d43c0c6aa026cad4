/** What a command is, how it reads its options, and how it fails. */
import type { Config } from '../config.js';
import type { Store } from '../store/create-store.js';

export interface CommandContext {
  readonly config: Config;
  /** Opens the store, or calls the service that has it open; closes it afterwards. */
  readonly withStore: <T>(use: (store: Store) => Promise<T>) => Promise<T>;
}

export interface CommandInput {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

export interface CommandOutput {
  /** Printed with --json. */
  readonly data: unknown;
  /** Printed without --json; nothing if empty. */
  readonly text: string;
}

export interface Command {
  readonly summary: string;
  /** Arguments and options; every command also accepts --json. */
  readonly usage: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** Names of the positional arguments; the last may repeat if it ends with `...`. */
  readonly positionals?: readonly string[];
  /** @throws UsageError and CommandError */
  readonly run: (input: CommandInput, context: CommandContext) => Promise<CommandOutput>;
}

/** A usage error: the message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError' as const;
}

/** The command failed: the message says why. */
export class CommandError extends Error {
  override readonly name = 'CommandError' as const;
}

/** The option as a whole number. @throws UsageError */
export function wholeNumberOf(name: string, text: string | undefined, min: number, max: number): number {
  const value = text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`);
}

/** The option --id. @throws UsageError */
export function idOf(text: string | undefined): number {
  return wholeNumberOf('id', text, 1, Number.MAX_SAFE_INTEGER);
}

/** The one of the values that the text names. @throws UsageError */
export function choiceOf<T extends string>(name: string, text: string | undefined, values: readonly T[]): T {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new UsageError(`${name} must be one of ${values.join(', ')}`);
}
