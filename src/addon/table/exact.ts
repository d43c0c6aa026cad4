/** Whole words only: the service matches parts of names and domains, and some questions want no more than was named. */

import { isDomain } from '../../contract/domains.js';
import type { Column } from '../../contract/fields.js';
import { wordsOf } from '../question/companies.js';
import type { Row } from './rows.js';

/**
 * A test of rows: the company's name holds one of the names as whole words, its domain is one of the domains or lies
 * below it, or its id is one of the companies.
 */
export function createExactTest(
  columns: readonly Column[],
  companies: readonly string[],
): (row: Row) => boolean {
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  const [idAt, nameAt, domainAt] = [at('company.id'), at('company.name'), at('company.domain')];
  const ids = new Set(companies);
  const domains = companies.filter(isDomain).map((domain) => domain.toLowerCase());
  const names = companies.filter((company) => !isDomain(company)).map(wordsOf);
  return (row) => {
    const domain = String(row[domainAt] ?? '').toLowerCase();
    const name = wordsOf(String(row[nameAt] ?? ''));
    return (
      ids.has(String(row[idAt] ?? '')) ||
      domains.some((wanted) => domain === wanted || domain.endsWith(`.${wanted}`)) ||
      names.some((wanted) => wanted.trim() !== '' && name.includes(wanted))
    );
  };
}
