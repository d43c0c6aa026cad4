/** The options of the commands: those of a question, from the contract, and the settings. */
import { InvalidArgumentError, Option } from 'commander';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { resolveOption } from '../../contract/options.js';
import { DATASET_NAMES, type DatasetOption } from '../dataset-options.js';
import { badInput } from '../errors.js';
import { LOCAL_SERVICE } from '../find-key.js';

/** Returns the answer of a service. @throws BAD_INPUT if the service lacks the endpoint */
export function needed<T>(answer: T | undefined, problem: string): T {
  if (answer === undefined) throw badInput(problem);
  return answer;
}

/** The datasets by command word: the function's name in small letters. */
export const DATASET_WORDS: Readonly<Record<string, DatasetName>> = Object.fromEntries(
  DATASET_NAMES.map((name) => [wordOf(name), name]),
);
/** The help lists at most this many allowed values. */
const MOST_LISTED = 12;
const FEW_LISTED = 3;
const FORMATS = ['table', 'csv', 'ndjson', 'json'] as const;
export type OutputFormat = (typeof FORMATS)[number];

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

/** Returns the command word of a dataset: `exec-changes` for EXEC_CHANGES. */
export function wordOf(dataset: DatasetName): string {
  return DATASETS[dataset].functionName.toLowerCase().replace('_', '-');
}

/** An option of a question. Accepts every spelling that a formula accepts; the client checks the value. */
export function questionOption(dataset: DatasetName, option: DatasetOption): Option {
  const { name, aliases, description, values, isOwn } = option;
  // the help shows the full name of an own option, and the shortest name of a filter
  const [first, ...others] = new Set(isOwn ? [name, ...aliases] : [...aliases, name]);
  const also = others.length > 0 ? [`or ${others.map((other) => `--${other}`).join(', ')}`] : [];
  const shown = new Option(`--${first} <value>`, [description, ...also, ...helpOn(values)].join('; '));
  shown.argParser((value, previous: readonly string[] = []) => [...previous, notEmpty(value)]);
  // commander compares each typed flag by it, although its types do not have it
  const is = (flag: string) => flag.startsWith('--') && optionOf(dataset, flag.slice(2)) === name;
  return Object.assign(shown, { is });
}

/** Returns the contract's name of an option of a question; undefined for a setting. */
export function optionOf(dataset: DatasetName, name: string): string | undefined {
  return resolveOption(DATASETS[dataset].filters, name);
}

/** Returns the allowed values for the help; of many values a few. */
function helpOn(values: readonly string[]): string[] {
  if (values.length === 0) return [];
  if (values.length <= MOST_LISTED) return [`one of: ${values.join(', ')}`];
  return [`one of ${values.length} values such as: ${values.slice(0, FEW_LISTED).join(', ')}`];
}

/**
 * A shell gives an empty text for a variable that is not set, and without its filter a question is about all.
 * @throws commander's InvalidArgumentError
 */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give it a value, or leave it out.');
  return text;
}

/** The settings of every command. */
export const COMMON_SETTINGS: readonly Option[] = [
  new Option('--format <format>', 'by default table on a terminal, else csv').choices(FORMATS),
  new Option('--url <address>', `of the service; else SIGNALS_URL, else ${LOCAL_SERVICE}`),
  new Option(
    '--key-file <file>',
    'with mode 0600; else SIGNALS_API_KEY, SIGNALS_KEY_FILE, ~/.config/signals/key, a question',
  ),
  new Option(
    '--store <folder>',
    'of answers, so that the same costs once; else SIGNALS_STORE, else ~/.cache/signals/answers',
  ),
  new Option('--no-store', 'keeps no answers'),
  new Option(
    '--time-zone <name>',
    'in which "today" is a day, such as Europe/Berlin; else that of the machine',
  ),
  new Option('--quiet', 'nothing on standard error but failures'),
];

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,6})\s*(s|m|h|d)?$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? 0);
  if (!(ms > 0)) throw new InvalidArgumentError('Use a time such as 30s, 15m, 1h or 1d.');
  return ms;
}

/** The settings of some commands. */
export const SETTINGS = {
  maxCredits: new Option(
    '--max-credits <number>',
    'the most that this may cost; needed for what is paid',
    // the client refuses NaN with a message that says what it expects
  ).argParser((text) => (/^\d{1,12}$/.test(text) ? Number(text) : Number.NaN)),
  all: new Option('--all', 'all records of the days, however many, in several requests'),
  locale: new Option('--locale <name>', 'of the formula, such as de_DE'),
  file: new Option('--file <file>', 'with the companies, one a line; - for standard input'),
  remove: new Option('--remove', 'removes them from the group'),
  compare: new Option('--compare', 'changes nothing, and shows what is only here or only there').conflicts(
    'remove',
  ),
  yes: new Option('--yes', 'does not ask before it changes the group'),
  every: new Option('--every <time>', 'between two checks, such as 15m; by default 1h').argParser(
    readDuration,
  ),
} as const;
