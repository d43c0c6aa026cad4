/** Companies as people write them: domains, addresses of pages and people, names, ids. */
import { readTexts } from './lists.js';

/** Each company once, in order; whatever holds a domain is reduced to it. */
export function readCompanies(cells: readonly unknown[]): string[] {
  const texts = readTexts(cells, false).flatMap(divideDomains).map(reduceToDomain);
  return [...new Set(texts.filter((text) => text !== ''))];
}

/** A value with a dot and no blank is a domain; anything else is a name (or an id). */
export function isDomain(company: string): boolean {
  return /^[^\s.]+(?:\.[^\s.]+)+$/.test(company);
}

/** Names hold commas (Acme, Inc.), domains do not: only a list of nothing but domains is divided. */
function divideDomains(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => isDomain(reduceToDomain(part))) ? parts : [text];
}

/** `https://www.acme.example/jobs?x`, `ann@acme.example` and `ACME.example` are all acme.example. */
export function reduceToDomain(text: string): string {
  if (/\s/.test(text)) return text;
  const host = text
    .replace(/^[a-z][a-z0-9+.-]*:(?:\/\/)?/i, '')
    .replace(/[/?#].*$/, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/\.+$/, '')
    .replace(/^www\./i, '');
  return isDomain(host) ? host.toLowerCase() : text;
}
