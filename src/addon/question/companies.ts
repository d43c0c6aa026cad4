/** Reads companies as people write them: domains, web and mail addresses, names, ids. */
import { isDomain, reduceToDomain } from '../../contract/domains.js';
import { errors } from '../errors.js';
import { isDate } from './cells.js';
import { isDayWord } from './days.js';
import { readTexts } from './lists.js';

/** Headers of a column that a person selects as a whole. As a name, "Company" would find and pay for Ford Motor Company. */
const HEADER =
  /^(?:compan(?:y|ies)|company name|accounts?|account name|domains?|names?|websites?|firm(?:a|en)|unternehmen)$/i;

/**
 * Returns each company once, in order. An address is reduced to its domain.
 * @throws BAD_INPUT for a cell that cannot be a company
 */
export function readCompanies(cells: readonly unknown[]): string[] {
  for (const cell of cells) {
    const invalid = isDate(cell) ? 'a date' : invalidCompanyText(cell);
    if (invalid !== undefined) throw errors.badCompany(invalid);
  }
  const typed = readTexts('companies', cells, false);
  if (typed.length > 1 && HEADER.test(typed[0]!)) throw errors.headerAsCompany(typed[0]!);
  const day = typed.find(isDayWord);
  if (day !== undefined) throw errors.dayFirst(day);
  const companies = typed.flatMap(splitDomains).map(reduceToDomain);
  const known = new Set<string>();
  return companies.filter((company) => {
    const name = company.toLowerCase();
    return !known.has(name) && known.add(name);
  });
}

/** Returns the words of a text with one blank around each, so that a plain search finds whole words. */
export function wordsOf(text: string): string {
  // a Turkish I keeps its dot as a character of its own
  const composed = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/\u0307/g, '');
  const words = composed.split(/[^\p{L}\p{N}]+/u);
  return ` ${words.filter(Boolean).join(' ')} `;
}

function invalidCompanyText(cell: unknown): string | undefined {
  if (typeof cell === 'boolean') return `${cell}`.toUpperCase();
  return typeof cell === 'number' && !Number.isSafeInteger(cell) ? String(cell) : undefined;
}

/** Splits a list of domains. A name can contain commas and blanks (Acme, Inc.), a domain cannot. */
export function splitDomains(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => isDomain(reduceToDomain(part))) ? parts : [text];
}
