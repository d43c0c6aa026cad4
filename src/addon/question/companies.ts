/** Companies as people write them: domains, addresses of pages and people, names, ids. */
import { isDomain, reduceToDomain } from '../../contract/domains.js';
import { errors } from '../errors.js';
import { isDate } from './cells.js';
import { isDayWord } from './days.js';
import { readTexts } from './lists.js';

/**
 * Each company once, in order; whatever holds a domain is reduced to it.
 * @throws BAD_INPUT for a cell that can be no company
 */
export function readCompanies(cells: readonly unknown[]): string[] {
  for (const cell of cells) {
    const odd = isDate(cell) ? 'a date' : oddity(cell);
    if (odd !== undefined) throw errors.badCompany(odd);
  }
  const typed = readTexts('companies', cells, false);
  const day = typed.find(isDayWord);
  if (day !== undefined) throw errors.dayFirst(day);
  const companies = typed.flatMap(divideDomains).map(reduceToDomain);
  const known = new Set<string>();
  return companies.filter((company) => {
    const name = company.toLowerCase();
    return !known.has(name) && known.add(name);
  });
}

/** The words of a text with one blank around each, so that whole words are found by a plain search. */
export function wordsOf(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return ` ${words.filter(Boolean).join(' ')} `;
}

function oddity(cell: unknown): string | undefined {
  if (typeof cell === 'boolean') return `${cell}`.toUpperCase();
  return typeof cell === 'number' && !Number.isSafeInteger(cell) ? String(cell) : undefined;
}

/** Names hold commas and blanks (Acme, Inc.), domains do not: only a list of nothing but domains is divided. */
export function divideDomains(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => isDomain(reduceToDomain(part))) ? parts : [text];
}
