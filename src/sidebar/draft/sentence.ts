/** Reads a sentence by rules: finds what is understood, word by word, and leaves the rest marked. */
import { amountAt } from './sentence-amounts.js';
import { daysAt } from './sentence-dates.js';
import { createPlaces, type NamedPlace } from './sentence-places.js';
import { createWords, foldWords, formsOf, IDLE, type Meaning } from './sentence-words.js';

/** Something that a sentence says, before it is known which dataset is meant. */
export type Saying =
  | { readonly kind: 'words'; readonly meanings: readonly Meaning[]; readonly ofCompanies: boolean }
  | { readonly kind: 'place'; readonly place: NamedPlace; readonly isOrigin: boolean }
  | { readonly kind: 'company' | 'group' | 'limit'; readonly value: string }
  | { readonly kind: 'days'; readonly start: string | undefined; readonly end: string | undefined }
  | { readonly kind: 'money' | 'jobs'; readonly expression: string; readonly currency: string }
  | { readonly kind: 'unknown' };

export interface SentencePart {
  readonly at: number;
  readonly end: number;
  readonly saying: Saying;
  /** What the words were taken for, where they could mean something else. */
  readonly supposed?: string;
  /** Whether they look like the name of a company. */
  readonly isName?: boolean;
}

export interface Lists {
  readonly words: ReadonlyMap<string, readonly Meaning[]>;
  readonly places: ReadonlyMap<string, NamedPlace>;
}

/** The lists of words, built once for a page. */
export function createLists(): Lists {
  return { words: createWords(), places: createPlaces() };
}

const NOT =
  /^(?:not|no|without|except|excluding|outside(?: of)?|but not|other than|ohne|nicht|keine?[nr]?|ausser(?:halb)?(?: von)?)$/;
const NEAR = /^(?:near|close|nahe|umgebung|around)$/;
const PLACE_LEAD = /^(?:in|im|at|to|into|nach|within)$/;
const ORIGIN_LEAD = /^(?:from|aus|based|headquartered|sitz|headquarters)$/;
const COMPANY_LEAD = /^(?:by|of|von|bei)$/;
const ARTICLE = /^(?:the|a|an|der|die|das|dem|den|des|in)$/;
const COMPANIES = /^(?:compan(?:y|ies)|industry|firms?|sector|firmen|branche|unternehmen|sektor)$/;
const COMPOUND = /^(.{3,}?)s?(?:industrie|branche|sektor|unternehmen|firmen|firma|konzerne?n?)$/;
const LIMIT =
  /^(?:(?:the )?(?:first|newest|latest|die (?:neuesten|ersten|letzten)|neueste|ersten?) (\d{1,4})(?! ?(?:days|tage|weeks|wochen|months|monate|years|jahre))|(?:max(?:imal|imum)?|hochstens|at most|limit) (\d{1,4}) (?:rows?|records?|zeilen|datensatze))\b/u;
const RANKED =
  /^(?:top \d+|(?:(?:\d+|three|five|ten|twenty|drei|funf|zehn|zwanzig) )?(?:largest|biggest|grossten?|grosten?)|(?:by|nach) (?:investment|amount|jobs|size|investition|betrag|grosse|grose))(?![\p{L}\p{N}])/u;
const QUOTED = /^["„“”«]([^"“”„»]{1,100})["“”»]/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,10}(?![\p{L}\p{N}])/u;
const WORD = /^(?:[\p{L}\p{N}&]+(?:[-'’/.](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*)/u;
const CAPITALS = /^\p{Lu}[\p{L}\p{N}&'’.-]*[\p{L}\p{N}](?: \p{Lu}[\p{L}\p{N}&'’-]+){0,2}/u;
const WEEKDAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)s?$/;
const LONGEST_PHRASE = 6;
const MAX_LENGTH = 400;

interface Context {
  readonly groups: readonly string[];
  /** As YYYY-MM-DD. */
  readonly today: string;
}

/** The parts of a sentence in order; words that say nothing are in none. */
export function partsOf(
  sentence: string,
  { words, places }: Lists,
  { groups, today }: Context,
): SentencePart[] {
  const text = sentence.slice(0, MAX_LENGTH);
  const folded = foldWords(text);
  const parts: SentencePart[] = [];
  let lead = '';
  let barred = -1;
  for (let at = 0; at < text.length; ) {
    const rest = folded.slice(at);
    const gap = /^[^\p{L}\p{N}"„“«$€£¥₹<>]+/u.exec(rest)?.[0].length ?? 0;
    if (gap > 0) {
      if (/[,;]/.test(rest.slice(0, gap)) && barred < 0) lead = '';
      at += gap;
      continue;
    }
    const found = sayingAt(at, rest);
    if (found) {
      const end = at + found.length;
      const { length: _, ...part } = found;
      parts.push(barred < 0 ? { ...part, at, end } : { at: barred, end, saying: { kind: 'unknown' } });
      barred = -1;
      if (found.saying.kind !== 'place') lead = '';
      at = end;
      continue;
    }
    const word = WORD.exec(rest)?.[0] ?? rest[0]!;
    const end = at + word.length;
    if (NOT.test(word) || (NEAR.test(word) && barred < 0)) barred = barred < 0 ? at : barred;
    else if (PLACE_LEAD.test(word) || ORIGIN_LEAD.test(word) || COMPANY_LEAD.test(word))
      lead = ORIGIN_LEAD.test(lead) && PLACE_LEAD.test(word) ? lead : word;
    else if (!ARTICLE.test(word) && !/^(?:and|or|und|oder)$/.test(word)) {
      lead = '';
      if (!IDLE.has(word) || barred >= 0) {
        parts.push({ at: barred < 0 ? at : barred, end, saying: { kind: 'unknown' } });
        barred = -1;
      }
    }
    at = end;
  }
  if (barred >= 0) parts.push({ at: barred, end: text.trimEnd().length, saying: { kind: 'unknown' } });
  return parts;

  type Found = { length: number; saying: Saying; supposed?: string };

  function sayingAt(at: number, rest: string): Found | undefined {
    const quoted = QUOTED.exec(text.slice(at));
    if (quoted) {
      const group = groups.find((name) => foldWords(name) === foldWords(quoted[1]!));
      return {
        length: quoted[0].length,
        saying: group ? { kind: 'group', value: group } : { kind: 'company', value: quoted[1]!.trim() },
      };
    }
    const group = groups.find((name) => foldWords(name).length > 2 && startsWith(rest, foldWords(name)));
    if (group) return { length: group.length, saying: { kind: 'group', value: group } };
    const named = /^(?:group|gruppe) (?=["„“])|^(?:group|gruppe) /.exec(rest);
    if (named) {
      const after = rest.slice(named[0].length);
      const isKnown = /^["„“]/.test(after) || groups.some((name) => startsWith(after, foldWords(name)));
      const next = isKnown ? '' : (WORD.exec(after)?.[0] ?? '');
      if (!isKnown) return { length: named[0].length + next.length, saying: { kind: 'unknown' } };
      return undefined;
    }
    const ranked = RANKED.exec(rest);
    if (ranked) return { length: ranked[0].length, saying: { kind: 'unknown' } };
    const limit = LIMIT.exec(rest);
    if (limit) return { length: limit[0].length, saying: { kind: 'limit', value: (limit[1] ?? limit[2])! } };
    const amount = amountAt(rest);
    if (amount) {
      const { length, ...saying } = amount;
      return { length, saying: saying.kind === 'vague' ? { kind: 'unknown' } : saying };
    }
    const days = daysAt(rest, today);
    if (days)
      return {
        length: days.length,
        saying: { kind: 'days', start: days.start, end: days.end },
        ...(days.doubtful && { supposed: [days.start, days.end].filter(Boolean).join(' – ') }),
      };
    const domain = DOMAIN.exec(rest);
    if (domain) return { length: domain[0].length, saying: { kind: 'company', value: domain[0] } };
    return listed(at, rest) ?? nameAt(at, rest);
  }

  /** Words of the lists, the longest first. */
  function listed(at: number, rest: string): Found | undefined {
    const phrase = /^[^\s,;:!?()"„“]+(?: [^\s,;:!?()"„“]+){0,5}/.exec(rest)?.[0].split(' ') ?? [];
    for (let count = Math.min(phrase.length, LONGEST_PHRASE); count > 0; count -= 1) {
      const said = phrase
        .slice(0, count)
        .join(' ')
        .replace(/[.’']+$/, '');
      // "us" and "it" are words, US is a country
      const isWord = said.length === 2 && text.slice(at, at + 2) !== text.slice(at, at + 2).toUpperCase();
      if (isWord) continue;
      for (const form of formsOf(said)) {
        const place = places.get(form);
        // "US companies" are those from there
        if (place) return placeOf(place, said.length, { isOrigin: COMPANIES.test(phrase[count] ?? '') });
        const meanings = words.get(form);
        if (meanings)
          return {
            length: said.length,
            saying: { kind: 'words', meanings, ofCompanies: COMPANIES.test(phrase[count] ?? '') },
          };
      }
    }
    const [word = ''] = phrase;
    // "CEO-Wechsel" is a title, and then a word of its own
    const before = /^([^-]+)-./.exec(word)?.[1] ?? '';
    const title = words.get(before)?.filter(({ kind }) => kind === 'title') ?? [];
    if (title.length > 0)
      return { length: before.length, saying: { kind: 'words', meanings: title, ofCompanies: false } };
    const compound = COMPOUND.exec(word)?.[1] ?? '';
    const industry = formsOf(compound)
      .flatMap((form) => words.get(form) ?? [])
      .filter(({ kind }) => kind === 'industry');
    if (industry.length > 0)
      return { length: word.length, saying: { kind: 'words', meanings: industry, ofCompanies: true } };
    return undefined;
  }

  function placeOf(
    place: NamedPlace,
    length: number,
    { supposed, isOrigin = false }: { readonly supposed?: string; readonly isOrigin?: boolean } = {},
  ): Found {
    return {
      length,
      saying: {
        kind: 'place',
        place,
        isOrigin: isOrigin || place.isOrigin === true || ORIGIN_LEAD.test(lead),
      },
      ...(supposed !== undefined && { supposed }),
    };
  }

  /** A name that no list has, or a word of a list with a slip. */
  function nameAt(at: number, rest: string): Found | undefined {
    const word = WORD.exec(rest)?.[0] ?? '';
    const isNamePlace = PLACE_LEAD.test(lead) || ORIGIN_LEAD.test(lead);
    if (
      IDLE.has(word) ||
      NOT.test(word) ||
      NEAR.test(word) ||
      PLACE_LEAD.test(word) ||
      ORIGIN_LEAD.test(word) ||
      COMPANY_LEAD.test(word)
    )
      return undefined;
    const close = nearPlace(word);
    if (isNamePlace && close) return placeOf(close, word.length, { supposed: close.name });
    const capitals = CAPITALS.exec(text.slice(at))?.[0];
    if (capitals && isNamePlace && !WEEKDAY.test(word))
      return placeOf({ name: capitals, isCountry: false }, capitals.length, { supposed: capitals });
    if (capitals && COMPANY_LEAD.test(lead))
      return { length: capitals.length, saying: { kind: 'company', value: capitals }, supposed: capitals };
    const meanings = nearWord(word);
    if (meanings)
      return {
        length: word.length,
        saying: { kind: 'words', meanings, ofCompanies: false },
        supposed: meanings[0]!.value,
      };
    return undefined;
  }

  function nearPlace(word: string): NamedPlace | undefined {
    const near = [...places].filter(([name]) => isNear(word, name)).map(([, place]) => place);
    return near.every(({ name }) => name === near[0]?.name) ? near[0] : undefined;
  }

  function nearWord(word: string): readonly Meaning[] | undefined {
    const near = [...words]
      .filter(
        ([name]) =>
          isNear(word, name) || (word.length > 5 && word.endsWith('s') && isNear(word.slice(0, -1), name)),
      )
      .map(([, all]) => all);
    const [first] = near;
    return first && near.every((all) => all[0]!.value === first[0]!.value) ? first : undefined;
  }
}

/**
 * Words with a capital letter that are not understood, together with those beside them: "Halvorsen Bay Pharma" is one
 * name, and says nothing of an industry.
 */
export function withNames(sentence: string, parts: readonly SentencePart[]): SentencePart[] {
  const joined: SentencePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isCapital = /^\p{Lu}[^\s]*$/u.test(sentence.slice(part.at, part.end));
    const isUnknown = part.saying.kind === 'unknown';
    const mayGoOn =
      isUnknown ||
      (part.saying.kind === 'words' && part.saying.meanings.every(({ kind }) => kind === 'industry'));
    const isNext = last && /^ $/.test(sentence.slice(last.end, part.at));
    if (last?.isName && isNext && isCapital && mayGoOn)
      joined[joined.length - 1] = { ...last, end: part.end };
    else joined.push(isUnknown && isCapital ? { ...part, isName: true } : part);
  }
  return joined;
}

function startsWith(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{L}\p{N}]/u.test(text.slice(start.length));
}

/** Whether two words are a letter apart; short words are never. */
export function isNear(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 5 || Math.abs(word.length - other.length) > 1) return false;
  let from = 0;
  while (from < word.length && word[from] === other[from]) from += 1;
  const [one, two] = [word.slice(from), other.slice(from)];
  if (one.length === two.length)
    return (
      one.slice(1) === two.slice(1) ||
      (one[0] === two[1] && one[1] === two[0] && one.slice(2) === two.slice(2))
    );
  return one.length < two.length ? one === two.slice(1) : one.slice(1) === two;
}
