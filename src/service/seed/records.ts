/**
 * Sample records and news of a day. A record enters the data some business days after its announcement, and one in
 * five is corrected later under the same id. The data of a day never depends on the day of the query.
 */
import type { DatasetName } from '../../contract/datasets.js';
import { addDays } from '../../contract/dates.js';
import type { StoredNews } from '../database/news.js';
import type { StoredRecord } from '../database/records.js';
import type { SeedCompany, Universe } from './company-universe.js';
import {
  articleUrl,
  eventsOf,
  fill,
  isBusinessDay,
  pickCompany,
  pickSite,
  recordId,
  roundOff,
  type Site,
} from './day.js';
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
  /** Called after the history is drawn. */
  readonly fields: () => Fields;
  /** Returns the fields that a correction changes. Called last, so that no earlier number depends on it. */
  readonly correct: () => Fields;
}

interface Generator {
  readonly prefix: string;
  /** Part of the seeds of the random generators. */
  readonly name: string;
  readonly perBusinessDay: number;
  readonly draft: (random: Random, day: string, universe: Universe) => Draft;
}

/** A dataset without a generator has no sample data. */
export const GENERATORS: Readonly<Partial<Record<DatasetName, Generator>>> = {
  'business-expansion': { prefix: 'be', name: 'expansion', perBusinessDay: 16, draft: draftExpansion },
  'major-hiring': { prefix: 'mh', name: 'hiring', perBusinessDay: 4.2, draft: draftHiring },
  'executive-change': {
    prefix: 'ec',
    name: 'executive change',
    perBusinessDay: 4.2,
    draft: draftExecutiveChange,
  },
};

/** Maximum number of days between an announcement and its correction. */
export const LAST_CORRECTION_DAYS = 100;

/** How many of a hundred records enter after no, one, two and three business days. */
const ENTRY_LAG = [30, 40, 20, 10].map((weight, days) => ({ days, weight }));
const CORRECTED_SHARE = 0.2;

/** Returns a day's records as known on the day `on`, if entered or corrected after the day `after`. */
export function recordsOf(
  { prefix, name, perBusinessDay, draft }: Generator,
  day: string,
  universe: Universe,
  { after, on }: { readonly after: string; readonly on: string },
): StoredRecord[] {
  const records = eventsOf([name, `${name}s`], day, perBusinessDay, (random, index) => {
    const { company, title, fields, correct } = draft(random, day, universe);
    const entered = addBusinessDays(day, random.weighted(ENTRY_LAG).days);
    // always drawn, so that later random numbers do not depend on the outcome
    const corrected = addDays(entered, random.integer(2, 90));
    const isCorrected = random.chance(CORRECTED_SHARE) && corrected <= on;
    const lastModified = isCorrected ? corrected : entered;
    if (entered > on || lastModified <= after) return undefined;
    const id = recordId(prefix, day, index);
    const ownFields = fields();
    const url = articleUrl(random, day, title);
    const record = { id, announcedDate: day, company: { id: company.id }, title, url, ...ownFields };
    return { ...record, ...(isCorrected && correct()), lastModified };
  });
  return records.filter((record) => record !== undefined);
}

/** Returns the day after that many business days; the day itself for 0. */
function addBusinessDays(iso: string, days: number): string {
  let day = iso;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

type ExpansionKind = (typeof EXPANSION_KINDS)[number];

function draftExpansion(random: Random, _day: string, universe: Universe): Draft {
  const kind = random.weighted(EXPANSION_KINDS);
  const company = pickFitting(random, universe, kind);
  const site = pickSite(random, company);
  const amount = makeAmount(random, kind, site);
  const jobs = random.chance(kind.jobs.share) ? roundOff(random.logNormal(kind.jobs.median, 1)) : undefined;
  const title =
    fill(random.pick(kind.headlines), { co: company.name, place: site.name, country: site.country.name }) +
    (jobs !== undefined && random.chance(0.6) ? `, creating ${jobs} jobs` : '');
  const factor = 0.6 + random.next();
  return {
    company,
    title,
    fields: () => ({
      expansionType: kind.type,
      expansionLocation: site.place,
      ...amount,
      ...(jobs !== undefined && { jobs }),
    }),
    correct: () => ({
      ...(amount.investment !== undefined && { investment: roundOff(amount.investment * factor) }),
      ...(jobs !== undefined && { jobs: roundOff(jobs * factor) }),
    }),
  };
}

/** Picks companies until the main industry fits, because a bank opens no mine. */
function pickFitting(random: Random, universe: Universe, { by }: ExpansionKind): SeedCompany {
  const pick = () => pickCompany(random, universe, 0.25);
  let company = pick();
  for (let tries = 0; tries < 60 && by?.includes(company.industries?.[0] ?? '') === false; tries += 1)
    company = pick();
  return company;
}

/** Some amounts have no currency. */
function makeAmount(
  random: Random,
  { investment: { share, median } }: ExpansionKind,
  { country }: Site,
): { investment?: number; currency?: string } {
  if (!random.chance(share)) return {};
  const currency = random.chance(0.6) ? country.currency : 'USD';
  const dollars = random.logNormal(median * 1_000_000, 1.3);
  const investment = roundOff(dollars * PER_US_DOLLAR[currency]!);
  return random.chance(0.03) ? { investment } : { investment, currency };
}

/** Drafts one of two kinds: some hundred jobs at a site, or some thousand jobs in a whole country. */
function draftHiring(random: Random, _day: string, universe: Universe): Draft {
  const company = pickCompany(random, universe, 0.6);
  const { name: place, place: location, country } = pickSite(random, company);
  const isDrive = random.chance(0.3);
  const numberOfJobs = isDrive
    ? Math.max(1_000, Math.round(random.logNormal(8_000, 1) / 1_000) * 1_000)
    : roundOff(random.logNormal(150, 0.9));
  const jobs = numberOfJobs.toLocaleString('en-US');
  const headline = random.pick(isDrive ? HIRING_HEADLINES.country : HIRING_HEADLINES.site);
  return {
    company,
    title: fill(headline, { co: company.name, jobs, place, country: country.name }),
    fields: () => ({ numberOfJobs, location: isDrive ? { country: country.name } : location }),
    correct: () => ({ numberOfJobs: roundOff(numberOfJobs * (0.6 + random.next())) }),
  };
}

function draftExecutiveChange(random: Random, day: string, universe: Universe): Draft {
  const company = pickCompany(random, universe, 0.6);
  const { title: executiveTitle, categories: executiveTitleCategory } = random.weighted(TITLES);
  const { reason, headline } = random.weighted(REASONS);
  const executiveName = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const isExternal = reason === 'New Appointment' && random.chance(0.45);
  const effectiveDate = effectiveDay(random, day, reason);
  return {
    company,
    title: fill(headline, { co: company.name, person: executiveName, title: executiveTitle }),
    fields: () => ({
      executiveName,
      executiveTitle,
      executiveTitleCategory,
      reason,
      ...(isExternal && {
        executivePreviousCompany: previousCompany(random, random.pick(universe.companies)),
      }),
      ...(effectiveDate && { effectiveDate }),
    }),
    correct: () => ({ effectiveDate: addDays(effectiveDate ?? day, random.integer(1, 30)) }),
  };
}

/** Retirements take effect later; a few changes took effect before their announcement; some have no date. */
function effectiveDay(random: Random, day: string, reason: string): string | undefined {
  if (reason === 'Retired') return addDays(day, random.integer(20, 180));
  const when = random.next();
  if (when < 0.4) return day;
  if (when < 0.75) return addDays(day, random.integer(1, 90));
  return when < 0.85 ? addDays(day, -random.integer(1, 20)) : undefined;
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
  const make = (random: Random, index: number) => newsItem(random, day, index, universe);
  return eventsOf(['news', 'news'], day, NEWS_PER_BUSINESS_DAY, make, LEAST_NEWS_PER_DAY);
}

function newsItem(random: Random, day: string, index: number, universe: Universe): StoredNews {
  const company = pickCompany(random, universe, 0.8);
  const other = pickCompany(random, universe, 0.5);
  const trigger = random.weighted(TRIGGERS);
  const title = fill(trigger.headline, { co: company.name, other: other.name });
  const companies =
    trigger.headline.includes('{other}') && other.id !== company.id ? [company, other] : [company];
  return {
    id: recordId('nw', day, index),
    publisher: random.pick(PUBLISHERS),
    title,
    url: articleUrl(random, day, title),
    // real descriptions contain HTML
    desc: random.chance(0.1)
      ? `<p>${title} &ndash; <b>more</b> to follow.</p>`
      : `${title}, according to a statement.`,
    publishDate: day,
    companies: companies.map(({ id }) => ({ id })),
    triggers: [trigger.name, ...(random.chance(0.2) ? ['Executive Statement'] : [])],
  };
}
