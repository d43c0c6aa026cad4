/** Tests whether records are about the named companies, in whole words, or about known companies. */

import { type CoreName, coreNamesOf, isSameCoreName } from '../../contract/core-name.js';
import { isDomain, readCompanyText } from '../../contract/domains.js';
import { type Column, positionOf } from '../../contract/fields.js';
import { wordsOf } from '../question/companies.js';
import type { Row } from './rows.js';

/**
 * Returns a test of rows: the company's name contains one of the names as whole words, its domain is one of
 * the domains or a subdomain, or its id is one of the companies.
 */
export function createExactTest(
  columns: readonly Column[],
  companies: readonly string[],
): (row: Row) => boolean {
  const [idAt, nameAt, domainAt] = [
    positionOf(columns, 'company.id'),
    positionOf(columns, 'company.name'),
    positionOf(columns, 'company.domain'),
  ];
  const ids = new Set(companies);
  const domains = companies.filter(isDomain).map((domain) => domain.toLowerCase());
  const names = companies.map((company) => wordsOf(readCompanyText(company).name));
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

/**
 * @param rows all rows to test: a subdomain that none of them has means its parent
 * @returns a function that finds the list's text for a record's company; undefined if there is none
 */
export function createKnownTest(
  columns: readonly Column[],
  companies: readonly string[],
  rows: readonly Row[],
): (row: Row) => string | undefined {
  // without a list, skips the names
  if (companies.length === 0) return () => undefined;
  const [nameAt, domainAt] = [positionOf(columns, 'company.name'), positionOf(columns, 'company.domain')];
  const domainOf = (row: Row) => String(row[domainAt] ?? '').toLowerCase();
  const inRows = new Set(rows.map(domainOf));
  const byDomain = new Map<string, string>();
  const byCore = new Map<string, (CoreName & { readonly text: string })[]>();
  for (const text of companies) {
    const { domains, name } = readCompanyText(text);
    const domain = domains.find((one) => inRows.has(one));
    if (domain !== undefined) byDomain.set(domain, text);
    for (const one of coreNamesOf(name))
      byCore.set(one.core, [...(byCore.get(one.core) ?? []), { ...one, text }]);
  }
  return (row) => {
    const names = coreNamesOf(String(row[nameAt] ?? ''));
    const same = names.flatMap((name) =>
      (byCore.get(name.core) ?? []).filter((one) => isSameCoreName(one, name)),
    );
    return byDomain.get(domainOf(row)) ?? same[0]?.text;
  };
}
