/** What a command is. */
import type { Config } from '../config.js';
import type { Store } from '../store/create-store.js';

export interface CommandContext {
  readonly config: Config;
  /** Opens the store, or calls the service that has it open, and closes it again. */
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
  /** Printed without; nothing when empty. */
  readonly text: string;
}

export interface Command {
  readonly summary: string;
  /** Arguments and options; every command also takes --json. */
  readonly usage: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** Names of the arguments without an option; the last may repeat when it ends with `...`. */
  readonly positionals?: readonly string[];
  /** @throws UsageError and CommandError */
  readonly run: (input: CommandInput, context: CommandContext) => Promise<CommandOutput>;
}
