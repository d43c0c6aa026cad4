/** Converts named options to a checked question, read like a formula's arguments, and to a formula. */
import { errors } from '../addon/errors.js';
import { type ParsedFormula, readFormula } from '../addon/formula/parsed-formula.js';
import { isBlank, isDate } from '../addon/question/cells.js';
import type { Today } from '../addon/question/filters.js';
import type { Zone } from '../addon/question/zone.js';
import { DATASETS, type DatasetName, DEFAULT_LIMIT } from '../contract/datasets.js';
import { separatorsOf } from '../contract/formula.js';
import { type Part, writeFormula } from '../contract/formula-question.js';
import { isIntegerIn, isObject } from '../contract/json.js';
import { resolveOption } from '../contract/options.js';
import { windowOf } from '../core/query.js';
import { clientErrors } from './errors.js';
import type { AnyQuestion, OptionValue } from './types.js';

export interface AskedQuestion extends ParsedFormula {
  readonly dataset: DatasetName;
  readonly isPaid: boolean;
  /** The maximum cost; undefined if the question has none. */
  readonly maxCredits?: number;
  /** The companies of its groups. With others, it is another question in the store. */
  readonly members?: readonly string[];
  /** True if the question has a limit. */
  readonly isLimited: boolean;
  /** True for some days of a question of which all records are wanted, so `limit` is only that of one request. */
  readonly wantsAll?: boolean;
}

/** @throws BAD_INPUT with the text of a cell, before any request */
export function readQuestion(dataset: DatasetName, question: AnyQuestion, when: Today): AskedQuestion {
  // a program without types may pass anything
  if (!Object.hasOwn(DATASETS, dataset)) throw clientErrors.badDataset(String(dataset).slice(0, 40));
  if (!isObject(question)) throw clientErrors.badQuestion();
  const { maxCredits } = question;
  if (maxCredits !== undefined && !isIntegerIn(maxCredits, 0)) throw clientErrors.badCeiling();
  const { filters, paid } = DATASETS[dataset];
  const options = optionsOf(question);
  const { companies = '' } = question;
  // as Sheets passes the arguments of a formula
  const args = [
    // a range, because its cells are never options: a company may be called like one
    isBlank(companies) ? companies : cellsOf([companies].flat() as string[]),
    ...options.flatMap(([name, value]) => [name, cellsOf(value)]),
  ];
  const read = readFormula(dataset, args, when);
  // in a cell, words that leave no day today make an empty table; a program gets an error
  const { start, end } = windowOf(read.question, when.today());
  if (end !== '' && start > end) throw errors.startAfterEnd(start, end);
  return {
    ...read,
    dataset,
    isPaid: paid,
    ...(maxCredits !== undefined && { maxCredits }),
    isLimited: options.some(([name]) => resolveOption(filters, name) === 'limit'),
  };
}

/** Returns the options of the formula: all fields except the companies and the maximum cost. */
function optionsOf(question: AnyQuestion): [string, OptionValue][] {
  return Object.entries(question).filter(
    (entry): entry is [string, OptionValue] =>
      !['companies', 'maxCredits'].includes(entry[0]) && entry[1] !== undefined,
  );
}

/** Converts a list to a column of cells. */
function cellsOf(value: OptionValue): unknown {
  return Array.isArray(value) ? value.map((cell: unknown) => [cell]) : value;
}

/** Returns the formula of a question. @param question one that `readQuestion` has accepted @throws BAD_INPUT */
export function formulaOf(dataset: DatasetName, question: AnyQuestion, zone: Zone, locale: string): string {
  if (!isLocale(locale)) throw clientErrors.badLocale(locale);
  const textsOf = (value: OptionValue): string[] =>
    [value].flat().flatMap((one: unknown) => {
      if (isDate(one)) return [zone.dayOf(one)];
      if (typeof one === 'boolean') return [one ? 'TRUE' : 'FALSE'];
      return isBlank(one) ? [] : [String(one).trim()];
    });
  const { functionName, paid } = DATASETS[dataset];
  const companies = textsOf(question['companies'] ?? '');
  const options = optionsOf(question)
    .map(([name, value]) => [name, textsOf(value)] as const)
    .filter(([, texts]) => texts.length > 0);
  // a cell refuses a paid function without arguments
  if (paid && companies.length + options.length === 0) options.push(['limit', [String(DEFAULT_LIMIT)]]);
  const written = (texts: readonly string[]) => ({ kind: 'texts', texts }) as const;
  const parts = options.map(([name, texts]): Part => ({ kind: 'option', name, value: written(texts) }));
  return writeFormula({ functionName, first: written(companies), parts }, separatorsOf(locale));
}

function isLocale(name: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(name.replaceAll('_', '-')).length > 0;
  } catch {
    return false;
  }
}
