/** Domains as names of companies: parent domains, the part that is a name, and profile pages in networks. */

/** Domains where anyone may have a mailbox or a site, so they identify no company. */
const SHARED = new Set(
  (
    'wordpress.com blogspot.com github.io wixsite.com myshopify.com sites.google.com weebly.com jimdo.com ' +
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com proton.me ' +
    'protonmail.com gmx.de gmx.net gmx.com web.de t-online.de orange.fr free.fr libero.it mail.ru yandex.ru qq.com 163.com'
  ).split(' '),
);
/** Second-level labels under which countries register names, such as co.uk and com.br. */
const SECOND_LEVELS = new Set('ac co com edu gov ne net or org'.split(' '));

/** Returns a domain and its parents without shared ones: jobs.acme.co.uk and acme.co.uk. */
export function domainAndParents(domain: string): readonly string[] {
  const parts = domain.split('.');
  const all = parts.slice(0, -1).map((_, index) => parts.slice(index));
  const names = all.filter(
    ([first = ''], index) => index === 0 || all[index]!.length > 2 || !SECOND_LEVELS.has(first),
  );
  return names.map((labels) => labels.join('.')).filter((name) => !SHARED.has(name));
}

/** The registered name in a domain: acme of jobs.acme.co.uk. */
export function labelOf(domain: string): string {
  const parts = domain.toLowerCase().split('.').slice(0, -1);
  if (parts.length > 1 && SECOND_LEVELS.has(parts[parts.length - 1]!)) parts.pop();
  return parts[parts.length - 1] ?? '';
}

const PROFILE =
  /^(?:https?:\/\/)?(?:[a-z-]+\.)?(?:linkedin\.com\/(?:company|school|showcase)|crunchbase\.com\/organization|xing\.com\/(?:companies|pages)|wikipedia\.org\/wiki|facebook\.com|instagram\.com|twitter\.com|x\.com)\/@?([^/?#]+)/i;

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
