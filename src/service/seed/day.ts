/** The values that all sample events of a day share: number, id, company, place and source. */
import { addDays } from '../../contract/dates.js';
import { type Place, placeOf } from '../database/places.js';
import type { SeedCompany, Universe } from './company-universe.js';
import { createRandom, type Random } from './random.js';
import people from './vocabulary/people.json';
import places from './vocabulary/places.json';

/** Cities are 'City, State', or 'City' where states are unusual; the weight is the frequency of events. */
const { COUNTRIES } = places;

/** Returns every day from `from` to `to`, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * Makes a day's events, each with its own random generator and an id such as `be-20250312-07`. There are fewer
 * on weekends. @param least the minimum number
 */
export function eventsOf<T>(
  prefix: string,
  day: string,
  perBusinessDay: number,
  make: (random: Random, id: string) => T,
  least = 0,
): T[] {
  const random = createRandom(`${prefix} ${day}`);
  const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  const mean = perBusinessDay * (isWeekend ? 0.12 : 1);
  const count = Math.floor(mean * (0.6 + 0.8 * random.next()) + random.next());
  return Array.from({ length: Math.max(least, count) }, (_, index) => {
    const id = `${prefix}-${day.replaceAll('-', '')}-${String(index + 1).padStart(2, '0')}`;
    return make(createRandom(id), id);
  });
}

export function pickCompany(random: Random, universe: Universe, trackedShare: number): SeedCompany {
  return random.pick(random.chance(trackedShare) ? universe.tracked : universe.companies);
}

export interface Site {
  readonly country: (typeof COUNTRIES)[number];
  readonly place: Place;
  /** The most precise known part. */
  readonly name: string;
}

/** Picks a site, often in the company's country. A quarter lack the city, 15 % all but the country. */
export function pickSite(random: Random, company: SeedCompany): Site {
  const home = COUNTRIES.find(({ name }) => name === placeOf(company.location ?? '').country);
  const country = home && random.chance(0.65) ? home : random.weighted(COUNTRIES);
  const full = placeOf(`${random.pick(country.cities)}, ${country.name}`);
  const known = random.next();
  const place = known < 0.15 ? { country: full.country } : known < 0.4 ? { ...full, city: undefined } : full;
  return { country, place, name: place.city ?? place.state ?? country.name };
}

/** Returns the address of an article on an unregistrable host. */
export function articleUrl(random: Random, day: string, headline: string): string {
  const dashed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const host = dashed(random.pick(people.PUBLISHERS));
  const slug = dashed(headline.normalize('NFKD')).replace(/^-|-$/g, '').slice(0, 80);
  return `https://${host}.example/${day.slice(0, 4)}/${day.slice(5, 7)}/${slug}`;
}

/**
 * Draws a number from a quarter of the median to four times of it, mostly near it, with two significant digits,
 * like most announced numbers.
 */
export function about(random: Random, median: number): number {
  const value = median * 4 ** (random.next() + random.next() - 1);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.max(1, Math.round(value / unit) * unit);
}

export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}
