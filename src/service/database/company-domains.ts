/** Domains as names of companies: parent domains, the part that is a name, and profile pages in networks. */

/** Domains where anyone may have a mailbox or a site, so they identify no company. */
const SHARED = new Set(
  (
    'wordpress.com blogspot.com github.io gitlab.io netlify.app vercel.app pages.dev wixsite.com webflow.io ' +
    'myshopify.com squarespace.com weebly.com jimdo.com sites.google.com docs.google.com drive.google.com ' +
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com proton.me ' +
    'protonmail.com gmx.de gmx.net gmx.com web.de t-online.de orange.fr free.fr libero.it mail.ru yandex.ru qq.com 163.com'
  ).split(' '),
);
/** Second-level labels under which countries register names, such as co.uk and com.br. */
const SECOND_LEVELS = new Set('ac co com edu gov ne net or org'.split(' '));

/** Returns a domain and its parents: jobs.acme.co.uk and acme.co.uk. It ends before a shared domain. */
export function domainAndParents(domain: string): readonly string[] {
  const parts = domain.split('.');
  const all = parts.slice(0, -1).map((_, index) => parts.slice(index));
  const names = all.filter(
    ([first = ''], index) => index === 0 || all[index]!.length > 2 || !SECOND_LEVELS.has(first),
  );
  const domains = names.map((labels) => labels.join('.'));
  const shared = domains.findIndex((name) => SHARED.has(name));
  return shared < 0 ? domains : domains.slice(0, shared);
}

/** The registered name in a domain: acme of jobs.acme.co.uk. Empty for acme.github.io, which anyone may have registered. */
export function labelOf(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  if (labels.some((_, index) => index > 0 && SHARED.has(labels.slice(index).join('.')))) return '';
  const parts = labels.slice(0, -1);
  if (parts.length > 1 && SECOND_LEVELS.has(parts[parts.length - 1]!)) parts.pop();
  return parts[parts.length - 1] ?? '';
}

const PROFILE =
  /^(?:https?:\/\/)?(?:[a-z-]+\.)?(?:linkedin\.com\/(?:company|school|showcase)|crunchbase\.com\/organization|xing\.com\/(?:companies|pages)|wikipedia\.org\/wiki|(?:facebook|instagram|twitter|x)\.com(?!\/(?:(?:people|groups|p|i)\/|profile\.php)))\/@?([^/?#]+)/i;

/** The name in the address of a company's profile: acme foods of linkedin.com/company/acme-foods. */
export function nameInProfile(text: string): string | undefined {
  const [, name] = PROFILE.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name).replace(/[-_.]+/g, ' ');
  } catch {
    return undefined;
  }
}
