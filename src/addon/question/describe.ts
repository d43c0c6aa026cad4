/** A question in words, for the log of calls that people read. */
import { DATASETS } from '../../contract/datasets.js';
import type { Question } from './question.js';

/** Companies that are named; of more only the number is told. */
const NAMED = 2;

/** `EXPANSIONS: acme.example, expansionType HQ, startDate -30d`. */
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
  return `${DATASETS[dataset].functionName}: ${parts.join(', ')}`;
}
