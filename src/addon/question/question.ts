/** A question to the service as the formula means it, apart from how its answer is shown. */
import type { DatasetName } from '../../contract/datasets.js';

/** Dates are 'YYYY-MM-DD' or words that stay relative; amounts are the service's expressions. */
export type FilterValue = string | number | readonly string[];

export interface Question {
  readonly dataset: DatasetName;
  /** Domains, names or ids, as typed; the order does not change the question. */
  readonly companies: readonly string[];
  /** Names of groups of tracked companies. */
  readonly groups: readonly string[];
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/**
 * One text for all formulas that ask the same: the order of options, lists and companies does not matter,
 * and a relative date stays the word it is.
 */
export function identityOf(question: Question): string {
  const filters = Object.keys(question.filters)
    .sort()
    .map((name) => {
      const value = question.filters[name]!;
      return [name, typeof value === 'object' ? [...value].sort() : value];
    });
  return JSON.stringify([
    question.dataset,
    [...question.companies].sort(),
    [...question.groups].sort(),
    filters,
  ]);
}
