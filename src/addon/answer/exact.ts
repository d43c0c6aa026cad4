/** The `exact` option: the service matches parts of names and domains, some people want whole words only. */
import type { Column } from '../../contract/fields.js';
import { isDomain } from '../question/companies.js';
import type { Row } from './rows.js';

/** A test of rows: the company's name holds one of the names as whole words, or its domain is one of the domains. */
export function createExactTest(
  columns: readonly Column[],
  companies: readonly string[],
): (row: Row) => boolean {
  const nameAt = columns.findIndex((column) => column.path === 'company.name');
  const domainAt = columns.findIndex((column) => column.path === 'company.domain');
  const domains = companies.filter(isDomain).map((domain) => domain.toLowerCase());
  const names = companies.filter((company) => !isDomain(company)).map(words);
  return (row) => {
    const domain = String(row[domainAt] ?? '').toLowerCase();
    const name = words(String(row[nameAt] ?? ''));
    return (
      domains.some((wanted) => domain === wanted || domain.endsWith(`.${wanted}`)) ||
      names.some((wanted) => wanted.trim() !== '' && name.includes(wanted))
    );
  };
}

/** The words of a text with one blank around each, so that whole words are found by a plain search. */
function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
}
