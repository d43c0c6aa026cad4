/** The command line: finds the command, opens the store for it, turns failures into exit codes. */
import { parseArgs } from 'node:util';
import type { Config } from '../config.js';
import { openStoreOrCall } from '../store/open-store.js';
import { type Command, type CommandContext, type CommandInput, UsageError } from './command.js';
import { GROUP_COMMANDS } from './groups.js';
import { KEY_COMMANDS } from './keys.js';
import { printable } from './printable.js';
import { PUSH_COMMANDS } from './push.js';
import { TRANSFER_COMMANDS } from './transfer.js';

const COMMANDS: Readonly<Record<string, Command>> = {
  ...KEY_COMMANDS,
  ...GROUP_COMMANDS,
  ...TRANSFER_COMMANDS,
  ...PUSH_COMMANDS,
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommand(args: readonly string[], config: Config, workerUrl: URL): Promise<number> {
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => Object.hasOwn(COMMANDS, words));
  if (name === undefined) {
    const asked = ['help', '--help', '-h'].includes(args[0] ?? '');
    (asked ? process.stdout : process.stderr).write(help());
    return asked ? 0 : EXIT_USAGE;
  }
  const command = COMMANDS[name]!;
  const rest = args.slice(name.split(' ').length);
  if (rest.includes('--help')) {
    process.stdout.write(`${name} ${command.usage}\n  ${command.summary}\n`);
    return 0;
  }
  try {
    const { input, json } = readInput(command, rest);
    const { data, text } = await command.run(input, contextOf(config, workerUrl));
    const output = json && data !== undefined ? JSON.stringify(data) : text;
    if (output !== '') process.stdout.write(`${printable(output)}\n`);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError || isParseError(error);
    process.stderr.write(`${printable((error as Error).message)}\n`);
    if (isUsage) process.stderr.write(`Usage: ${name} ${command.usage}\n`);
    return isUsage ? EXIT_USAGE : EXIT_FAILED;
  }
}

function contextOf(config: Config, workerUrl: URL): CommandContext {
  return {
    config,
    withStore: async (use) => {
      const store = await openStoreOrCall({ ...config, workerUrl });
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
  };
}

/** @throws UsageError, and what parseArgs throws */
function readInput(command: Command, args: readonly string[]): { input: CommandInput; json: boolean } {
  const names = command.positionals ?? [];
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...command.options, json: { type: 'boolean' } },
    allowPositionals: names.length > 0,
  });
  const repeats = names[names.length - 1]?.endsWith('...') ?? false;
  if (positionals.length < names.length || (positionals.length > names.length && !repeats)) {
    throw new UsageError(`expected ${names.join(' ')}`);
  }
  const entries = Object.entries(values);
  return {
    input: {
      values: Object.fromEntries(
        entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
      ),
      flags: new Set(entries.flatMap(([key, value]) => (value === true ? [key] : []))),
      positionals,
    },
    json: values['json'] === true,
  };
}

function help(): string {
  const commands = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  ${name} ${usage}\n      ${summary}`,
  );
  return [
    'Without a command, the service starts. Each command also accepts --json and --help.',
    'Exit codes: 0 success, 1 failure, 2 usage error.',
    'Commands:',
    ...commands,
    '',
  ].join('\n');
}

function isParseError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
