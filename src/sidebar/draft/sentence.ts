/** Reads a sentence by rules, word by word: names, figures, words of the lists, and words that it does not understand. */
import {
  fill,
  type Interpretation,
  type Match,
  meaningsFrom,
  type NamedPlace,
  nearest,
  normalizeWords,
  only,
  PLACES,
  phrase,
  STOP_WORDS,
  stemsOf,
  WORDS,
} from './lexicon.js';
import { figuresAt } from './sentence-amounts.js';
import { daysAt } from './sentence-dates.js';

export interface SentenceContext {
  readonly groups: readonly string[];
  /** Today as YYYY-MM-DD. */
  readonly today: string;
}

/** A part of a sentence, between two indexes. */
export interface SentencePart extends Interpretation {
  readonly at: number;
  readonly end: number;
}

const NOT = phrase('(?:{not})(?!-)');
const PLACE_PREPOSITION = only('{placeLead}');
const ORIGIN_PREPOSITION = only('{originLead}');
const COMPANY_PREPOSITION = only('{companyLead}');
const BY = only('{by}');
const PREPOSITION = only('{placeLead}|{originLead}|{companyLead}');
const COMPANIES = only('{companies}');
const GROUP = new RegExp(fill('^{group} '));
const FILLER = only('{filler}');
const MARKET = phrase('{market}');
const WEEKDAY = only('{weekday}');
const DAY_OR_MONTH = only('{weekday}|{months}');
const QUOTED = /^["„“”«]([^"“”„»]{1,100})["“”»]/;
const LISTED = /^[^\s,;:!?()"„“]+(?: [^\s,;:!?()"„“]+){0,5}/;
const WORD = /^(?:[\p{L}\p{N}&]+(?:[-'’/.](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*)/u;
const GAP = /^[^\p{L}\p{N}"„“«$€£¥₹<>]+/u;
const LEGAL_FORM = /^, (?:Inc|LLC|Ltd|Corp|Co|LP|PLC|GmbH|AG|SE)\b\.?/;
const CAPITALISED = "(?:\\d+-)?\\p{Lu}(?:[\\p{L}\\p{N}&'’.-]*[\\p{L}\\p{N}])?";
/** The space after "St." of "St. Louis" */
const AFTER_DOT = '(?<=\\b\\p{Lu}\\p{Ll}?)\\. ';
const PLACE_NAME = new RegExp(`^${CAPITALISED}(?:(?: |${AFTER_DOT})${CAPITALISED}){0,2}`, 'u');
/** "Bank of America", "May & Co" */
const COMPANY_NAME = new RegExp(`^${CAPITALISED}(?:(?: | & | of |${AFTER_DOT})${CAPITALISED}){0,3}`, 'u');
/** The second words of compounds, such as "branche" in "Chemiebranche" and "Wechsel" in "CEO-Wechsel". */
const COMPOUND_END = new RegExp(fill('(?<=.{3})[s-]?{compoundEnd}$'));
const NOT_IN_NAME = new RegExp(
  fill('(?:^| )(?:{placeLead}|{and}|{to}|{since}|{relative} {spans})(?= |$)'),
  'iu',
);
const AND_OR = only('{and}|{or}');
/** The text between the members of a list, but not that of "not in Texas, in Ohio". */
const LIST = only(', |,? (?:{and}|{or}) (?:in )?{article?}');
const MAX_LENGTH = 400;
const UNKNOWN: Interpretation = { meanings: [] };

/** Returns the parts of a sentence in order, without words that mean nothing. */
export function partsOf(sentence: string, context: SentenceContext): SentencePart[] {
  const text = sentence.slice(0, MAX_LENGTH);
  const normalized = normalizeWords(text);
  const parts: SentencePart[] = [];
  const add = (meant: Interpretation, at: number, end: number) => parts.push({ ...meant, at, end });
  let preposition = '';
  let hasPlace = false;
  for (let at = 0; at < text.length; ) {
    const rest = normalized.slice(at);
    const gap = GAP.exec(rest)?.[0] ?? '';
    if (gap !== '') {
      at += gap.length;
      const isInList = hasPlace || COMPANY_PREPOSITION.test(preposition);
      if (/[;:!?\n]/.test(gap) || (gap.includes(',') && !(isInList && continuesList(text.slice(at)))))
        preposition = '';
      continue;
    }
    const found = matchAt({ ...context, text: text.slice(at), normalized: rest, preposition });
    const negation = NOT.exec(rest)?.[0];
    const word = negation ?? WORD.exec(rest)?.[0] ?? rest[0]!;
    const end = at + (found?.length ?? word.length);
    if (found) {
      add(found, at, end);
      hasPlace = isPlace(found);
      // "by China" is an origin, the place of "by Ford, Texas" is not
      if (!hasPlace) preposition = found.meanings[0]?.kind === 'company' ? preposition.replace(BY, 'of') : '';
    } else if (negation !== undefined) {
      add({ meanings: [{ kind: 'not', value: word }] }, at, end);
    } else if (PREPOSITION.test(word)) {
      // "based in" is about the origin, "from China in" is not
      const isOne = ORIGIN_PREPOSITION.test(preposition) && PLACE_PREPOSITION.test(word) && !hasPlace;
      if (!isOne) preposition = word;
      hasPlace = false;
    } else if (!FILLER.test(word)) {
      const isIdle = STOP_WORDS.has(word);
      const isAfterBy = COMPANY_PREPOSITION.test(preposition);
      const isName = !isIdle && isAfterBy;
      // "of the company Acme"
      if (!isName && !(isAfterBy && COMPANIES.test(word))) preposition = '';
      if (!isIdle) add({ ...UNKNOWN, isName }, at, end);
    }
    at = end;
  }
  // marks the rest of a sentence that is too long
  if (sentence.slice(MAX_LENGTH).trim() !== '') add(UNKNOWN, MAX_LENGTH, sentence.length);
  return withNegations(normalized, parts);
}

/** A "not" counts for the next part, and for those of its kind in a list: "not in Texas or Ohio". */
function withNegations(normalized: string, parts: readonly SentencePart[]): SentencePart[] {
  const read: SentencePart[] = [];
  let negated = '';
  for (const part of parts) {
    const kind = part.meanings[0]?.kind ?? '';
    const last = read.at(-1);
    const isListed = kind !== '' && kind === negated && LIST.test(normalized.slice(last?.end, part.at));
    const isNegated = negated === 'not' || isListed;
    if (last && isNegated) read[read.length - 1] = { ...UNKNOWN, at: last.at, end: part.end };
    else read.push(kind === 'not' ? { ...part, ...UNKNOWN } : part);
    negated = isNegated || kind === 'not' ? kind : '';
  }
  return read;
}

export function isPlace({ meanings: [first] }: Interpretation): boolean {
  return first?.kind === 'place' || first?.kind === 'origin';
}

/** True if the text after a name and a comma continues a list: "Tesla and Honda", not "in Texas". */
function continuesList(text: string): boolean {
  const word = WORD.exec(normalizeWords(text))?.[0] ?? '';
  return !STOP_WORDS.has(word) || AND_OR.test(word) || /^\p{Lu}\S* \p{Lu}/u.test(text);
}

/** A position in a sentence while it is read. */
interface Position extends SentenceContext {
  /** The rest of the sentence, as it is typed. */
  readonly text: string;
  /** The same in lower case without accents. */
  readonly normalized: string;
  /** The word before that determines the meaning of a name: "in", "from", "by"; empty for none. */
  readonly preposition: string;
}

function matchAt(position: Position): Match | undefined {
  const { normalized, today } = position;
  return (
    quotedAt(position) ??
    groupAt(position) ??
    figuresAt(normalized) ??
    daysAt(normalized, today) ??
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

/** Reads a group's name, the longest first: Accounts West is not Accounts. The word "group" before it belongs to it. */
function groupAt(position: Position): Match | undefined {
  const before = GROUP.exec(position.normalized)?.[0] ?? '';
  const [text, normalized] = [position.text.slice(before.length), position.normalized.slice(before.length)];
  const quoted = before && quotedAt({ ...position, text });
  if (quoted) return { ...quoted, length: before.length + quoted.length };
  const isNext = (name: string) =>
    normalized.startsWith(normalizeWords(name)) && !/^[\p{L}\p{N}]/u.test(normalized.slice(name.length));
  const [group] = position.groups
    .filter((name) => name.length > 2 && isNext(name))
    .sort((a, b) => b.length - a.length);
  return group === undefined ? undefined : match(before.length + group.length, 'group', group);
}

/** Reads capitalised words after "by" as one name, even if each of them means something: Deutsche Bank. */
function companyAt(position: Position): Match | undefined {
  const { text, normalized, preposition } = position;
  if (!COMPANY_PREPOSITION.test(preposition)) return undefined;
  // the words of a title, or of a sentence in capitals, are capitalised although they are no name
  const name = COMPANY_NAME.exec(text)?.[0].split(NOT_IN_NAME)[0];
  if (!name) return undefined;
  const whole = normalized.slice(0, name.length);
  const hasListedWords = listedAt(position) !== undefined;
  // New Yorker is not New York
  const isListed = name.includes(' ')
    ? PLACES.has(whole) || stemsOf(whole).some((form) => WORDS.has(form))
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
  const { text, normalized } = position;
  const listed = LISTED.exec(normalized)?.[0].split(' ') ?? [];
  for (let count = listed.length; count > 0; count -= 1) {
    const words = listed.slice(0, count).join(' ');
    const candidate = words.replace(/[.’']+$/, '');
    const { length } = candidate;
    // "us" and "it" are words, US is a country; "Branche" is no branch
    const isLower = length === 2 && text.slice(0, 2) !== text.slice(0, 2).toUpperCase();
    if ((isLower && position.preposition !== 'in') || COMPANIES.test(candidate)) continue;
    const after = listed.slice(count).join(' ');
    const found = entryOf(position, candidate, after) ?? compoundAt(position, candidate);
    if (found) return found;
  }
  return undefined;
}

/** @param after the words after the candidate */
function entryOf(position: Position, candidate: string, after: string): Match | undefined {
  const { length } = candidate;
  // "US companies" are from the US
  const isOfCompanies = COMPANIES.test(after.split(' ')[0]!);
  for (const form of stemsOf(candidate)) {
    const place = PLACES.get(form);
    const market = place && MARKET.exec(after)?.[0];
    if (market) return placeOf(position, { ...place, isOrigin: false }, length + 1 + market.length);
    if (place) return placeOf(position, { ...place, isOrigin: place.isOrigin || isOfCompanies }, length);
    const meanings = WORDS.get(form);
    // "mining" is a type, too, but not that of "mining companies"
    const industry = isOfCompanies && meanings?.find(({ kind }) => kind === 'industry');
    if (meanings) return { length, meanings: industry ? [industry] : meanings, isWord: true };
  }
  return undefined;
}

/** Reads "Chemiebranche" as an industry, "CEO-Wechsel" as a title and "US-Firmen" as an origin. "Hotelbranche" is no type. */
function compoundAt(position: Position, candidate: string): Match | undefined {
  const root = candidate.replace(COMPOUND_END, '');
  const found = root === candidate ? undefined : entryOf(position, root, 'companies');
  const isMeant = found?.meanings.some(({ kind }) => ['industry', 'title', 'origin'].includes(kind));
  return isMeant ? { ...found!, length: candidate.length } : undefined;
}

function placeOf({ preposition }: Position, place: NamedPlace, length: number): Match {
  const isFrom = ORIGIN_PREPOSITION.test(preposition) || BY.test(preposition);
  const kind = place.isOrigin || isFrom ? 'origin' : 'place';
  const country = place.isCountry ? place.name : '';
  return { length, meanings: meaningsFrom({ [kind]: place.name, country }) };
}

/** Reads a name that is in no list, or a mistyped word of a list. */
function nameAt(position: Position): Match | undefined {
  const { text, normalized, preposition } = position;
  const word = WORD.exec(normalized)?.[0] ?? '';
  if (STOP_WORDS.has(word) || NOT.test(normalized) || PREPOSITION.test(word)) return undefined;
  if (PLACE_PREPOSITION.test(preposition) || ORIGIN_PREPOSITION.test(preposition)) {
    const close = nearest(word, PLACES, ({ name }) => name);
    if (close) return { ...placeOf(position, close, word.length), assumed: close.name };
    const name = PLACE_NAME.exec(text)?.[0];
    if (name && !DAY_OR_MONTH.test(word))
      return { ...placeOf(position, { name, isCountry: false }, name.length), assumed: name };
  }
  const meanings = nearest(word, WORDS, ([first]) => first!.value);
  return meanings && { length: word.length, meanings, isWord: true, assumed: meanings[0]!.value };
}
