/** Which companies records are about: those that were named, in whole words, and those that a person knows already. */

import { isDomain, reduceToDomain } from '../../contract/domains.js';
import type { Column } from '../../contract/fields.js';
import { LEGAL_FORMS } from '../../contract/legal-forms.js';
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

/** @returns a function that gives the text of the list that names a record's company; undefined where none does */
export function createKnownTest(
  columns: readonly Column[],
  companies: readonly string[],
): (row: Row) => string | undefined {
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  const [nameAt, domainAt] = [at('company.name'), at('company.domain')];
  const texts = new Map(companies.map((company) => [keyOf(company), company]));
  return (row) => {
    const domain = String(row[domainAt] ?? '').toLowerCase();
    return texts.get(domain || '-') ?? texts.get(coreOf(String(row[nameAt] ?? '')) || '-');
  };
}

function keyOf(company: string): string {
  const domain = reduceToDomain(company);
  return isDomain(domain) ? domain : coreOf(company);
}

/** Acme, Inc. is Acme; a name that is nothing but a legal form stays as it is. */
function coreOf(name: string): string {
  const words = wordsOf(name).trim().split(' ');
  const core = [...words];
  while (core.length > 1 && LEGAL_FORMS.has(core[core.length - 1]!)) core.pop();
  return core.join(' ');
}
