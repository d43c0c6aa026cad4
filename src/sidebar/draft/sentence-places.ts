/** Places of a sentence: cities with their regions. */
import options from './lexicon/options.json';
import { AND_OR, isPlace } from './lexicon.js';
import type { SentencePart } from './sentence.js';
import { isListedCity } from './sentence-names.js';

/** The text after a place that belongs to a list, as in "Texas, Ohio and Iowa". */
const AND = new RegExp(`^,? (?:${AND_OR}) `);
const COMMA = /^, ?$/;

/** "Austin, Texas" is one place. The country of "Texas, USA" is left out: not all of it is meant. */
export function withRegions(sentence: string, parts: readonly SentencePart[]): SentencePart[] {
  const between = (one?: SentencePart, other?: SentencePart) =>
    one && other && isPlace(one) && isPlace(other) ? sentence.slice(one.end, other.at) : '';
  const read: SentencePart[] = [];
  for (const [index, part] of parts.entries()) {
    const [last, next] = [read.at(-1), parts[index + 1]];
    const after = between(part, next);
    // "Dallas, Texas and Columbus, Ohio"
    const isPair = isCity(sentence, next) && COMMA.test(between(next, parts[index + 2]));
    const isInList =
      (AND.test(after) && !isPair) || (COMMA.test(after) && (isCountry(part) || !isCountry(next)));
    const [city, region] = [last?.meanings[0], part.meanings[0]];
    const isRegion =
      COMMA.test(between(last, part)) && !isCountry(last) && region?.kind === 'place' && !part.assumed;
    if (!last || !city || !isRegion || isInList) read.push(part);
    else if (isCountry(part)) read.push({ ...part, meanings: [] });
    else if (!isCity(sentence, last) || isListedCity(region.value)) read.push(part);
    else {
      const value = `${city.value}, ${region.value}`;
      read.splice(-1, 1, { ...last, end: part.end, meanings: [{ ...city, value }], assumed: value });
    }
  }
  return read;
}

/** True for unlisted places, Kansas City and listed cities. Other listed places, such as Ohio, are none. */
function isCity(sentence: string, part?: SentencePart): boolean {
  if (!part) return false;
  const words = sentence.slice(part.at, part.end);
  return (
    part.assumed === words || / city$/i.test(words) || options.cities.includes(part.meanings[0]?.value ?? '')
  );
}

/** False for Georgia, which is a state, too. */
export function isCountry(part?: SentencePart): boolean {
  return part?.meanings.some(({ kind, value }) => kind === 'country' && value !== 'Georgia') ?? false;
}
