/** From named options to a checked question: they are read as the arguments of the formula that would ask the same. */
import { type ParsedFormula, readFormula } from '../addon/formula/parsed-formula.js';
import type { Today } from '../addon/question/filters.js';
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { resolveOption } from '../contract/options.js';
import { clientErrors } from './errors.js';
import type { AnyQuestion, OptionValue } from './types.js';

export interface AskedQuestion extends ParsedFormula {
  readonly dataset: DatasetName;
  /** The most credits; undefined where the question names none. */
  readonly maxCredits?: number;
  /** Whether it names a limit. */
  readonly isLimited: boolean;
}

/** @throws BAD_INPUT, with the words of a cell; nothing is asked by then */
export function readQuestion(dataset: DatasetName, question: AnyQuestion, when: Today): AskedQuestion {
  const { maxCredits } = question;
  if (maxCredits !== undefined && !isCeiling(maxCredits)) throw clientErrors.badCeiling();
  const { filters } = DATASETS[dataset];
  return {
    ...readFormula(dataset, argumentsOf(question), when),
    dataset,
    ...(maxCredits !== undefined && { maxCredits }),
    isLimited: optionsOf(question).some(([name]) => resolveOption(filters, name) === 'limit'),
  };
}

/** The arguments of the formula, as Sheets would hand them over: a list is a column of cells. */
export function argumentsOf(question: AnyQuestion): unknown[] {
  return [
    cellsOf(question['companies'] ?? ''),
    ...optionsOf(question).flatMap(([name, value]) => [name, cellsOf(value)]),
  ];
}

/** What is an option of the formula: all but the companies and the ceiling. */
export function optionsOf(question: AnyQuestion): [string, OptionValue][] {
  return Object.entries(question).filter(
    (entry): entry is [string, OptionValue] =>
      !['companies', 'maxCredits'].includes(entry[0]) && entry[1] !== undefined,
  );
}

function isCeiling(value: OptionValue): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function cellsOf(value: OptionValue): unknown {
  return Array.isArray(value) ? value.map((cell: unknown) => [cell]) : value;
}
