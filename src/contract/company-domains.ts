/** Domains as names of companies: parent domains, the part that is a name, and profile pages in networks. */

/** Hosts with sites or pages of anyone: only the bare domain means the host itself. */
const HOSTS = wordSet(
  'wordpress.com blogspot.com github.io gitlab.io netlify.app vercel.app pages.dev wixsite.com webflow.io ' +
    'myshopify.com squarespace.com weebly.com herokuapp.com azurewebsites.net amazonaws.com cloudfront.net ' +
    'web.app firebaseapp.com sharepoint.com onmicrosoft.com atlassian.net zendesk.com freshdesk.com intercom.help ' +
    'substack.com medium.com tumblr.com linktr.ee greenhouse.io lever.co myworkdayjobs.com ' +
    'ashbyhq.com workable.com smartrecruiters.com bamboohr.com recruitee.com personio.de personio.com teamtailor.com ' +
    'icims.com slack.com my.salesforce.com zoom.us okta.com ' +
    'service-now.com gitlab.com alibaba.com apps.apple.com appexchange.salesforce.com appsource.microsoft.com',
);
/** Platforms, under any top-level domain, with pages about others: only a bare address means the platform. */
const PLATFORMS = wordSet(
  'amazon bloomberg booking capterra ebay etsy eventbrite g2 glassdoor google indeed kununu pinterest pitchbook ' +
    'reddit stepstone tiktok tripadvisor trustpilot wellfound yelp zoominfo',
);
/** Matches the path of a company in a directory or an exchange: nasdaq.com/market-activity/stocks/acme. */
const ENTRY = /\/(?:companies|organizations?|quotes?|stocks?|sellers?|biz|cmp)\/[^/?#]/i;
/** Providers of mailboxes, under any top-level domain. */
const MAILBOXES = wordSet(
  'aol gmail gmx googlemail hotmail icloud live mail msn outlook protonmail yahoo yandex ymail',
);
/** Domains of mailboxes whose provider has another domain, or none. */
const MAIL_DOMAINS = wordSet(
  'me.com proton.me web.de t-online.de orange.fr free.fr libero.it qq.com 163.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net btinternet.com ' +
    'virginmedia.com wanadoo.fr laposte.net sfr.fr alice.it tiscali.it telenet.be bluewin.ch ' +
    'freenet.de arcor.de 126.com sina.com foxmail.com hanmail.net naver.com rediffmail.com uol.com.br ' +
    'terra.com.br bigpond.com shaw.ca rogers.com fastmail.com hey.com tutanota.com pm.me mac.com ' +
    'blueyonder.co.uk vodafone.de vodafone.it softbank.ne.jp docomo.ne.jp telus.net ' +
    'ziggo.nl orange.es sky.com talktalk.net',
);
/** Second-level labels under which countries register names, such as co.uk and com.br. */
const SECOND_LEVELS = wordSet('ac co com edu gov ne net or org');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/**
 * Returns the domain of a text and its parents: jobs.acme.co.uk and acme.co.uk. Leaves out domains that another
 * company provides: returns none for ann@yahoo.co.uk, and acme.zendesk.com without its parent.
 */
export function domainsIn(text: string, domain: string): readonly string[] {
  const parts = domain.split('.');
  const names = parts.slice(0, -1).map((_, index) => parts.slice(index));
  const all = names
    .filter(([first = ''], index) => index === 0 || names[index]!.length > 2 || !SECOND_LEVELS.has(first))
    .map((labels) => labels.join('.'));
  const isMail = text.toLowerCase().includes(`@${domain}`);
  if (isMail && MAILBOXES.has(labelOf(domain))) return [];
  if (isMail && all.some((name) => MAIL_DOMAINS.has(name))) return [];
  const host = all.findIndex((name) => HOSTS.has(name));
  const isPage = /^(?:[a-z]+:)?(?:\/\/)?[^/?#]+\/[^/?#]/i.test(text);
  if (isPage && (PLATFORMS.has(labelOf(domain)) || ENTRY.test(text))) return [];
  return host < 0 || (host === 0 && !isPage) ? all : all.slice(0, host);
}

/**
 * Returns the registered name of a domain: acme of jobs.acme.co.uk; '' below a public host such as github.io.
 */
export function labelOf(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  if (labels.some((_, index) => index > 0 && HOSTS.has(labels.slice(index).join('.')))) return '';
  const parts = labels.slice(0, -1);
  if (parts.length > 1 && SECOND_LEVELS.has(parts[parts.length - 1]!)) parts.pop();
  return parts[parts.length - 1] ?? '';
}

const PROFILE =
  /^(?:https?:\/\/)?(?:[a-z-]+\.)?(?:linkedin\.com\/(?:company|school|showcase)|crunchbase\.com\/organization|xing\.com\/(?:companies|pages)|wikipedia\.org\/wiki|(?:facebook|instagram|twitter|x)\.com(?!\/(?:(?:people|groups|p|i|pages|share|sharer|watch|events|reel|stories|explore|hashtag|intent)\/|home$|profile\.php)))\/@?([^/?#]+)/i;

/** Returns the name in a profile's address: acme foods of linkedin.com/company/acme-foods. */
export function nameInProfile(text: string): string | undefined {
  const [, name] = PROFILE.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name).replace(/[-_.]+/g, ' ');
  } catch {
    return undefined;
  }
}
