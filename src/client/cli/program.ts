/** The commands of `signals` with their texts, options and help. */
import { Command, InvalidArgumentError } from 'commander';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { printable } from '../../contract/printable.js';
import { optionsOfDataset } from '../dataset-options.js';
import type { AnyQuestion, OptionValue } from '../types.js';
import { LOOK_UPS, QUESTIONS } from './commands.js';
import { type CliIO, runCommand } from './context.js';
import {
  COMMON_SETTINGS,
  DATASET_WORDS,
  type LineSettings,
  notEmpty,
  optionOf,
  questionOption,
  SETTINGS,
} from './options.js';

const EXIT_CODES =
  '\nExit codes: 0 done, 1 failure, 2 usage or BAD_INPUT, 3 key, 4 credits or ceiling, 5 try again later, 130 interrupted.';
/** The help on companies, by the companies that a question without companies is about. */
const COMPANIES = {
  all: 'domains or names; all by default',
  tracked: 'domains, names or ids; all tracked companies by default',
};
/** Matches words that begin with a hyphen, or with a dash that a text program has made of hyphens. */
const MEANT_AS_OPTION = /^[\p{Pd}\u2212]/u;

export function createProgram(io: CliIO): Command {
  const { out, err, version } = io;
  const program = new Command('signals')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: (text) => void err.write(text),
      outputError: (text, write) => {
        const message = text.trim().replace(/^error: /, '');
        write(`signals: ${printable(message.replaceAll('\n', ' '))}\n`);
      },
    })
    .description('Business signals, with the questions of Signals for Sheets.')
    .usage('COMMAND [WORDS] [--option VALUE]')
    .version(version)
    .helpCommand('help [words...]', 'this, or the options of a dataset or a command')
    .showHelpAfterError('See signals help.')
    .addHelpText('after', EXIT_CODES);
  for (const name of Object.keys(QUESTIONS)) addQuestion(program, name, io);
  for (const [name, lookUp] of Object.entries(LOOK_UPS)) {
    const command = program
      .command([name, lookUp.words].join(' ').trim())
      .description(lookUp.description)
      .action(() => runCommand(io, name, command.opts(), (context) => lookUp.run(context, command.args)));
    for (const word of command.registeredArguments) if (!word.variadic) word.argParser(notEmpty);
    addSettings(command, lookUp.settings);
  }
  return program;
}

/** Returns the line that shows the help which `help ask expansions`, `help expansions` or `help` asks for. */
export function withoutHelpWord(args: readonly string[]): readonly string[] {
  const [first = 'help', ...words] = args;
  if (first !== 'help') return args;
  return [...(Object.hasOwn(DATASET_WORDS, words[0] ?? '') ? ['ask'] : []), ...words, '--help'];
}

function addQuestion(program: Command, name: string, io: CliIO): void {
  const question = QUESTIONS[name]!;
  const command = program
    .command(name)
    .usage('DATASET [COMPANY...]')
    .description(question.description)
    .helpCommand(false)
    .showHelpAfterError(`Name a dataset: ${Object.keys(DATASET_WORDS).join(', ')}.`);
  for (const [word, dataset] of Object.entries(DATASET_WORDS)) {
    const leaf = command
      .command(word)
      .argument('[companies...]', COMPANIES[DATASETS[dataset].defaultCompanies], checkCompany)
      .showHelpAfterError(`See its options, each with two hyphens: signals help ${name} ${word}.`)
      .action(() => {
        const asked = questionOf(dataset, leaf);
        return runCommand(io, name, leaf.opts(), (context) => question.run(context, dataset, asked));
      });
    for (const option of optionsOfDataset(dataset)) leaf.addOption(questionOption(dataset, option));
    addSettings(leaf, question.settings);
  }
}

function addSettings(command: Command, names: readonly (keyof typeof SETTINGS)[] = []): void {
  // an option keeps the heading of its first command, so all commands have the same
  command.optionsGroup('Settings:');
  for (const name of names) command.addOption(SETTINGS[name]);
  for (const option of COMMON_SETTINGS) command.addOption(option);
}

/** Refuses a word that is meant as an option: as a company, it would be asked for and paid. */
function checkCompany(word: string): string {
  if (!MEANT_AS_OPTION.test(word)) return word;
  throw new InvalidArgumentError('Write an option with two hyphens, such as --from.');
}

/** Keeps the order in which the options were typed, as a formula has them. */
function questionOf(dataset: DatasetName, command: Command): AnyQuestion {
  const { args: companies } = command;
  const { maxCredits }: LineSettings = command.opts();
  const options = Object.entries<readonly string[]>(command.opts())
    .filter(([name]) => optionOf(dataset, name) !== undefined)
    .map(([name, values]): [string, OptionValue] => [name, values.length === 1 ? values[0]! : values]);
  return {
    ...(companies.length > 0 && { companies }),
    ...Object.fromEntries(options),
    ...(maxCredits !== undefined && { maxCredits }),
  };
}
