/** Tests whether records are about the named companies, in whole words, or about known companies. */

import { coresOf } from '../../contract/core-name.js';
import { isDomain, reduceToDomain } from '../../contract/domains.js';
import { type Column, placeOf } from '../../contract/fields.js';
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
    placeOf(columns, 'company.id'),
    placeOf(columns, 'company.name'),
    placeOf(columns, 'company.domain'),
  ];
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

/** @returns a function that finds the list's text for a record's company; undefined if there is none */
export function createKnownTest(
  columns: readonly Column[],
  companies: readonly string[],
): (row: Row) => string | undefined {
  // without a list, no name has to be read
  if (companies.length === 0) return () => undefined;
  const [nameAt, domainAt] = [placeOf(columns, 'company.name'), placeOf(columns, 'company.domain')];
  const texts = new Map(companies.flatMap((company) => keysOf(company).map((key) => [key, company])));
  // of marks alone there is nothing to compare
  texts.delete('');
  return (row) => {
    const domain = String(row[domainAt] ?? '').toLowerCase();
    const keys = [domain, ...coresOf(String(row[nameAt] ?? ''))];
    return texts.get(keys.find((key) => texts.has(key)) ?? '');
  };
}

/** Hosts that companies have beside their site: ann@mail.acme.com and careers.acme.com are of acme.com. */
const HOST = /^(?:careers?|e?mail|jobs?)\./;

function keysOf(company: string): readonly string[] {
  const domain = reduceToDomain(company);
  return isDomain(domain) ? [domain, domain.replace(HOST, '')] : coresOf(company);
}
