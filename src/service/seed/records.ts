/**
 * Sample records and news of a day. A record enters the data some days after its announcement, and one in five is
 * corrected later under the same id. The data of a day never depends on the day of the query.
 */
import type { DatasetName } from '../../contract/datasets.js';
import { addDays } from '../../contract/dates.js';
import type { StoredNews } from '../database/news.js';
import type { StoredRecord } from '../database/records.js';
import type { SeedCompany, Universe } from './company-universe.js';
import { about, articleUrl, eventsOf, fill, pickCompany, pickSite } from './day.js';
import type { Random } from './random.js';
import expansions from './vocabulary/expansions.json';
import people from './vocabulary/people.json';

/**
 * Kinds of expansions: the main industries of their companies (any if missing); the share with an amount, and
 * the median in millions of US dollars; the same for jobs. Headlines have the placeholders `{co}`, `{place}`
 * and `{country}`.
 */
const { EXPANSION_KINDS } = expansions;
const PER_US_DOLLAR: Readonly<Record<string, number>> = expansions.PER_US_DOLLAR;
const { FIRST_NAMES, LAST_NAMES, HIRING_HEADLINES, TITLES, PUBLISHERS, TRIGGERS, REASONS } = people;

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a record that differ between datasets. Id, day, source and history are common to all. */
interface Draft {
  readonly company: SeedCompany;
  readonly title: string;
  readonly fields: Fields;
  /** The fields that a correction changes. */
  readonly corrected: Fields;
}

interface Generator {
  /** The beginning of the ids. */
  readonly prefix: string;
  readonly perBusinessDay: number;
  readonly draft: (random: Random, day: string, universe: Universe) => Draft;
}

/** A dataset without a generator has no sample data. */
export const GENERATORS: Readonly<Partial<Record<DatasetName, Generator>>> = {
  'business-expansion': { prefix: 'be', perBusinessDay: 16, draft: draftExpansion },
  'major-hiring': { prefix: 'mh', perBusinessDay: 4.2, draft: draftHiring },
  'executive-change': { prefix: 'ec', perBusinessDay: 4.2, draft: draftExecutiveChange },
};

const MAX_ENTRY_DAYS = 4;
const MAX_CORRECTION_DAYS = 90;
/** Maximum number of days between an announcement and its correction. */
export const LAST_CORRECTION_DAYS = MAX_ENTRY_DAYS + MAX_CORRECTION_DAYS;
const CORRECTED_SHARE = 0.2;

/** Returns a day's records as known on the day `on`, if entered or corrected after the day `after`. */
export function recordsOf(
  { prefix, perBusinessDay, draft }: Generator,
  day: string,
  universe: Universe,
  { after, on }: { readonly after: string; readonly on: string },
): StoredRecord[] {
  const records = eventsOf(prefix, day, perBusinessDay, (random, id) => {
    const entered = addDays(day, random.integer(0, MAX_ENTRY_DAYS));
    const corrected = addDays(entered, random.integer(2, MAX_CORRECTION_DAYS));
    const isCorrected = random.chance(CORRECTED_SHARE) && corrected <= on;
    const lastModified = isCorrected ? corrected : entered;
    if (entered > on || lastModified <= after) return undefined;
    const { company, title, ...drafted } = draft(random, day, universe);
    const url = articleUrl(random, day, title);
    const fields = { ...drafted.fields, ...(isCorrected && drafted.corrected) };
    return { id, announcedDate: day, company: { id: company.id }, title, url, ...fields, lastModified };
  });
  return records.filter((record) => record !== undefined);
}

function draftExpansion(random: Random, _day: string, universe: Universe): Draft {
  const kind = random.weighted(EXPANSION_KINDS);
  const company = pickFitting(random, universe, kind);
  const { name: place, place: expansionLocation, country } = pickSite(random, company);
  const currency = random.chance(0.6) ? country.currency : 'USD';
  const median = kind.investment.median * 1_000_000 * PER_US_DOLLAR[currency]!;
  const amounts = {
    ...(random.chance(kind.investment.share) && { investment: about(random, median) }),
    ...(random.chance(kind.jobs.share) && { jobs: about(random, kind.jobs.median) }),
  };
  const { investment, jobs } = amounts;
  const headline = fill(random.pick(kind.headlines), { co: company.name, place, country: country.name });
  const creatingJobs = jobs !== undefined && random.chance(0.6) ? `, creating ${jobs} jobs` : '';
  // some amounts have no currency
  const hasCurrency = investment !== undefined && random.chance(0.97);
  return {
    company,
    title: headline + creatingJobs,
    fields: {
      expansionType: kind.type,
      expansionLocation,
      ...amounts,
      ...(hasCurrency && { currency }),
    },
    corrected: {
      ...(investment !== undefined && { investment: about(random, investment) }),
      ...(jobs !== undefined && { jobs: about(random, jobs) }),
    },
  };
}

/** Picks companies until the main industry fits, because a bank opens no mine. */
function pickFitting(
  random: Random,
  universe: Universe,
  { by }: (typeof EXPANSION_KINDS)[number],
): SeedCompany {
  const pick = () => pickCompany(random, universe, 0.25);
  let company = pick();
  for (let tries = 0; tries < 60 && by?.includes(company.industries?.[0] ?? '') === false; tries += 1)
    company = pick();
  return company;
}

/** Drafts one of two kinds: some hundred jobs at a site, or some thousand jobs in a whole country. */
function draftHiring(random: Random, _day: string, universe: Universe): Draft {
  const company = pickCompany(random, universe, 0.6);
  const { name: place, place: site, country } = pickSite(random, company);
  const [headlines, median, location] = random.chance(0.3)
    ? [HIRING_HEADLINES.country, 8_000, { country: country.name }]
    : [HIRING_HEADLINES.site, 150, site];
  const numberOfJobs = about(random, median);
  const jobs = numberOfJobs.toLocaleString('en-US');
  return {
    company,
    title: fill(random.pick(headlines), { co: company.name, jobs, place, country: country.name }),
    fields: { numberOfJobs, location },
    corrected: { numberOfJobs: about(random, numberOfJobs) },
  };
}

function draftExecutiveChange(random: Random, day: string, universe: Universe): Draft {
  const company = pickCompany(random, universe, 0.6);
  const { title: executiveTitle, categories: executiveTitleCategory } = random.weighted(TITLES);
  const { reason, headline } = random.weighted(REASONS);
  const executiveName = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const isExternal = reason === 'New Appointment' && random.chance(0.45);
  const executivePreviousCompany = previousCompany(random, random.pick(universe.companies));
  // retirements take effect later; a few changes took effect before their announcement
  const effectiveDate = addDays(
    day,
    reason === 'Retired' ? random.integer(20, 180) : random.integer(-20, 90),
  );
  return {
    company,
    title: fill(headline, { co: company.name, person: executiveName, title: executiveTitle }),
    fields: {
      executiveName,
      executiveTitle,
      executiveTitleCategory,
      reason,
      ...(isExternal && { executivePreviousCompany }),
      ...(random.chance(0.85) && { effectiveDate }),
    },
    corrected: { effectiveDate: addDays(effectiveDate, random.integer(1, 30)) },
  };
}

/** A third have no id and no domain. */
function previousCompany(random: Random, { id, name, domain }: SeedCompany): Fields {
  const score = Math.round(random.next() * 100) / 100;
  return random.chance(0.33) ? { name, score } : { id, name, domain, score };
}

const NEWS_PER_BUSINESS_DAY = 30;
const LEAST_NEWS_PER_DAY = 12;

/** News are mostly about tracked companies. */
export function newsOf(day: string, universe: Universe): StoredNews[] {
  const make = (random: Random, id: string) => newsItem(random, day, id, universe);
  return eventsOf('nw', day, NEWS_PER_BUSINESS_DAY, make, LEAST_NEWS_PER_DAY);
}

function newsItem(random: Random, day: string, id: string, universe: Universe): StoredNews {
  const company = pickCompany(random, universe, 0.8);
  const other = pickCompany(random, universe, 0.5);
  const trigger = random.weighted(TRIGGERS);
  const title = fill(trigger.headline, { co: company.name, other: other.name });
  const companies = trigger.headline.includes('{other}') ? [company, other] : [company];
  return {
    id,
    publisher: random.pick(PUBLISHERS),
    title,
    url: articleUrl(random, day, title),
    // real descriptions contain HTML
    desc: random.chance(0.1)
      ? `<p>${title} &ndash; <b>more</b> to follow.</p>`
      : `${title}, according to a statement.`,
    publishDate: day,
    companies: [...new Set(companies)].map((one) => ({ id: one.id })),
    triggers: [trigger.name, ...(random.chance(0.2) ? ['Executive Statement'] : [])],
  };
}
