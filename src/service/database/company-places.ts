/** Places behind the names of companies: Acme, Inc., Detroit. */

import { type CompanyName, readCompanyName, readSpellings } from '../../contract/company-names.js';
import { wordsIn } from '../../contract/core-name.js';

/** A text that is cut at a comma. */
export interface PlacedName {
  /** The text before the comma as the database finds it. */
  readonly core: string;
  readonly names: readonly CompanyName[];
  /** The words behind the comma. */
  readonly place: readonly string[];
}

/** A city, a state and a country. */
const MOST_PARTS = 3;

/** Cuts a text at its last commas; only a company's location shows which words are a place. */
export function placedNamesIn(text: string): readonly PlacedName[] {
  const parts = text.split(',');
  const counts = Array.from({ length: Math.min(MOST_PARTS, parts.length - 1) }, (_, index) => index + 1);
  const cuts = counts.map((count) => {
    const name = parts.slice(0, -count).join(',');
    const place = wordsIn(parts.slice(-count).join(' '));
    return { core: readCompanyName(name).core, names: readSpellings(name), place };
  });
  return cuts.filter(({ place }) => place.length > 0);
}

/** The city is needed: Austin, Texas is no company in Dallas, Texas. */
export function isPlaceOf(place: readonly string[], location: string): boolean {
  const words = wordsIn(location);
  const [city = ''] = location.split(',');
  return place.every((word) => words.includes(word)) && wordsIn(city).every((word) => place.includes(word));
}
