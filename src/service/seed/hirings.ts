/** Sample announcements of major hiring on a day. */
import type { Universe } from './company-universe.js';
import { articleUrl, eventsOf, fill, pickCompany, pickSite, recordId, roundOff } from './day.js';
import { makeHistory, type RecordDraft } from './history.js';
import type { Random } from './random.js';

const MEAN_PER_BUSINESS_DAY = 4.2;
const AT_A_SITE = [
  '{co} adding {jobs} jobs in {place}',
  '{co} to hire {jobs} in {place}',
  '{co} plans to hire {jobs} engineers in {place} this year',
];
const NATIONWIDE = ['{co} to hire {jobs} seasonal workers', '{co} hiring {jobs} across {country}'];

export function hiringsOf(day: string, universe: Universe): RecordDraft[] {
  return eventsOf(['hiring', 'hirings'], day, MEAN_PER_BUSINESS_DAY, (random, index) =>
    hiring(random, day, index, universe),
  );
}

/** Two kinds: some hundred jobs at a site, and some thousand jobs in a whole country. */
function hiring(random: Random, day: string, index: number, universe: Universe): RecordDraft {
  const company = pickCompany(random, universe, 0.6);
  const site = pickSite(random, company);
  const isDrive = random.chance(0.3);
  const numberOfJobs = isDrive
    ? Math.max(1_000, Math.round(random.logNormal(8_000, 1) / 1_000) * 1_000)
    : roundOff(random.logNormal(150, 0.9));
  const title = fill(random.pick(isDrive ? NATIONWIDE : AT_A_SITE), {
    co: company.name,
    jobs: numberOfJobs.toLocaleString('en-US'),
    place: site.name,
    country: site.country.name,
  });
  return {
    history: makeHistory(random, day),
    record: {
      id: recordId('mh', day, index),
      announcedDate: day,
      company: { id: company.id },
      numberOfJobs,
      location: isDrive ? { country: site.country.name } : site.place,
      title,
      url: articleUrl(random, day, title),
    },
    correction: { numberOfJobs: roundOff(numberOfJobs * (0.6 + random.next())) },
  };
}
