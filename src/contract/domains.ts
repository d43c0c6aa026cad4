/** Finds domains in texts that people type. */

/** Initials before a capital: E.ON, Dr.Oetker and J.P.Morgan are names, HP.COM is a domain. */
const DOTTED_NAME =
  /^(?!.*\.(?:[A-Z]{3,}|EU|DE|AT|CH|UK|IO|AI|CO|FR|IT|ES|NL|BE|DK|SE|FI|PL|IE|US|CA|AU|JP|CN)$)(?:\p{L}{1,2}\.)+\p{Lu}[\p{L}'’-]*$/u;

/** A value with a dot and no blank is a domain; anything else is a name (or an id). */
export function isDomain(company: string): boolean {
  return !DOTTED_NAME.test(company) && /^[^\s.]+(?:\.[^\s.]+)+$/.test(company);
}

const NETWORK_PAGE =
  /^(?:https?:\/\/)?(?:[a-z-]+\.)?(?:(?:linkedin|xing|crunchbase|facebook|instagram|twitter|x|youtube|github)\.com|wikipedia\.org)\/[^?#]/i;

/** True for linkedin.com/in/ann: who it is about is not LinkedIn. */
export function isNetworkPage(text: string): boolean {
  return NETWORK_PAGE.test(text);
}

/** `https://www.acme.example/jobs?x`, `Ann <ann@acme.example>` and `ACME.example` are all acme.example; pages of networks stay as they are. */
export function reduceToDomain(text: string): string {
  const address = /<\s*([^<>\s]+@[^<>\s]+)\s*>$/.exec(text)?.[1] ?? text;
  if (/\s/.test(address) || isNetworkPage(address)) return text;
  const host = address
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/|^mailto:/i, '')
    .replace(/[/?#].*$/, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
    .replace(/[.,;]+$/, '')
    .replace(/^www\./i, '');
  // initials are a name: J.P.
  return isDomain(host) && /[^.]{2}$/.test(host) ? host.toLowerCase() : text;
}
