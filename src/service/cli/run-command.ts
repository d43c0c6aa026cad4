/** The command line: parses the command, runs it, and turns failures into exit codes. */
import { Command, CommanderError, Help } from 'commander';
import type { Config } from '../config.js';
import type { Store } from '../store/create-store.js';
import { adderTo, type CommandContext, say, shown } from './command.js';
import { addGroupCommands } from './groups.js';
import { addKeyCommands } from './keys.js';
import { addTransferCommands } from './transfer.js';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommand(args: readonly string[], config: Config, workerUrl: URL): Promise<number> {
  try {
    await createProgram({ config, workerUrl }).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed its own message, and its exit code for help is 0
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    say((error as Error).message);
    return EXIT_FAILED;
  }
}

/** @throws commander's CommanderError for a usage error */
function createProgram(context: CommandContext): Command {
  const program = new Command('service')
    .description('Without a command, the service starts. Each command also accepts --json and --help.')
    .exitOverride()
    .showHelpAfterError('--help shows what can be given.')
    .configureOutput({ outputError: (text, write) => write(shown(text)) })
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
  adderTo(program, context)('migrate', summary, migrate, true);
  return program;
}

async function migrate(store: Store) {
  await store.migrate();
  return { data: { isUpToDate: true }, text: 'The database is up to date' };
}
