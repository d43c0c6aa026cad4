/** Tests whether records are about the named companies, in whole words, or about known companies. */

import { isDomain, reduceToDomain } from '../../contract/domains.js';
import type { Column } from '../../contract/fields.js';
import { LEGAL_FORMS } from '../../contract/legal-forms.js';
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

/** @returns a function that finds the list's text for a record's company; undefined if there is none */
export function createKnownTest(
  columns: readonly Column[],
  companies: readonly string[],
): (row: Row) => string | undefined {
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  const [nameAt, domainAt] = [at('company.name'), at('company.domain')];
  const texts = new Map(companies.map((company) => [keyOf(company), company]));
  return (row) => {
    const domain = String(row[domainAt] ?? '').toLowerCase();
    return texts.get(domain || '-') ?? texts.get(withoutLegalForms(String(row[nameAt] ?? '')) || '-');
  };
}

function keyOf(company: string): string {
  const domain = reduceToDomain(company);
  return isDomain(domain) ? domain : withoutLegalForms(company);
}

/** Removes legal forms from the end of a name: Acme, Inc. is Acme. One word always remains. */
function withoutLegalForms(name: string): string {
  const words = wordsOf(name).trim().split(' ');
  const core = [...words];
  while (core.length > 1 && LEGAL_FORMS.has(core[core.length - 1]!)) core.pop();
  return core.join(' ');
}
