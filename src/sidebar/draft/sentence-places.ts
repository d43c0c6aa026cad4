/** Places of a sentence: cities with their regions, and where the companies come from. */
import options from './lexicon/options.json';
import { AND_OR, isPlace, normalizeWords, patternOf } from './lexicon.js';
import { isListedCity } from './sentence-names.js';
import type { SentencePart } from './sentence-parts.js';

/** The text after a place that belongs to a list, as in "Texas, Ohio and Iowa". */
const AND = new RegExp(`^,? (?:${AND_OR}) `);
const COMMA = /^, ?$/;
const ARTICLE = `(?:(?:${patternOf('article')}) )?`;
/** The text between places of a list; that of ", die in Polen investieren" begins something else. */
const LISTED = new RegExp(`^(?:, ?|,? (?:${AND_OR}) )(?:in )?${ARTICLE}$`);
const COMPANIES = `(?:^|[ :])(?:${patternOf('companies')})(?: located)?`;
const COMPANIES_IN = new RegExp(`${COMPANIES} (?:in|im) ${ARTICLE}$`);
/** The text after an industry: "banks in Germany". */
const IN_OR_COMPANIES_IN = new RegExp(`(?:^|${COMPANIES}) (?:in|im) ${ARTICLE}$`);
const GOING = new RegExp(`^(?:${patternOf('going')})(?![\\p{L}\\p{N}])`, 'u');

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

function isLocation({ meanings: [first] }: SentencePart): boolean {
  return first?.kind === 'place';
}

/** The companies of "companies in Germany expanding to the US" come from Germany. */
export function withHeadquarters(sentence: string, parts: readonly SentencePart[]): readonly SentencePart[] {
  const text = normalizeWords(sentence);
  const before = (index: number) => text.slice(parts[index - 1]?.end ?? 0, parts[index]?.at);
  const isSeat = (part: SentencePart, index: number) => {
    const isIndustry = parts[index - 1]?.meanings.some(({ kind }) => kind === 'industry');
    return isLocation(part) && (isIndustry ? IN_OR_COMPANIES_IN : COMPANIES_IN).test(before(index));
  };
  const first = parts.findIndex(isSeat);
  // "German companies in the US expanding to Mexico" come from Germany
  const hasOrigin = parts.some(({ meanings }) => meanings[0]?.kind === 'origin');
  if (first < 0 || hasOrigin) return parts;
  const isListed = (part: SentencePart, index: number) => isLocation(part) && LISTED.test(before(index));
  const next = parts.findIndex((part, index) => index > first && !isListed(part, index));
  const goesOn = next > 0 && GOING.test(text.slice(parts[next - 1]?.end));
  if (!goesOn || !parts.slice(next).some(isLocation)) return parts;
  return parts.map((part, index) => (index >= first && index < next ? asOrigin(part) : part));
}

function asOrigin(part: SentencePart): SentencePart {
  const meanings = part.meanings.map((one) => (one.kind === 'place' ? { ...one, kind: 'origin' } : one));
  return { ...part, meanings };
}
