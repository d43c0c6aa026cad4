/** Sample executive changes announced on a day. */
import { addDays } from '../../contract/dates.js';
import type { SeedCompany, Universe } from './company-universe.js';
import { articleUrl, eventsOf, fill, pickCompany, recordId } from './day.js';
import { makeHistory, type RecordDraft } from './history.js';
import type { Random } from './random.js';
import { FIRST_NAMES, LAST_NAMES, REASONS, TITLES } from './vocabulary.js';

const MEAN_PER_BUSINESS_DAY = 4.2;

export function executiveChangesOf(day: string, universe: Universe): RecordDraft[] {
  const names = ['executive change', 'executive changes'] as const;
  return eventsOf(names, day, MEAN_PER_BUSINESS_DAY, (random, index) =>
    executiveChange(random, day, index, universe),
  );
}

function executiveChange(random: Random, day: string, index: number, universe: Universe): RecordDraft {
  const company = pickCompany(random, universe, 0.6);
  const { title: executiveTitle, categories } = random.weighted(TITLES);
  const { reason, headline } = random.weighted(REASONS);
  const executiveName = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const title = fill(headline, { co: company.name, person: executiveName, title: executiveTitle });
  const isExternal = reason === 'New Appointment' && random.chance(0.45);
  const effectiveDate = effective(random, day, reason);
  return {
    history: makeHistory(random, day),
    record: {
      id: recordId('ec', day, index),
      company: { id: company.id },
      announcedDate: day,
      executiveName,
      executiveTitle,
      executiveTitleCategory: categories,
      reason,
      ...(isExternal && {
        executivePreviousCompany: previousCompany(random, random.pick(universe.companies)),
      }),
      ...(effectiveDate && { effectiveDate }),
      url: articleUrl(random, day, title),
      title,
    },
    correction: { effectiveDate: addDays(effectiveDate ?? day, random.integer(1, 30)) },
  };
}

/** Retirements take effect later; a few changes took effect before their announcement; some have no date. */
function effective(random: Random, day: string, reason: string): string | undefined {
  if (reason === 'Retired') return addDays(day, random.integer(20, 180));
  const when = random.next();
  if (when < 0.4) return day;
  if (when < 0.75) return addDays(day, random.integer(1, 90));
  return when < 0.85 ? addDays(day, -random.integer(1, 20)) : undefined;
}

/** Its id and domain are unknown in a third. */
function previousCompany(random: Random, { id, name, domain }: SeedCompany): Record<string, unknown> {
  const score = Math.round(random.next() * 100) / 100;
  return random.chance(0.33) ? { name, score } : { id, name, domain, score };
}
