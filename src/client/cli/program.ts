/** The commands of `signals` with their texts, options and help. */
import { Command, Help, type Option } from 'commander';
import { DATASETS } from '../../contract/datasets.js';
import { printable } from '../../contract/printable.js';
import { quote } from '../../contract/short-text.js';
import { optionsOfDataset } from '../dataset-options.js';
import type { AnyQuestion, OptionValue } from '../types.js';
import { type CommandOf, LOOK_UPS, QUESTIONS } from './commands.js';
import {
  COMMON_SETTINGS,
  DATASET_WORDS,
  type LineSettings,
  QuestionOption,
  SETTINGS,
  UsageError,
} from './options.js';
import type { CommandContext, Streams } from './output.js';

interface ProgramSettings extends Streams {
  readonly version: string;
  run(
    name: string,
    settings: LineSettings,
    execute: (context: CommandContext) => Promise<void>,
  ): Promise<void>;
}

const EXIT_CODES =
  '\nExit codes: 0 done, 1 failure, 2 usage or BAD_INPUT, 3 key, 4 credits or ceiling, 5 try again later, 130 interrupted.';
/** The help on companies, by the companies that a question without companies is about. */
const COMPANIES = {
  all: 'domains or names; all by default',
  tracked: 'domains, names or ids; all tracked companies by default',
};
/** The help lists at most this many allowed values. */
const MOST_LISTED = 12;
const FEW_LISTED = 3;
/** Matches words that begin with a hyphen, or with a dash that a text program has made of hyphens. */
const MEANT_AS_OPTION = /^[\p{Pd}\u2212]/u;

export function createProgram({ out, err, version, run }: ProgramSettings): Command {
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
    .configureHelp({ optionDescription: describeOption })
    .description('Business signals, with the questions of Signals for Sheets.')
    .usage('COMMAND [WORDS] [--option VALUE]')
    .version(version)
    .helpCommand(false)
    .showHelpAfterError('See signals help.')
    .addHelpText('after', EXIT_CODES);
  for (const name of Object.keys(QUESTIONS)) addQuestion(program, name, run);
  for (const [name, { words, ...lookUp }] of Object.entries(LOOK_UPS)) {
    const command = program
      .command([name, words].join(' ').trim())
      .description(lookUp.description)
      .action(() => run(name, command.opts(), (context) => lookUp.run(context, command.args)));
    addSettings(command, lookUp);
  }
  program
    .command('help [words...]')
    .description('this, or the options of a dataset or a command')
    .action((words: readonly string[]) => helped(program, words).outputHelp());
  return program;
}

function addQuestion(program: Command, name: string, run: ProgramSettings['run']): void {
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
      .argument('[companies...]', COMPANIES[DATASETS[dataset].defaultCompanies])
      .showHelpAfterError(`See its options, each with two hyphens: signals help ${name} ${word}.`)
      .action(async (companies: readonly string[]) => {
        checkWords(companies);
        const settings: LineSettings = leaf.opts();
        const asked = questionOf(leaf, companies, settings);
        await run(name, settings, (context) => question.run(context, dataset, asked));
      });
    for (const option of optionsOfDataset(dataset)) leaf.addOption(new QuestionOption(dataset, option));
    addSettings(leaf, question);
  }
}

function addSettings(command: Command, { settings = [] }: Pick<CommandOf<never>, 'settings'>): void {
  // an option keeps the heading of its first command, so all commands have the same
  command.optionsGroup('Settings:');
  for (const name of settings) command.addOption(SETTINGS[name]);
  for (const option of COMMON_SETTINGS) command.addOption(option);
}

/** Refuses words that are meant as options: as companies, they would be asked for and paid. @throws UsageError */
function checkWords(words: readonly string[]): void {
  const meant = words.find((word) => MEANT_AS_OPTION.test(word));
  if (meant !== undefined)
    throw new UsageError(`${quote(meant)} is no company; write an option with two hyphens, such as --from`);
}

/** Keeps the order in which the options were typed, as a formula has them. */
function questionOf(
  command: Command,
  companies: readonly string[],
  { maxCredits }: LineSettings,
): AnyQuestion {
  const own = command.options.filter((option) => option instanceof QuestionOption);
  const names = own.map((option) => option.attributeName());
  const typed = Object.entries<readonly string[]>(command.opts()).filter(([name]) => names.includes(name));
  const options = typed.map(([name, values]): [string, OptionValue] => [
    name,
    values.length === 1 ? values[0]! : values,
  ]);
  return {
    ...(companies.length > 0 && { companies }),
    ...Object.fromEntries(options),
    ...(maxCredits !== undefined && { maxCredits }),
  };
}

/** Returns the command for the help of `ask`, `ask expansions`, or `expansions` alone. */
function helped(program: Command, words: readonly string[]): Command {
  const path = Object.hasOwn(DATASET_WORDS, words[0] ?? '') ? ['ask', ...words] : words;
  return path.reduce(
    (command, word) => command.commands.find((one) => one.name() === word) ?? command,
    program,
  );
}

function describeOption(this: Help, option: Option): string {
  const { argChoices = [], description } = option;
  if (argChoices.length <= MOST_LISTED) return Help.prototype.optionDescription.call(this, option);
  return `${description} (${argChoices.length} values such as ${argChoices.slice(0, FEW_LISTED).join('; ')})`;
}
