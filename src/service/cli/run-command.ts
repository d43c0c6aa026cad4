/** The command line: parses the command, opens the store for it, and turns failures into exit codes. */
import { Command, CommanderError, Help } from 'commander';
import { printable } from '../../contract/printable.js';
import type { Config } from '../config.js';
import { openStoreOrCall } from '../store/open-store.js';
import { adderTo, type CommandContext } from './command.js';
import { addGroupCommands } from './groups.js';
import { addKeyCommands } from './keys.js';
import { addTransferCommands } from './transfer.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** The control characters that printed text keeps: tabs separate columns, newlines end lines. */
const ALLOWED_CONTROLS = '\t\n';

/** Returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommand(args: readonly string[], config: Config, workerUrl: URL): Promise<number> {
  try {
    await createProgram(contextOf(config, workerUrl)).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed its own message, and its exit code for help is 0
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    process.stderr.write(`${printable((error as Error).message, ALLOWED_CONTROLS)}\n`);
    return EXIT_FAILED;
  }
}

/** @throws commander's CommanderError for a usage error */
function createProgram(context: CommandContext): Command {
  const program = new Command('service')
    .description('Without a command, the service starts. Each command also accepts --json and --help.')
    .exitOverride()
    .showHelpAfterError('--help shows what can be given.')
    .configureOutput({ outputError: (text, write) => write(printable(text, ALLOWED_CONTROLS)) })
    // the help lists each command of a group, because a group alone does nothing
    .configureHelp({
      visibleCommands: ({ commands }) =>
        commands.flatMap((one) => (one.commands.length > 0 ? one.commands : one)),
      subcommandTerm: (command) =>
        (command.parent?.parent ? `${command.parent.name()} ` : '') + new Help().subcommandTerm(command),
    })
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 usage error.');
  addKeyCommands(program, context);
  addGroupCommands(program, context);
  addTransferCommands(program, context);
  const summary = 'bring the tables of a database up to date, as a start of the service does';
  adderTo(program, context)('migrate', summary, async ({ withStore }) => {
    await withStore((store) => store.migrate(), true);
    return { data: { isUpToDate: true }, text: 'The database is up to date' };
  });
  return program;
}

function contextOf(config: Config, workerUrl: URL): CommandContext {
  return {
    config,
    withStore: async (use, migrates = false) => {
      const onSlow = (text: string) => process.stderr.write(`${text}\n`);
      const store = await openStoreOrCall({ ...config, workerUrl, migrates, onSlow });
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
    print: ({ data, text }, asJson) => {
      const output = asJson && data !== undefined ? JSON.stringify(data) : text;
      if (output !== '') process.stdout.write(`${printable(output, ALLOWED_CONTROLS)}\n`);
    },
  };
}
