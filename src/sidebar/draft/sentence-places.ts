/** Places of a sentence: cities with their regions, and where the companies come from. */
import options from './lexicon/options.json';
import { fill, normalizeWords } from './lexicon.js';
import { isPlace, type SentencePart } from './sentence.js';

/** Words and commas that continue a list of places, as in "Texas, Ohio and Iowa". */
const AND = new RegExp(fill('^,? (?:{and}|{or}) '));
const COMMA = /^, ?$/;
const COMPANIES_IN = new RegExp(fill('(?:^|[ :]){companies}(?: located)? (?:in|im) {article?}$'));
const GOING = new RegExp(fill('{going}'));

/** "Austin, Texas" is one place. The country of "Texas, USA" is left out: not all of it is meant. */
export function withRegions(sentence: string, parts: readonly SentencePart[]): SentencePart[] {
  const between = (one?: SentencePart, other?: SentencePart) =>
    one && other && isPlace(one) && isPlace(other) ? sentence.slice(one.end, other.at) : '';
  const read: SentencePart[] = [];
  for (const [index, part] of parts.entries()) {
    const [last, next] = [read.at(-1), parts[index + 1]];
    const after = between(part, next);
    const third = parts[index + 2];
    const isPair = isCity(sentence, next) && COMMA.test(between(next, third)) && !isCity(sentence, third);
    // "Texas and Ohio", but not "Dallas, Texas and Columbus, Ohio"
    const isInList =
      (AND.test(after) && !isCity(sentence, next)) ||
      (COMMA.test(after) && !isPair && (isCountry(part) || !isCountry(next)));
    const [city, region] = [last?.meanings[0], part.meanings[0]];
    const isSameKind = region?.kind === 'place' || region?.kind === city?.kind;
    const isRegion = COMMA.test(between(last, part)) && !isCountry(last) && isSameKind && !part.assumed;
    if (!last || !city || !isRegion || isInList) read.push(part);
    else if (isCountry(part)) read.push({ ...part, meanings: [] });
    else if (!isCity(sentence, last) || options.cities.includes(region!.value)) read.push(part);
    else {
      const value = `${city.value}, ${region!.value}`;
      read.splice(-1, 1, { ...last, end: part.end, meanings: [{ ...city, value }], assumed: value });
    }
  }
  return read;
}

/** True for unlisted places and listed cities. Other listed places, such as Ohio, are none. */
function isCity(sentence: string, part?: SentencePart): boolean {
  if (!part) return false;
  const { at, end, assumed, meanings } = part;
  return assumed === sentence.slice(at, end) || options.cities.includes(meanings[0]?.value ?? '');
}

/** False for Georgia, which is a state, too. */
export function isCountry(part?: SentencePart): boolean {
  return part?.meanings.some(({ kind, value }) => kind === 'country' && value !== 'Georgia') ?? false;
}

const is = (kind: string) => (part?: SentencePart) => part?.meanings[0]?.kind === kind;
const isLocation = is('place');
const isIndustry = is('industry');

/** The companies of "companies in Germany expanding to the US" come from Germany, if the sentence names no other origin. */
export function withHeadquarters(sentence: string, parts: readonly SentencePart[]): readonly SentencePart[] {
  const text = normalizeWords(sentence);
  const first = parts.find(
    (part, index) =>
      isLocation(part) && (COMPANIES_IN.test(text.slice(0, part.at)) || isIndustry(parts[index - 1])),
  );
  if (!first || parts.some(is('origin'))) return parts;
  const length = text.slice(first.at).search(GOING);
  const isSeat = (part: SentencePart) =>
    isLocation(part) && part.at >= first.at && part.at < first.at + length;
  const goesElsewhere = parts.some((part) => isLocation(part) && part.at > first.at + length);
  if (length < 0 || !goesElsewhere) return parts;
  return parts.map((part) => {
    const [place, ...others] = part.meanings;
    return isSeat(part) && place ? { ...part, meanings: [{ ...place, kind: 'origin' }, ...others] } : part;
  });
}
