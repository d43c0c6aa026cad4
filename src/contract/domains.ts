/** Finds the domains and names of companies in texts that people type. */
import { domainsIn, nameInProfile } from './company-domains.js';

/** Matches initials before a capital: E.ON, Dr.Oetker and J.P.Morgan are names, HP.COM is a domain. */
const DOTTED_NAME =
  /^(?!.*\.(?:[A-Z]{3,}|EU|DE|AT|CH|UK|IO|AI|CO|FR|IT|ES|NL|BE|DK|SE|FI|PL|IE|US|CA|AU|JP|CN)$)(?:\p{L}{1,2}\.)+\p{Lu}[\p{L}'’-]*$/u;

/** True for a value with a dot and no blank; anything else is a name or an id. */
export function isDomain(company: string): boolean {
  return !DOTTED_NAME.test(company) && /^[^\s.]+(?:\.[^\s.]+)+$/.test(company);
}

/** Matches a page in a network, such as linkedin.com/in/ann, which is not about LinkedIn. */
const NETWORK_PAGE =
  /^(?:https?:\/\/)?(?:[a-z-]+\.)?(?:(?:linkedin|xing|crunchbase|facebook|instagram|twitter|x|youtube|github)\.com|wikipedia\.org)\/[^?#]/i;

/** The domains or the name of a company in a text. */
interface CompanyText {
  /** The domain, then its parents; empty for a mailbox or a page that another company provides. */
  readonly domains: readonly string[];
  /** The name; empty for an address without one. */
  readonly name: string;
}

export function readCompanyText(text: string): CompanyText {
  const profile = nameInProfile(text);
  if (profile !== undefined) return { domains: [], name: profile };
  if (NETWORK_PAGE.test(text)) return { domains: [], name: '' };
  const domain = hostIn(text);
  return domain === undefined ? { domains: [], name: text } : { domains: domainsIn(text, domain), name: '' };
}

/**
 * Returns acme.example for `https://www.acme.example/jobs?x` and `Ann <ann@acme.example>`. Pages and mailboxes
 * that another company provides stay unchanged.
 */
export function reduceToDomain(text: string): string {
  return readCompanyText(text).domains[0] ?? text;
}

/** Returns the companies with the first of these domains that any of them has. */
export function withDomain<T extends { readonly domain?: string }>(
  domains: readonly string[],
  companies: readonly T[],
): readonly T[] {
  const known = domains.find((domain) => companies.some((one) => one.domain?.toLowerCase() === domain));
  return companies.filter(({ domain }) => known !== undefined && domain?.toLowerCase() === known);
}

/** Returns the domain of an address; undefined for a name. */
function hostIn(text: string): string | undefined {
  const address = /<\s*([^<>\s]+@[^<>\s]+)\s*>$/.exec(text)?.[1] ?? text;
  if (/\s/.test(address)) return undefined;
  const host = address
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/|^mailto:/i, '')
    .replace(/[/?#].*$/, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
    .replace(/[.,;]+$/, '')
    .replace(/^www\d*\./i, '');
  // J.P. is a name, not a domain
  return isDomain(host) && /[^.]{2}$/.test(host) ? host.toLowerCase() : undefined;
}
