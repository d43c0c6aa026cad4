/** The values that all sample events of a day share: number, company, place and source. */
import { addDays } from '../../contract/dates.js';
import { type Place, placeOf } from '../database/places.js';
import type { SeedCompany, Universe } from './company-universe.js';
import { createRandom, type Random } from './random.js';
import people from './vocabulary/people.json';
import places from './vocabulary/places.json';

/** Cities are 'City, State', or 'City' where states are unusual; the weight is the frequency of events. */
const { COUNTRIES } = places;

export function isBusinessDay(iso: string): boolean {
  const weekday = new Date(`${iso}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** Returns every day from `from` to `to`, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Draws the day's number of events: fewer on weekends, in August and at the end of the year. */
function countOf(random: Random, day: string, meanOfBusinessDay: number): number {
  const season = day.slice(5, 7) === '08' || day.slice(5) >= '12-20' ? 0.75 : 1;
  const mean = meanOfBusinessDay * (season * (isBusinessDay(day) ? 1 : 0.12));
  const spread = mean * (0.6 + 0.8 * random.next());
  return Math.floor(spread) + (random.chance(spread % 1) ? 1 : 0);
}

/** Makes a day's events, each with its own random generator. @param least the minimum number */
export function eventsOf<T>(
  [one, many]: readonly [one: string, many: string],
  day: string,
  mean: number,
  make: (random: Random, index: number) => T,
  least = 0,
): T[] {
  const length = Math.max(least, countOf(createRandom(`${many} ${day}`), day, mean));
  return Array.from({ length }, (_, index) => make(createRandom(`${one} ${day} ${index}`), index));
}

/** `be-20250312-07`: the day of the announcement and a number. */
export function recordId(prefix: string, day: string, index: number): string {
  return `${prefix}-${day.replaceAll('-', '')}-${String(index + 1).padStart(2, '0')}`;
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
  const home = placeOf(company.location ?? '').country;
  const near = COUNTRIES.find(({ name }) => name === home);
  const otherCountry = random.weighted(COUNTRIES);
  const country = near && random.chance(0.65) ? near : otherCountry;
  const full = placeOf(`${random.pick(country.cities)}, ${country.name}`);
  const known = random.next();
  const place = known < 0.15 ? { country: full.country } : known < 0.4 ? { ...full, city: undefined } : full;
  return { country, place, name: place.city ?? place.state ?? country.name };
}

/** Returns the address of an article on an unregistrable host; a few have http or tracking parameters. */
export function articleUrl(random: Random, day: string, headline: string): string {
  const dashed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const host = dashed(random.pick(people.PUBLISHERS));
  const slug = dashed(headline.normalize('NFKD')).replace(/^-|-$/g, '').slice(0, 80);
  const scheme = random.chance(0.04) ? 'http' : 'https';
  const tracking = random.chance(0.06) ? '?utm_source=newsletter&utm_medium=email' : '';
  return `${scheme}://${host}.example/${day.slice(0, 4)}/${day.slice(5, 7)}/${slug}${tracking}`;
}

/** Rounds to two significant digits, like most announced numbers. */
export function roundOff(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.max(1, Math.round(value / unit) * unit);
}

export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}
