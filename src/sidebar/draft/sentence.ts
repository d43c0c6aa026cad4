/** Reads a sentence by rules, word by word: names, figures, words of the lists, and words that it does not understand. */
import {
  isPlace,
  type Lists,
  type Match,
  meaningsFrom,
  type NamedPlace,
  nearest,
  normalizeWords,
  patternOf,
  STOP_WORDS,
  stemsOf,
} from './lexicon.js';
import { amountAt, limitAt } from './sentence-amounts.js';
import { daysAt } from './sentence-dates.js';
import {
  COMPANY_NAME,
  isNextCompany,
  LEGAL_FORM,
  NOT_IN_NAME,
  PLACE_NAME,
  placeListLength,
  WORD,
} from './sentence-names.js';
import { createParts, type SentencePart, UNKNOWN } from './sentence-parts.js';

export interface SentenceContext {
  readonly groups: readonly string[];
  /** Today as YYYY-MM-DD. */
  readonly today: string;
}

const only = (pattern: string) => new RegExp(`^(?:${pattern})$`);
const NOT = new RegExp(`^(?:${patternOf('not')})(?!-?[\\p{L}\\p{N}])`, 'u');
const NEAR = only(patternOf('near'));
const PLACE_PREPOSITION = only(patternOf('placeLead'));
const ORIGIN_PREPOSITION = only(patternOf('originLead'));
const COMPANY_PREPOSITION = only(patternOf('companyLead'));
const BY = only(patternOf('by'));
const PREPOSITION = only((['placeLead', 'originLead', 'companyLead'] as const).map(patternOf).join('|'));
const COMPANIES = only(patternOf('companies'));
const FILLER = only(patternOf('filler'));
const MARKET = new RegExp(`^(?:${patternOf('market')})(?![\\p{L}\\p{N}])`, 'u');
const WEEKDAY = only(patternOf('weekday'));
const COMPOUND = new RegExp(`^(.{3,}?)s?(?:${patternOf('compoundEnd')})$`);
const BEFORE_CHANGE = new RegExp(`^.+(?=${patternOf('changeEnd')})`);
const GROUP = new RegExp(`^(?:${patternOf('group')}) `);
const QUOTED = /^["„“”«]([^"“”„»]{1,100})["“”»]/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,10}(?![\p{L}\p{N}])/u;
const PHRASE = /^[^\s,;:!?()"„“]+(?: [^\s,;:!?()"„“]+){0,5}/;
const GAP = /^[^\p{L}\p{N}"„“«$€£¥₹<>]+/u;
const MAX_LENGTH = 400;

/** Returns the parts of a sentence in order, without words that mean nothing. */
export function partsOf(sentence: string, lists: Lists, context: SentenceContext): SentencePart[] {
  const text = sentence.slice(0, MAX_LENGTH);
  const normalized = normalizeWords(text);
  const { parts, add, negate, isNegated } = createParts(normalized);
  let preposition = '';
  let hasPlace = false;
  let place = '';
  let endOfPlaces = 0;
  for (let at = 0; at < text.length; ) {
    const rest = normalized.slice(at);
    const gap = GAP.exec(rest)?.[0] ?? '';
    if (gap !== '') {
      const from = at + gap.length;
      if (hasPlace && at >= endOfPlaces)
        endOfPlaces = at + placeListLength(text.slice(at), place, lists.places);
      const isList =
        at < endOfPlaces || (COMPANY_PREPOSITION.test(preposition) && isNextCompany(text.slice(from)));
      const endsPhrase = isList ? /[.;:!?\n]/ : /[,;]/;
      if (endsPhrase.test(gap) && !isNegated()) preposition = '';
      at = from;
      continue;
    }
    const found = matchAt({ ...lists, ...context, text: text.slice(at), normalized: rest, preposition });
    const negation = NOT.exec(rest)?.[0];
    const word = negation ?? WORD.exec(rest)?.[0] ?? rest[0]!;
    const end = at + (found?.length ?? word.length);
    if (found) {
      add(found, at, end);
      hasPlace = isPlace(found);
      place = found.meanings[0]?.value ?? '';
      // "by China" is an origin, the place of "by Ford, Texas" is not
      if (!hasPlace) preposition = found.meanings[0]?.kind === 'company' ? preposition.replace(BY, 'of') : '';
    } else if (negation !== undefined || (NEAR.test(word) && !isNegated())) {
      negate(at);
    } else if (PREPOSITION.test(word)) {
      // "based in" is about the origin, "from China in" is not
      const isOne = ORIGIN_PREPOSITION.test(preposition) && PLACE_PREPOSITION.test(word) && !hasPlace;
      if (!isOne) preposition = word;
      hasPlace = false;
    } else if (!FILLER.test(word)) {
      const isIdle = STOP_WORDS.has(word);
      const isName = !isIdle && COMPANY_PREPOSITION.test(preposition);
      // "of the company Acme"
      if (!isName && !COMPANIES.test(word)) preposition = '';
      if (!isIdle || isNegated()) add({ ...UNKNOWN, isName }, at, end);
    }
    at = end;
  }
  if (isNegated()) add(UNKNOWN, text.length, text.trimEnd().length);
  // marks the rest of a sentence that is too long
  if (sentence.slice(MAX_LENGTH).trim() !== '') add(UNKNOWN, MAX_LENGTH, sentence.length);
  return parts;
}

/** A position in a sentence while it is read. */
interface Position extends Lists, SentenceContext {
  /** The rest of the sentence, as it is typed. */
  readonly text: string;
  /** The same in lower case without accents. */
  readonly normalized: string;
  /** The word before that determines the meaning of a name: "in", "from", "by"; empty for none. */
  readonly preposition: string;
}

function matchAt(position: Position): Match | undefined {
  return (
    quotedAt(position) ??
    groupAt(position) ??
    figuresAt(position) ??
    companyAt(position) ??
    listedAt(position) ??
    nameAt(position)
  );
}

function match(length: number, kind: string, value: string): Match {
  return { length, meanings: [{ kind, value }] };
}

/** Reads a text in quotation marks as a group, else as a company. */
function quotedAt({ text, groups }: Position): Match | undefined {
  const [all, name] = QUOTED.exec(text) ?? [];
  if (all === undefined || name === undefined) return undefined;
  const group = groups.find((one) => normalizeWords(one) === normalizeWords(name));
  return group ? match(all.length, 'group', group) : match(all.length, 'company', name.trim());
}

/** Reads a group's name, or "group" with an unknown name. */
function groupAt({ normalized, groups }: Position): Match | undefined {
  // the longest first: Accounts West is not Accounts
  const ordered = [...groups].sort((a, b) => b.length - a.length);
  const named = (text: string) => ordered.find((name) => startsWith(text, normalizeWords(name)));
  const group = named(normalized);
  if (group && group.length > 2) return match(group.length, 'group', group);
  const before = GROUP.exec(normalized)?.[0];
  if (before === undefined) return undefined;
  const name = normalized.slice(before.length);
  if (/^["„“]/.test(name) || named(name)) return undefined;
  return { ...UNKNOWN, length: before.length + (WORD.exec(name)?.[0].length ?? 0) };
}

function startsWith(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{L}\p{N}]/u.test(text.slice(start.length));
}

/** Reads a number of rows, an amount, days, or a domain. */
function figuresAt({ normalized, today }: Position): Match | undefined {
  const figure = limitAt(normalized) ?? amountAt(normalized);
  if (figure) return figure;
  const days = daysAt(normalized, today);
  if (days) {
    const { start = '', end = '', length, isAmbiguous } = days;
    const meanings = meaningsFrom({ start, end });
    const assumed = meanings.map(({ value }) => value).join(' – ');
    return { length, meanings, ...(isAmbiguous && { assumed }) };
  }
  const domain = DOMAIN.exec(normalized)?.[0];
  return domain === undefined ? undefined : match(domain.length, 'company', domain);
}

/** Reads capitalised words after "by" as one name, even if each of them means something: Deutsche Bank. */
function companyAt(position: Position): Match | undefined {
  const { text, normalized, preposition, words, places } = position;
  if (!COMPANY_PREPOSITION.test(preposition) || GROUP.test(normalized)) return undefined;
  // the words of a title, or of a sentence in capitals, are capitalised although they are no name
  const name = COMPANY_NAME.exec(text)?.[0].split(NOT_IN_NAME)[0];
  if (!name) return undefined;
  const whole = normalized.slice(0, name.length);
  const hasListedWords = listedAt(position) !== undefined;
  // New Yorker is not New York
  const isListed = name.includes(' ')
    ? places.has(whole.replace(/ city$/, '')) || stemsOf(whole).some((form) => words.has(form))
    : hasListedWords;
  // "by German Companies", "bei der Firma Siemens"
  const [first, last] = [whole.split(' ')[0]!, whole.split(' ').at(-1)!];
  if (isListed || WEEKDAY.test(whole) || COMPANIES.test(first) || (COMPANIES.test(last) && hasListedWords))
    return undefined;
  const form = LEGAL_FORM.exec(text.slice(name.length))?.[0] ?? '';
  return { ...match(name.length + form.length, 'company', name), assumed: name };
}

/** Reads words of the lists, the longest first. */
function listedAt(position: Position): Match | undefined {
  const { text, normalized, words, places } = position;
  const phrase = PHRASE.exec(normalized)?.[0].split(' ') ?? [];
  for (let count = phrase.length; count > 0; count -= 1) {
    const candidate = phrase
      .slice(0, count)
      .join(' ')
      .replace(/[.’']+$/, '');
    const { length } = candidate;
    // "us" and "it" are words, US is a country; "Branche" is no branch
    const isLower = length === 2 && text.slice(0, 2) !== text.slice(0, 2).toUpperCase();
    if ((isLower && position.preposition !== 'in') || COMPANIES.test(candidate)) continue;
    // "US companies" are from the US
    const describesCompanies = COMPANIES.test(phrase[count] ?? '');
    for (const form of stemsOf(candidate)) {
      const place = places.get(form);
      // Mexico City is not Mexico
      const city = place && /^.{3,} city(?![\p{L}\p{N}])/u.exec(normalized.slice(0, length + 6))?.[0];
      if (city) return placeOf(position, { name: text.slice(0, city.length), isCountry: false }, city.length);
      const market = place && MARKET.exec(phrase.slice(count).join(' '))?.[0];
      if (market) return placeOf(position, { ...place, isOrigin: false }, length + 1 + market.length);
      if (place) return placeOf(position, place, length, describesCompanies);
      const meanings = words.get(form);
      const newPlace = meanings?.[0]?.kind === 'new' && newPlaceAt(position);
      if (newPlace) return newPlace;
      if (meanings) return { length, meanings, isWord: true, describesCompanies };
    }
  }
  return compoundAt(phrase[0] ?? '', words);
}

/** Reads "in New England" as one place. "New Factories" is none, and "in New York" is listed. */
function newPlaceAt(position: Position): Match | undefined {
  const { text, normalized, preposition } = position;
  const name = /^New \p{Lu}/u.test(text) && PLACE_NAME.exec(text)?.[0];
  if (!name || !PLACE_PREPOSITION.test(preposition)) return undefined;
  const next = { ...position, text: text.slice(4), normalized: normalized.slice(4) };
  if (listedAt(next)?.isWord || STOP_WORDS.has(WORD.exec(next.normalized)![0])) return undefined;
  return { ...placeOf(position, { name, isCountry: false }, name.length), assumed: name };
}

/** Reads "CEO-Wechsel" and "Finanzchefwechsel" as a title and another word, "Autoindustrie" as an industry. */
function compoundAt(word: string, words: Lists['words']): Match | undefined {
  const of = (text: string, wanted: string) =>
    stemsOf(text)
      .flatMap((form) => words.get(form) ?? [])
      .filter(({ kind }) => kind === wanted);
  const before = (/^[^-]+(?=-.)/.exec(word) ?? BEFORE_CHANGE.exec(word))?.[0] ?? '';
  const title = of(before, 'title');
  if (title.length > 0) return { length: before.length, meanings: title, isWord: true };
  const meanings = of(COMPOUND.exec(word)?.[1] ?? '', 'industry');
  if (meanings.length === 0) return undefined;
  return { length: word.length, meanings, isWord: true, describesCompanies: true };
}

function placeOf(
  { preposition }: Position,
  { name: value, isCountry, isOrigin = false }: NamedPlace,
  length: number,
  describesCompanies = false,
): Match {
  const isFrom = ORIGIN_PREPOSITION.test(preposition) || BY.test(preposition);
  const kind = describesCompanies || isOrigin || isFrom ? 'origin' : 'place';
  const meanings = [{ kind, value }];
  return { length, meanings: isCountry ? [...meanings, { kind: 'country', value }] : meanings };
}

/** Reads a name that is in no list, or a mistyped word of a list. */
function nameAt(position: Position): Match | undefined {
  const { text, normalized, preposition, words, places } = position;
  const word = WORD.exec(normalized)?.[0] ?? '';
  if (STOP_WORDS.has(word) || NOT.test(normalized) || NEAR.test(word) || PREPOSITION.test(word))
    return undefined;
  if (PLACE_PREPOSITION.test(preposition) || ORIGIN_PREPOSITION.test(preposition)) {
    const close = nearest([word], places, ({ name }) => name);
    if (close) return { ...placeOf(position, close, word.length), assumed: close.name };
    const name = PLACE_NAME.exec(text)?.[0];
    if (name && !WEEKDAY.test(word))
      return { ...placeOf(position, { name, isCountry: false }, name.length), assumed: name };
  }
  const forms = word.length > 5 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word];
  const meanings = nearest(forms, words, ([first]) => first!.value);
  return meanings && { length: word.length, meanings, isWord: true, assumed: meanings[0]!.value };
}
