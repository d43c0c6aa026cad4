/** A question to the service as the formula means it, apart from how its answer is shown. */

import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { isDomain } from '../../contract/domains.js';

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
export function identityOf({ dataset, companies, groups, filters }: Question): string {
  return JSON.stringify([
    dataset,
    [...companies].sort(),
    [...groups].sort(),
    Object.keys(filters)
      .sort()
      .filter((name) => filters[name] !== DEFAULTS[name])
      .map((name) => {
        const value = filters[name]!;
        return [name, typeof value === 'object' ? [...value].sort() : value];
      }),
  ]);
}

/** The service's defaults. */
const DEFAULTS: Readonly<Record<string, FilterValue>> = { dateType: 'ANNOUNCED' };

/** The same question without an option that says what a first argument would: `"companyDomain", "acme.example"`. */
export function namingCompaniesFirst(question: Question): Question {
  const { companies, groups, filters } = question;
  const { companyDomain, companyName, ...others } = filters;
  const named = companyDomain ?? companyName;
  if (companies.length + groups.length > 0) return question;
  if (typeof named !== 'object' || (companyDomain && companyName)) return question;
  const isAsRead = (company: string) => isDomain(company) === (named === companyDomain);
  return named.every(isAsRead) ? { ...question, companies: named, filters: others } : question;
}

/** Companies that a question in words names; of more only the number is told. */
const NAMED = 2;

/** A question in words, for the log of calls: `EXPANSIONS: acme.example, expansionType HQ, startDate -30d`. */
export function describeQuestion({ dataset, companies, groups, filters }: Question): string {
  const more = companies.length - NAMED;
  const parts = [
    ...companies.slice(0, NAMED),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...groups.map((group) => `group ${group}`),
    ...Object.entries(filters).map(
      ([name, value]) => `${name} ${typeof value === 'object' ? value.join(' | ') : value}`,
    ),
  ];
  return [DATASETS[dataset].functionName, parts.join(', ')].filter(Boolean).join(': ');
}
