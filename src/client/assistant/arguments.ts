/** Arguments of tools as models send them: checked here before anything is asked, with errors that say what to change. */
import { SignalsError } from '../../addon/errors.js';
import { DATASETS, type DatasetName, isDatasetName } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import { resolveOption } from '../../contract/options.js';
import type { AnyQuestion, OptionValue } from '../types.js';
import { DATASET_NAMES } from './option-help.js';
import { safeText } from './safe-text.js';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A question of an assistant. Its options are not checked yet: the client does that, as for formulas. */
export interface AssistantQuestion {
  readonly dataset: DatasetName;
  readonly question: AnyQuestion;
}

const MAX_OPTIONS = 60;
const MAX_VALUES = 1_000;
const MAX_CHARACTERS = 20_000;
/** What has a place of its own among the arguments. */
const NO_OPTIONS = ['companies', 'maxCredits', 'max_credits', 'dataset'];

const input = (text: string) => new SignalsError('BAD_INPUT', text);

/** @throws BAD_INPUT naming the argument */
export function readArgument(args: ToolArguments, known: readonly string[]): void {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const name = safeText(unknown, 28);
  throw input(`there is no argument "${name}"; use ${known.join(', ') || 'none'}, and options for filters`);
}

/** @throws BAD_INPUT naming the argument */
export function readQuestionArguments(args: ToolArguments): AssistantQuestion {
  const { dataset, companies, options = {} } = args;
  if (!isDatasetName(dataset)) throw input(`"dataset" is one of ${DATASET_NAMES.join(', ')}; correct it`);
  if (!isObject(options)) throw input('"options" is an object of names and values; correct it');
  const entries = Object.entries(options).filter(([, value]) => value !== null);
  if (entries.length > MAX_OPTIONS) throw input(`"options" has more than ${MAX_OPTIONS} names; remove some`);
  const question: [string, OptionValue][] = entries.map(([name, value]) => {
    if (NO_OPTIONS.includes(name)) throw input(`"${name}" stands beside "options"; move it there`);
    return [name, optionValue(name, value)];
  });
  const given = companies === undefined || companies === null ? [] : [companies];
  return {
    dataset,
    question: Object.fromEntries([
      ...given.map((value) => ['companies', optionValue('companies', value)] as const),
      ...question,
    ]),
  };
}

/** @throws BAD_INPUT where it is missing: nothing is paid without a ceiling */
export function readCeiling(args: ToolArguments, most: number | undefined): number {
  const { max_credits: ceiling } = args;
  if (typeof ceiling !== 'number' || !Number.isSafeInteger(ceiling) || ceiling < 0)
    throw input('"max_credits" is needed: a whole number, the most credits that this may cost, 0 or more');
  if (most !== undefined && ceiling > most)
    throw new SignalsError('BUDGET', `"max_credits" may be ${most} at most here; lower it or ask the user`);
  return ceiling;
}

/** @throws BAD_INPUT */
export function readWhole(
  args: ToolArguments,
  name: string,
  least: number,
  most: number,
  otherwise: number,
): number {
  const value = args[name] ?? otherwise;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
    throw input(`"${name}" is a whole number from ${least} to ${most}; correct it`);
  return value;
}

/** @throws BAD_INPUT */
export function readText(args: ToolArguments, name: string, most: number): string | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.trim() === '' || value.length > most)
    throw input(`"${name}" is a text of 1 to ${most} characters; correct it`);
  return value;
}

/** The part of a question that says which columns to show. */
export function columnsOnly({ dataset, question }: AssistantQuestion): AnyQuestion {
  const { filters } = DATASETS[dataset];
  return Object.fromEntries(
    Object.entries(question).filter(([name]) => resolveOption(filters, name) === 'columns'),
  );
}

function optionValue(name: string, value: unknown): OptionValue {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const shown = safeText(name, 24);
  if (list.length > MAX_VALUES) throw input(`"${shown}" has more than ${MAX_VALUES} values; use fewer`);
  if (list.some((one) => typeof one === 'string' && one.length > MAX_CHARACTERS))
    throw input(`"${shown}" has more than ${MAX_CHARACTERS} characters; shorten it`);
  const types = Array.isArray(value) ? ['string', 'number'] : ['string', 'number', 'boolean'];
  if (!list.every((one) => types.includes(typeof one)))
    throw input(`"${shown}" is a text, a number, true, false, or a list of texts or numbers; correct it`);
  return value as OptionValue;
}
