/** The command line: finds the command, opens the store for it, turns failures into exit codes. */
import type { Config } from '../config.js';
import type { Store } from '../store/create-store.js';
import { openStoreOrCall } from '../store/open-store.js';
import { createKeyCommand } from './keys.js';
import { UsageError } from './usage-error.js';

export interface CommandContext {
  readonly config: Config;
  /** Opens the store, or calls the service that has it open, and closes it again. */
  readonly withStore: <T>(use: (store: Store) => Promise<T>) => Promise<T>;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
}

type Command = (args: readonly string[], context: CommandContext) => Promise<void>;

const COMMANDS: Readonly<Record<string, { readonly usage: string; readonly run: Command }>> = {
  'keys create': { usage: '--name NAME --credits CREDITS [--json]', run: createKeyCommand },
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Answers the exit code: 0 done, 1 failed, 2 typed wrongly. */
export async function runCommand(args: readonly string[], config: Config, workerUrl: URL): Promise<number> {
  const name = args.slice(0, 2).join(' ');
  const command = COMMANDS[name];
  if (!command) {
    process.stderr.write(usage());
    return args[0] === 'help' || args[0] === '--help' ? 0 : EXIT_USAGE;
  }
  const context: CommandContext = {
    config,
    withStore: async (use) => {
      const store = await openStoreOrCall({ ...config, workerUrl });
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
    print: (line) => process.stdout.write(`${line}\n`),
  };
  try {
    await command.run(args.slice(2), context);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError || isParseError(error);
    process.stderr.write(`${(error as Error).message}\n`);
    if (isUsage) process.stderr.write(`Usage: ${name} ${command.usage}\n`);
    return isUsage ? EXIT_USAGE : EXIT_FAILED;
  }
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { usage: options }]) => `  ${name} ${options}`);
  return `Without a command the service starts. Commands:\n${lines.join('\n')}\n`;
}

function isParseError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
