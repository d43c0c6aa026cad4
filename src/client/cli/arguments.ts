/** From the words of a command line to a command, its settings and a question. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { type OwnOption, resolveOption } from '../../contract/options.js';
import type { AnyQuestion, OptionValue } from '../types.js';
import { LineError } from './line-error.js';

/** What a dataset is called here: as its function, in small letters. */
const DATASET_WORDS: Readonly<Record<string, DatasetName>> = Object.fromEntries(
  (Object.keys(DATASETS) as DatasetName[]).map((name) => [wordOf(name), name]),
);
export const DATASET_NAMES = Object.keys(DATASET_WORDS);
export const FORMATS = ['table', 'csv', 'ndjson', 'json'] as const;
export type OutputFormat = (typeof FORMATS)[number];

/** `exec-changes` of EXEC_CHANGES. */
export function wordOf(dataset: DatasetName): string {
  return DATASETS[dataset].functionName.toLowerCase().replace('_', '-');
}

/** Settings with a value, and those without one. */
export const VALUED = [
  'url',
  'key-file',
  'store',
  'format',
  'max-credits',
  'time-zone',
  'locale',
  'every',
] as const;
export const FLAGS = ['all', 'no-store', 'quiet', 'help'] as const;

export interface ParsedLine {
  readonly command: string;
  /** What stands before and between the options: a dataset, companies, a search. */
  readonly words: readonly string[];
  readonly settings: ReadonlyMap<string, string>;
  /** Options of the question, several values of one name together. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** @throws LineError */
export function parseLine(args: readonly string[]): ParsedLine {
  const [command = 'help', ...rest] = args;
  const words: string[] = [];
  const settings = new Map<string, string>();
  const options = new Map<string, string[]>();
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]!;
    if (word === '--') {
      words.push(...rest.slice(at + 1));
      break;
    }
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [, name = '', inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (/key$/i.test(name)) throw new LineError('a key in the arguments is seen by all: use SIGNALS_API_KEY');
    if (isIn(FLAGS, name)) {
      settings.set(name, '');
      continue;
    }
    // the next word is the value, whatever it begins with: -30d is a date
    const value = inline ?? rest[++at];
    if (value === undefined) throw new LineError(`--${name} has no value`);
    if (isIn(VALUED, name)) settings.set(name, value);
    else options.set(name, [...(options.get(name) ?? []), value]);
  }
  return { command: command === '--help' || command === '-h' ? 'help' : command, words, settings, options };
}

export function isIn<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

/** @throws LineError for a dataset that there is not */
export function questionOf({ words, options, settings }: ParsedLine): {
  readonly dataset: DatasetName;
  readonly question: AnyQuestion;
} {
  const [name = '', ...companies] = words;
  const dataset = Object.hasOwn(DATASET_WORDS, name) ? DATASET_WORDS[name] : undefined;
  if (dataset === undefined) throw new LineError(`name a dataset: ${DATASET_NAMES.join(', ')}`);
  const question: Record<string, OptionValue> = {};
  if (companies.length > 0) question['companies'] = companies;
  for (const [option, values] of options) question[option] = values.length === 1 ? values[0]! : values;
  const ceiling = settings.get('max-credits');
  if (ceiling !== undefined)
    question['maxCredits'] = /^\d{1,12}$/.test(ceiling) ? Number(ceiling) : Number.NaN;
  return { dataset, question };
}

/** Whether a question says which columns it wants. */
export function namesOption(dataset: DatasetName, question: AnyQuestion, wanted: OwnOption): boolean {
  return Object.keys(question).some((name) => resolveOption(DATASETS[dataset].filters, name) === wanted);
}
