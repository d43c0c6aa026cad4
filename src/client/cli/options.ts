/** The options of the commands: those of a question, from the contract, and the settings. */
import { InvalidArgumentError, Option } from 'commander';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import type { FilterTable } from '../../contract/filters.js';
import { DATASET_OPTIONS, OPTION_ALIASES, OWN_OPTIONS, resolveOption } from '../../contract/options.js';
import { UsageError } from './exit-codes.js';

/** The datasets by what they are called here: as their functions, in small letters. */
export const DATASET_WORDS: Readonly<Record<string, DatasetName>> = Object.fromEntries(
  (Object.keys(DATASETS) as DatasetName[]).map((name) => [wordOf(name), name]),
);
const FORMATS = ['table', 'csv', 'ndjson', 'json'] as const;
export type OutputFormat = (typeof FORMATS)[number];

/** What the settings of a command line say. */
export interface LineSettings {
  readonly format?: OutputFormat;
  readonly url?: string;
  readonly keyFile?: string;
  /** False for none. */
  readonly store?: string | boolean;
  readonly timeZone?: string;
  readonly quiet?: boolean;
  readonly maxCredits?: number;
  readonly all?: boolean;
  readonly locale?: string;
  readonly every?: number;
  readonly file?: string;
  readonly remove?: boolean;
  readonly compare?: boolean;
  readonly yes?: boolean;
}

/** `exec-changes` of EXEC_CHANGES. */
export function wordOf(dataset: DatasetName): string {
  return DATASETS[dataset].functionName.toLowerCase().replace('_', '-');
}

/** An option of a question. Every spelling of its names that a formula reads is taken; so is every value, for the client checks them. */
export class QuestionOption extends Option {
  /** All names, the shortest first. */
  readonly names: readonly string[];
  readonly #filters: FilterTable;

  constructor(
    filters: FilterTable,
    names: readonly string[],
    description: string,
    values: readonly string[] = [],
  ) {
    const [name, ...others] = new Set(names);
    super(
      `--${name} <value>`,
      others.length > 0 ? `${description}; or --${others.join(', --')}` : description,
    );
    this.names = [...new Set(names)];
    this.#filters = filters;
    if (values.length > 0) this.choices(values);
    this.argParser((value, previous: readonly string[] = []) => [...previous, value]);
  }

  is(flag: string): boolean {
    if (!flag.startsWith('--')) return false;
    const meant = resolveOption(this.#filters, flag.slice(2));
    return meant !== undefined && this.names.includes(meant);
  }
}

export function questionOptions(dataset: DatasetName): QuestionOption[] {
  const filters: FilterTable = DATASETS[dataset].filters;
  const aliasesOf = (name: string) =>
    Object.keys(OPTION_ALIASES).filter((alias) => resolveOption(filters, alias) === name);
  return [
    ...Object.entries(filters).map(
      ([name, { description, values }]) =>
        new QuestionOption(filters, [...aliasesOf(name), name], description, values),
    ),
    ...DATASET_OPTIONS.map(
      (name) => new QuestionOption(filters, [name, ...aliasesOf(name)], OWN_OPTIONS[name].description),
    ),
  ];
}

/** The settings that every command has. */
export function commonSettings(): Option[] {
  return [
    new Option('--format <format>', 'by default table on a terminal, else csv').choices(FORMATS),
    new Option('--url <address>', 'of the service; else SIGNALS_URL, else http://127.0.0.1:8787'),
    new Option(
      '--key-file <file>',
      'with mode 0600; else SIGNALS_API_KEY, SIGNALS_KEY_FILE, ~/.config/signals/key, a prompt',
    ),
    new Option('--store <file>', 'where answers are kept, so that the same costs nothing twice'),
    new Option('--no-store', 'keeps no answers'),
    new Option('--time-zone <name>', 'in which "today" is a day'),
    new Option('--quiet', 'nothing on standard error but failures'),
    new KeyInArguments('--api-key <key>').hideHelp().argParser(() => {
      throw new UsageError('a key in the arguments is seen by all: use SIGNALS_API_KEY');
    }),
  ];
}

/** Whatever looks like a key is refused without repeating it. */
class KeyInArguments extends Option {
  is(flag: string): boolean {
    return /^--.*key$/i.test(flag);
  }
}

/** The settings of some commands. */
export const SETTINGS = {
  maxCredits: () =>
    new Option(
      '--max-credits <number>',
      'the most that this may cost; needed for what is paid',
      // what is no number is refused by the client, which says what it wants
    ).argParser((text) => (/^\d{1,12}$/.test(text) ? Number(text) : Number.NaN)),
  all: () => new Option('--all', 'all records of the days, however many, in several requests'),
  locale: () => new Option('--locale <name>', 'of the formula, such as de_DE'),
  file: () => new Option('--file <file>', 'with the companies, one a line; - for standard input'),
  remove: () => new Option('--remove', 'removes them from the group'),
  compare: () =>
    new Option('--compare', 'changes nothing, and shows what is only here or only there').conflicts('remove'),
  yes: () => new Option('--yes', 'does not ask before it changes the group'),
  every: () => new Option('--every <time>', 'between two looks, such as 15m').argParser(readDuration),
} as const;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,6})\s*(s|m|h|d)?$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? 0);
  if (!(ms > 0)) throw new InvalidArgumentError('Use a time such as 30s, 15m, 1h or 1d.');
  return ms;
}
