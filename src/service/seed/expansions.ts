/** Sample expansions announced on a day. */
import type { SeedCompany, Universe } from './company-universe.js';
import { articleUrl, eventsOf, fill, pickCompany, pickSite, recordId, roundOff, type Site } from './day.js';
import { makeHistory, type RecordDraft } from './history.js';
import type { Random } from './random.js';
import { EXPANSION_KINDS, type ExpansionKind, PER_US_DOLLAR } from './vocabulary.js';

const MEAN_PER_BUSINESS_DAY = 16;
const TRACKED_SHARE = 0.25;
const MAX_TRIES = 60;

export function expansionsOf(day: string, universe: Universe): RecordDraft[] {
  return eventsOf(['expansion', 'expansions'], day, MEAN_PER_BUSINESS_DAY, (random, index) =>
    expansion(random, day, index, universe),
  );
}

function expansion(random: Random, day: string, index: number, universe: Universe): RecordDraft {
  const kind = random.weighted(EXPANSION_KINDS);
  const company = pickFitting(random, universe, kind);
  const site = pickSite(random, company);
  const amount = makeAmount(random, kind, site);
  const jobs = random.chance(kind.jobs[0]) ? roundOff(random.logNormal(kind.jobs[1], 1)) : undefined;
  const title =
    fill(random.pick(kind.headlines), { co: company.name, place: site.name, country: site.country.name }) +
    (jobs !== undefined && random.chance(0.6) ? `, creating ${jobs} jobs` : '');
  const factor = 0.6 + random.next();
  return {
    history: makeHistory(random, day),
    record: {
      id: recordId('be', day, index),
      announcedDate: day,
      company: { id: company.id },
      expansionType: kind.type,
      expansionLocation: site.place,
      ...amount,
      ...(jobs !== undefined && { jobs }),
      title,
      url: articleUrl(random, day, title),
    },
    correction: {
      ...(amount.investment !== undefined && { investment: roundOff(amount.investment * factor) }),
      ...(jobs !== undefined && { jobs: roundOff(jobs * factor) }),
    },
  };
}

/** The first of some companies whose main industry fits: a bank opens no mine. */
function pickFitting(random: Random, universe: Universe, { by }: ExpansionKind): SeedCompany {
  let company = pickCompany(random, universe, TRACKED_SHARE);
  for (
    let tries = 0;
    tries < MAX_TRIES && by && !by.some((industry) => industry === company.industries?.[0]);
    tries += 1
  ) {
    company = pickCompany(random, universe, TRACKED_SHARE);
  }
  return company;
}

/** Some amounts have no currency. */
function makeAmount(
  random: Random,
  { investment: [share, medianMillion] }: ExpansionKind,
  { country }: Site,
): { investment?: number; currency?: string } {
  if (!random.chance(share)) return {};
  const currency = random.chance(0.6) ? country.currency : 'USD';
  const dollars = random.logNormal(medianMillion * 1_000_000, 1.3);
  const investment = roundOff(dollars * PER_US_DOLLAR[currency]!);
  return random.chance(0.03) ? { investment } : { investment, currency };
}
