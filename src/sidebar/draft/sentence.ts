/** Reads a sentence by rules, word by word, and marks the words that it does not understand. */
import {
  foldWords,
  formsOf,
  given,
  IDLE,
  type Lists,
  type Meaning,
  type NamedPlace,
  say,
} from './lexicon.js';
import { amountAt } from './sentence-amounts.js';
import { daysAt } from './sentence-dates.js';

/** A meaning in a sentence, before the dataset is known. */
interface Meant {
  /** A listed word has one of these meanings, other parts have all; empty if it is not understood. */
  readonly says: readonly Meaning[];
  readonly isWord?: boolean;
  /** True if the word is before "companies". */
  readonly ofCompanies?: boolean;
  /** The assumed meaning of words that are ambiguous. */
  readonly supposed?: string;
}

export interface SentencePart extends Meant {
  readonly at: number;
  readonly end: number;
  /** True if the words look like the name of a company. */
  readonly isName?: boolean;
}

export interface SentenceContext {
  readonly groups: readonly string[];
  /** Today as YYYY-MM-DD. */
  readonly today: string;
}

const only = (pattern: string) => new RegExp(`^(?:${pattern})$`);
const NOT = only(say('not'));
const NEAR = only(say('near'));
const PLACE_LEAD = only(say('placeLead'));
const ORIGIN_LEAD = only(say('originLead'));
const COMPANY_LEAD = only(say('companyLead'));
const LEADS = [PLACE_LEAD, ORIGIN_LEAD, COMPANY_LEAD];
const FILLER = only(say('filler'));
const COMPANIES = only(say('companies'));
const WEEKDAY = only(say('weekday'));
/** "Autoindustrie" */
const COMPOUND = new RegExp(`^(.{3,}?)s?(?:${say('compoundEnd')})$`);
const GROUP = new RegExp(`^(?:${say('group')}) `);
const LIMIT = new RegExp(
  `^(?:(?:${say('newest')}) (\\d{1,4})(?! ?(?:${say('spans')}))|(?:${say('atMost')}) (\\d{1,4}) (?:${say('rows')}))\\b`,
  'u',
);
const RANKED = new RegExp(`^(?:${say('ranked')})(?![\\p{L}\\p{N}])`, 'u');
const QUOTED = /^["„“”«]([^"“”„»]{1,100})["“”»]/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,10}(?![\p{L}\p{N}])/u;
const WORD = /^(?:[\p{L}\p{N}&]+(?:[-'’/.](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*)/u;
const CAPITALS = /^\p{Lu}[\p{L}\p{N}&'’.-]*[\p{L}\p{N}](?: \p{Lu}[\p{L}\p{N}&'’-]+){0,2}/u;
const GAP = /^[^\p{L}\p{N}"„“«$€£¥₹<>]+/u;
const PHRASE = /^[^\s,;:!?()"„“]+(?: [^\s,;:!?()"„“]+){0,5}/;
const MAX_LENGTH = 400;
const UNKNOWN: Meant = { says: [] };

/** A position in a sentence while it is read. */
interface Spot extends Lists, SentenceContext {
  /** The rest of the sentence, as it is typed. */
  readonly text: string;
  /** The same in lower case without accents. */
  readonly folded: string;
  /** The word before that determines the meaning of a name: "in", "from", "by"; empty for none. */
  readonly lead: string;
}

export interface Found extends Meant {
  readonly length: number;
}

/** Returns the parts of a sentence in order, without words that mean nothing. */
export function partsOf(sentence: string, lists: Lists, context: SentenceContext): SentencePart[] {
  const text = sentence.slice(0, MAX_LENGTH);
  const folded = foldWords(text);
  const parts: SentencePart[] = [];
  let lead = '';
  // index of a "not": together with the next part, it becomes one part that is not understood
  let barred: number | undefined;
  const add = (meant: Meant, at: number, end: number) => {
    parts.push(barred === undefined ? { ...meant, at, end } : { ...UNKNOWN, at: barred, end });
    barred = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const rest = folded.slice(at);
    const gap = GAP.exec(rest)?.[0] ?? '';
    if (gap !== '') {
      if (/[,;]/.test(gap) && barred === undefined) lead = '';
      at += gap.length;
      continue;
    }
    const found = meantAt({ ...lists, ...context, text: text.slice(at), folded: rest, lead });
    const word = WORD.exec(rest)?.[0] ?? rest[0]!;
    const end = at + (found?.length ?? word.length);
    if (found) {
      const { length: _, ...meant } = found;
      add(meant, at, end);
      if (!isPlace(found)) lead = '';
    } else if (NOT.test(word) || (NEAR.test(word) && barred === undefined)) {
      barred ??= at;
    } else if (isLead(word)) {
      lead = ORIGIN_LEAD.test(lead) && PLACE_LEAD.test(word) ? lead : word;
    } else if (!FILLER.test(word)) {
      lead = '';
      if (!IDLE.has(word) || barred !== undefined) add(UNKNOWN, at, end);
    }
    at = end;
  }
  if (barred !== undefined) add(UNKNOWN, barred, text.trimEnd().length);
  return parts;
}

export function isPlace({ says: [first] }: Meant): boolean {
  return first?.kind === 'place' || first?.kind === 'origin';
}

function isLead(word: string): boolean {
  return LEADS.some((lead) => lead.test(word));
}

function meantAt(spot: Spot): Found | undefined {
  return quotedAt(spot) ?? groupAt(spot) ?? figuresAt(spot) ?? listedAt(spot) ?? nameAt(spot);
}

/** Reads a text in quotation marks as a group, else as a company. */
function quotedAt({ text, groups }: Spot): Found | undefined {
  const [all, name] = QUOTED.exec(text) ?? [];
  if (all === undefined || name === undefined) return undefined;
  const group = groups.find((one) => foldWords(one) === foldWords(name));
  const says = [group ? { kind: 'group', value: group } : { kind: 'company', value: name.trim() }];
  return { length: all.length, says };
}

/** Reads a group's name, or "group" with an unknown name. */
function groupAt({ folded, groups }: Spot): Found | undefined {
  const named = (text: string) => groups.find((name) => startsWith(text, foldWords(name)));
  const group = named(folded);
  if (group && foldWords(group).length > 2)
    return { length: group.length, says: [{ kind: 'group', value: group }] };
  const before = GROUP.exec(folded)?.[0];
  if (before === undefined) return undefined;
  const name = folded.slice(before.length);
  if (/^["„“]/.test(name) || named(name)) return undefined;
  return { ...UNKNOWN, length: before.length + (WORD.exec(name)?.[0].length ?? 0) };
}

/** Reads a number of rows, an amount, days, or a domain. */
function figuresAt({ folded, today }: Spot): Found | undefined {
  const ranked = RANKED.exec(folded);
  if (ranked) return { ...UNKNOWN, length: ranked[0].length };
  const limit = LIMIT.exec(folded);
  if (limit) return { length: limit[0].length, says: [{ kind: 'limit', value: (limit[1] ?? limit[2])! }] };
  const amount = amountAt(folded);
  if (amount) return amount;
  const days = daysAt(folded, today);
  if (days) {
    const { start = '', end = '', length, doubtful } = days;
    const says = given({ start, end });
    return { length, says, ...(doubtful && { supposed: says.map(({ value }) => value).join(' – ') }) };
  }
  const domain = DOMAIN.exec(folded)?.[0];
  return domain === undefined
    ? undefined
    : { length: domain.length, says: [{ kind: 'company', value: domain }] };
}

/** Reads words of the lists, the longest first. */
function listedAt(spot: Spot): Found | undefined {
  const { text, folded, words, places } = spot;
  const phrase = PHRASE.exec(folded)?.[0].split(' ') ?? [];
  for (let count = phrase.length; count > 0; count -= 1) {
    const said = phrase
      .slice(0, count)
      .join(' ')
      .replace(/[.’']+$/, '');
    // "us" and "it" are words, US is a country
    if (said.length === 2 && text.slice(0, 2) !== text.slice(0, 2).toUpperCase()) continue;
    // "US companies" are from the US
    const ofCompanies = COMPANIES.test(phrase[count] ?? '');
    for (const form of formsOf(said)) {
      const place = places.get(form);
      if (place) return placeOf(spot, place, said.length, ofCompanies);
      const meanings = words.get(form);
      if (meanings) return { length: said.length, says: meanings, isWord: true, ofCompanies };
    }
  }
  return compoundAt(phrase[0] ?? '', words);
}

/** Reads "CEO-Wechsel" as a title and another word, "Autoindustrie" as an industry. */
function compoundAt(word: string, words: Lists['words']): Found | undefined {
  const of = (texts: readonly string[], wanted: string) =>
    texts.flatMap((text) => words.get(text) ?? []).filter(({ kind }) => kind === wanted);
  const before = /^([^-]+)-./.exec(word)?.[1] ?? '';
  const title = of([before], 'title');
  if (title.length > 0) return { length: before.length, says: title, isWord: true };
  const industry = of(formsOf(COMPOUND.exec(word)?.[1] ?? ''), 'industry');
  return industry.length > 0
    ? { length: word.length, says: industry, isWord: true, ofCompanies: true }
    : undefined;
}

function placeOf({ lead }: Spot, place: NamedPlace, length: number, ofCompanies = false): Found {
  const { name: value, isCountry } = place;
  const isOrigin = ofCompanies || place.isOrigin === true || ORIGIN_LEAD.test(lead);
  const says = [{ kind: isOrigin ? 'origin' : 'place', value }];
  return { length, says: isCountry ? [...says, { kind: 'country', value }] : says };
}

/** Reads a name that is in no list, or a mistyped word of a list. */
function nameAt(spot: Spot): Found | undefined {
  const { text, folded, lead, words, places } = spot;
  const word = WORD.exec(folded)?.[0] ?? '';
  if (IDLE.has(word) || NOT.test(word) || NEAR.test(word) || isLead(word)) return undefined;
  const isOfPlace = PLACE_LEAD.test(lead) || ORIGIN_LEAD.test(lead);
  const close = isOfPlace && nearest([word], places, ({ name }) => name);
  if (close) return { ...placeOf(spot, close, word.length), supposed: close.name };
  const name = CAPITALS.exec(text)?.[0];
  if (name && isOfPlace && !WEEKDAY.test(word))
    return { ...placeOf(spot, { name, isCountry: false }, name.length), supposed: name };
  if (name && COMPANY_LEAD.test(lead))
    return { length: name.length, says: [{ kind: 'company', value: name }], supposed: name };
  const forms = word.length > 5 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word];
  const says = nearest(forms, words, ([first]) => first!.value);
  return says && { length: word.length, says, isWord: true, supposed: says[0]!.value };
}

/** Returns the entry of listed words that are a letter away, if all of them mean the same. */
function nearest<T>(
  forms: readonly string[],
  list: ReadonlyMap<string, T>,
  meaning: (entry: T) => string,
): T | undefined {
  const near = [...list]
    .filter(([word]) => forms.some((form) => isNear(form, word)))
    .map(([, entry]) => entry);
  const [first] = near;
  return first && near.every((entry) => meaning(entry) === meaning(first)) ? first : undefined;
}

/**
 * Joins capitalised words that are not understood with those after them: "Halvorsen Bay Pharma" is one name,
 * and does not mean an industry.
 */
export function withNames(sentence: string, parts: readonly SentencePart[]): SentencePart[] {
  const joined: SentencePart[] = [];
  for (const part of parts) {
    const { says, at, end } = part;
    const last = joined.at(-1);
    const isCapital = /^\p{Lu}[^\s]*$/u.test(sentence.slice(at, end));
    const isUnknown = says.length === 0;
    const isIndustry = says.every(({ kind }) => kind === 'industry');
    const isNext = last?.isName && sentence.slice(last.end, at) === ' ';
    if (isNext && isCapital && isIndustry) joined[joined.length - 1] = { ...last, end };
    else joined.push(isUnknown && isCapital ? { ...part, isName: true } : part);
  }
  return joined;
}

function startsWith(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{L}\p{N}]/u.test(text.slice(start.length));
}

/** True if two words differ in one letter or in two swapped ones; false for short words. */
export function isNear(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 5 || Math.abs(word.length - other.length) > 1) return false;
  let from = 0;
  while (from < word.length && word[from] === other[from]) from += 1;
  const [one, two] = [word.slice(from), other.slice(from)];
  if (one.length !== two.length) return one.length < two.length ? one === two.slice(1) : one.slice(1) === two;
  const isTurned = one[0] === two[1] && one[1] === two[0] && one.slice(2) === two.slice(2);
  return one.slice(1) === two.slice(1) || isTurned;
}
