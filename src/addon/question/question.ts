/** A formula's question to the service, without the options that only shape the table. */

import { DATASETS } from '../../contract/datasets.js';
import { isDomain } from '../../contract/domains.js';
import type { AskedQuestion, FilterValue } from '../../core/query.js';

export interface Question extends AskedQuestion {
  /** Domains, names or ids, as typed; the order does not change the question. */
  readonly companies: readonly string[];
}

/**
 * Returns the same text for all formulas that ask the same. The order of options, lists and companies does
 * not matter, and a relative date stays relative.
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

/** Moves companies from an option into `companies`: `"companyDomain", "acme.example"`. */
export function namingCompaniesFirst(question: Question): Question {
  const { companies, groups, filters } = question;
  const { companyDomain, companyName, ...others } = filters;
  const named = companyDomain ?? companyName;
  if (companies.length + groups.length > 0) return question;
  if (typeof named !== 'object' || (companyDomain && companyName)) return question;
  const isAsRead = (company: string) => isDomain(company) === (named === companyDomain);
  return named.every(isAsRead) ? { ...question, companies: named, filters: others } : question;
}

/** The most companies that a description names; it only counts the others. */
const NAMED = 2;

/** Describes a question for the log: `EXPANSIONS: acme.example, expansionType HQ, startDate -30d`. */
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
