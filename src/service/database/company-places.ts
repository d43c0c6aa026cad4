/** Places behind the names of companies: Acme, Inc., Detroit. */
import { readCompanyName } from '../../contract/company-names.js';
import { type CoreName, spellingsOf, wordsIn } from '../../contract/core-name.js';

/** A text that is cut at a comma, or at another sign that people write before a place. */
export interface PlacedName {
  /** The text before the sign as the database finds it. */
  readonly core: string;
  readonly names: readonly CoreName[];
  /** The text behind the sign. */
  readonly place: string;
}

/** A city, a state and a country. */
const MOST_PARTS = 3;

/** Matches the sign before a place. A hyphen or stroke without blanks belongs to a name: R/S Maritime, Coca-Cola. */
const BEFORE_PLACE = /[,;\n]|\s[-–—/|]\s/g;
/** Matches a street with its number, before a city. */
const STREET = /[,;\n]\s*(?:\d+\s[^,;\n]+|[^,;\n\d]+\s\d+\s?\p{L}?)(?=[,;\n])/gu;
/** Matches the blank before the last one to three words: the city and its state, where no sign separates them. */
const LAST_WORDS = /\s(?=[^\s,;]+(?:\s[^\s,;]+){0,2}$)/g;

/** Cuts a text where a place may begin; only a company's location shows which words are a place. */
export function placedNamesIn(typed: string): readonly PlacedName[] {
  const text = typed.replace(STREET, '');
  const signs = [...text.matchAll(BEFORE_PLACE)].slice(-MOST_PARTS).reverse();
  return [...signs, ...text.matchAll(LAST_WORDS)].map(({ index }) => {
    const { core, spellings } = readCompanyName(text.slice(0, index));
    return { core, names: spellings, place: text.slice(index) };
  });
}

/** True if all words are of the location and its city is among them: Austin, Texas is not Dallas, Texas. Ignores postcodes. */
export function isPlaceOf(place: string, location: string): boolean {
  const words = wordsIn(place);
  return words.length > 0 && spellingsOf(location).some((spelling) => isPlaceIn(words, spelling));
}

function isPlaceIn(place: readonly string[], location: string): boolean {
  const [city = '', ...regions] = location.split(',');
  if (!wordsIn(city).every((word) => place.includes(word))) return false;
  const words = wordsIn(location);
  const isKnown = (word: string) =>
    /^\d{4,}$/.test(word) ||
    words.includes(word) ||
    regions.some((region) => isCodeOf(word, wordsIn(region).join('')));
  return place.every(isKnown);
}

/** True for a code of a region, such as TX of Texas: it has its first letter, and others in their order. */
function isCodeOf(code: string, region: string): boolean {
  if (code.length > 3 || code[0] !== region[0]) return false;
  let found = 0;
  for (const letter of region) if (letter === code[found]) found += 1;
  return found === code.length;
}
