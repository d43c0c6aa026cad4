/** Places behind the names of companies: Acme, Inc., Detroit. */
import { readCompanyName } from '../../contract/company-names.js';
import { type CoreName, pairsIn, spellingsOf, wordsIn } from '../../contract/core-name.js';

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

/** Matches the river behind a city: Frankfurt am Main, Newcastle upon Tyne. */
const RIVER = /(?<=\p{L})\s(?:am|an der|ob der|upon|on|sur)\s\p{L}+/giu;
/** Cities and countries in other languages, as `wordsIn` writes them, with their English names, which locations have. */
const ENGLISH_NAMES = pairsIn(
  'munchen:munich muenchen:munich koln:cologne koeln:cologne nurnberg:nuremberg nuernberg:nuremberg hannover:hanover ' +
    'wien:vienna genf:geneva geneve:geneva basle:basel bale:basel mailand:milan milano:milan rom:rome roma:rome ' +
    'torino:turin firenze:florence florenz:florence venezia:venice venedig:venice napoli:naples neapel:naples genova:genoa ' +
    'praha:prague prag:prague warszawa:warsaw warschau:warsaw krakau:krakow breslau:wroclaw lisboa:lisbon lissabon:lisbon ' +
    'kobenhavn:copenhagen koebenhavn:copenhagen kopenhagen:copenhagen goteborg:gothenburg goeteborg:gothenburg arhus:aarhus ' +
    'bruxelles:brussels brussel:brussels antwerpen:antwerp anvers:antwerp gent:ghent lyons:lyon ' +
    'marseilles:marseille bucuresti:bucharest bukarest:bucharest athen:athens athina:athens sevilla:seville ' +
    'deutschland:germany allemagne:germany osterreich:austria oesterreich:austria schweiz:switzerland suisse:switzerland ' +
    'svizzera:switzerland frankreich:france italien:italy italia:italy spanien:spain espana:spain polen:poland polska:poland ' +
    'niederlande:netherlands nederland:netherlands belgien:belgium belgie:belgium belgique:belgium danemark:denmark ' +
    'daenemark:denmark danmark:denmark schweden:sweden sverige:sweden norwegen:norway norge:norway finnland:finland ' +
    'suomi:finland tschechien:czechia ungarn:hungary rumanien:romania turkei:turkey turkiye:turkey brasilien:brazil brasil:brazil ' +
    'mexiko:mexico kanada:canada',
);

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
  const words = englishWordsIn(place.replace(RIVER, ''));
  return words.length > 0 && spellingsOf(location).some((spelling) => isPlaceIn(words, spelling));
}

function isPlaceIn(place: readonly string[], location: string): boolean {
  const [city = '', ...regions] = location.replace(RIVER, '').split(',');
  if (!englishWordsIn(city).every((word) => place.includes(word))) return false;
  const words = englishWordsIn(location);
  const isKnown = (word: string) =>
    /^\d{4,}$/.test(word) ||
    words.includes(word) ||
    regions.some((region) => isCodeOf(word, wordsIn(region).join('')));
  return place.every(isKnown);
}

function englishWordsIn(place: string): readonly string[] {
  return wordsIn(place).map((word) => ENGLISH_NAMES.get(word) ?? word);
}

/** True for a code of a region, such as TX of Texas: it has its first letter, and others in their order. */
function isCodeOf(code: string, region: string): boolean {
  if (code.length > 3 || code[0] !== region[0]) return false;
  let found = 0;
  for (const letter of region) if (letter === code[found]) found += 1;
  return found === code.length;
}
