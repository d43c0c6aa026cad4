/** Reads a sentence by rules, word by word, and marks the words that it does not understand. */
import { type Lists, normalizeWords, patternOf, STOP_WORDS } from './lexicon.js';
import {
  COMPANIES,
  COMPANY_PREPOSITION,
  type Interpretation,
  isPreposition,
  matchAt,
  NEAR,
  NOT,
  ORIGIN_PREPOSITION,
  only,
  PLACE_PREPOSITION,
  type SentenceContext,
  UNKNOWN,
  WORD,
} from './sentence-match.js';

export interface SentencePart extends Interpretation {
  readonly at: number;
  readonly end: number;
}

const FILLER = only(patternOf('filler'));
const AND = only(patternOf('and'));
const GAP = /^[^\p{L}\p{N}"„“«$€£¥₹<>]+/u;
const MAX_LENGTH = 400;

/** Returns the parts of a sentence in order, without words that mean nothing. */
export function partsOf(sentence: string, lists: Lists, context: SentenceContext): SentencePart[] {
  const text = sentence.slice(0, MAX_LENGTH);
  const normalized = normalizeWords(text);
  const parts: SentencePart[] = [];
  let preposition = '';
  let hasPlace = false;
  // index of a "not": together with the next part, it becomes one part that is not understood
  let negatedFrom: number | undefined;
  const addPart = (meant: Interpretation, at: number, end: number) => {
    parts.push(negatedFrom === undefined ? { ...meant, at, end } : { ...UNKNOWN, at: negatedFrom, end });
    negatedFrom = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const rest = normalized.slice(at);
    const gap = GAP.exec(rest)?.[0] ?? '';
    if (gap !== '') {
      // "by Ford, Tesla and Honda" lists companies; a place ends at a comma
      const next = WORD.exec(rest.slice(gap.length))?.[0] ?? '';
      const isList =
        COMPANY_PREPOSITION.test(preposition) &&
        (!STOP_WORDS.has(next) || AND.test(next) || /^\p{Lu}\S* \p{Lu}/u.test(text.slice(at + gap.length)));
      const endsPhrase = isList ? /[.;:!?\n]/ : /[,;]/;
      if (endsPhrase.test(gap) && negatedFrom === undefined) preposition = '';
      at += gap.length;
      continue;
    }
    const found = matchAt({ ...lists, ...context, text: text.slice(at), normalized: rest, preposition });
    const negation = NOT.exec(rest)?.[0];
    const word = negation ?? WORD.exec(rest)?.[0] ?? rest[0]!;
    const end = at + (found?.length ?? word.length);
    if (found) {
      const { length: _, ...meant } = found;
      addPart(meant, at, end);
      hasPlace = isPlace(found);
      if (!hasPlace && found.meanings[0]?.kind !== 'company') preposition = '';
    } else if (negation !== undefined || (NEAR.test(word) && negatedFrom === undefined)) {
      negatedFrom ??= at;
    } else if (isPreposition(word)) {
      // "based in" is about the origin, "from China in" is not
      const isOne = ORIGIN_PREPOSITION.test(preposition) && PLACE_PREPOSITION.test(word) && !hasPlace;
      if (!isOne) preposition = word;
      hasPlace = false;
    } else if (!FILLER.test(word)) {
      const isIdle = STOP_WORDS.has(word);
      const isName = !isIdle && COMPANY_PREPOSITION.test(preposition);
      // "of the company Acme"
      if (!isName && !COMPANIES.test(word)) preposition = '';
      if (!isIdle || negatedFrom !== undefined) addPart({ ...UNKNOWN, isName }, at, end);
    }
    at = end;
  }
  if (negatedFrom !== undefined) addPart(UNKNOWN, negatedFrom, text.trimEnd().length);
  // marks the rest of a sentence that is too long
  if (sentence.slice(MAX_LENGTH).trim() !== '') addPart(UNKNOWN, MAX_LENGTH, sentence.length);
  return parts;
}

export function isPlace({ meanings: [first] }: Interpretation): boolean {
  return first?.kind === 'place' || first?.kind === 'origin';
}
