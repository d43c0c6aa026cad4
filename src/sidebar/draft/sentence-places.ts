/** Places that sentences name: countries by the browser's own list, states by name. */
import { COUNTRY_SPELLINGS } from '../../contract/options.js';
import { foldWords } from './sentence-words.js';

export interface NamedPlace {
  readonly name: string;
  readonly isCountry: boolean;
  /** Named by an adjective: where companies come from. */
  readonly isOrigin?: boolean;
}

const STATES = `Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming,Ontario,Quebec,British Columbia,Alberta,Manitoba,Nova Scotia,England,Scotland,Wales,Bavaria=Bayern,Saxony=Sachsen,Hesse=Hessen,Lower Saxony=Niedersachsen,North Rhine-Westphalia=Nordrhein-Westfalen=NRW,Baden-Württemberg,Brandenburg,Thuringia=Thüringen,Saxony-Anhalt=Sachsen-Anhalt,Rhineland-Palatinate=Rheinland-Pfalz,Saarland,Schleswig-Holstein,California=Kalifornien,Berlin,Hamburg,Munich=München,Vienna=Wien,Cologne=Köln,Zurich=Zürich,Milan=Mailand`;
const ORIGINS =
  'US:american,amerikanische,us-;DE:german,deutsche;FR:french,franzosische;GB:british,britische;JP:japanese,japanische;CN:chinese,chinesische;IN:indian,indische;CA:canadian,kanadische;IT:italian,italienische;ES:spanish,spanische;AT:austrian,osterreichische;CH:swiss,schweizer;KR:south korean,korean,koreanische;SE:swedish,schwedische;NL:dutch,niederlandische';
/** Not countries, though the browser has names for them. */
const NO_COUNTRIES = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'];

/** Places by their folded names. Built once for a page. */
export function createPlaces(): ReadonlyMap<string, NamedPlace> {
  const places = new Map<string, NamedPlace>();
  const add = (spelling: string, place: NamedPlace) => places.set(foldWords(spelling), place);
  const [english, german] = ['en', 'de'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }),
  );
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const named = (code: string) => {
    const name = english?.of(code) ?? code;
    return COUNTRY_SPELLINGS[name.toLowerCase()] ?? name;
  };
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = named(code);
    if (name === code || NO_COUNTRIES.includes(code)) continue;
    for (const spelling of [name, german?.of(code) ?? name, english?.of(code) ?? name])
      if (!places.has(foldWords(spelling))) add(spelling, { name, isCountry: true });
  }
  // "us" is also a word, so it counts only as US in capitals, which the scanner sees
  for (const [spelling, name] of Object.entries(COUNTRY_SPELLINGS)) add(spelling, { name, isCountry: true });
  for (const line of STATES.split(',')) {
    const [name = '', ...others] = line.split('=');
    const isCountry = places.get(foldWords(name))?.isCountry ?? false;
    for (const spelling of [name, ...others]) add(spelling, { name, isCountry });
  }
  for (const line of ORIGINS.split(';')) {
    const [code = '', list = ''] = line.split(':');
    for (const word of list.split(',')) add(word, { name: named(code), isCountry: true, isOrigin: true });
  }
  return places;
}
