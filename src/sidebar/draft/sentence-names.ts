/** Finds names of companies among the parts of a sentence. */
import type { SentencePart } from './sentence.js';

/**
 * Joins capitalised words that are not understood with those after them: "Halvorsen Bay Pharma" is one name,
 * and does not mean an industry.
 */
export function withNames(sentence: string, parts: readonly SentencePart[]): SentencePart[] {
  const joined: SentencePart[] = [];
  for (const part of parts) {
    const { meanings, at, end } = part;
    const last = joined.at(-1);
    const isCapital = /^\p{Lu}[^\s]*$/u.test(sentence.slice(at, end));
    const isUnknown = meanings.length === 0;
    const isIndustry = meanings.every(({ kind }) => kind === 'industry');
    const isNext = last?.isName && sentence.slice(last.end, at) === ' ';
    if (last && isCapital && areOneName(sentence, last, part))
      joined[joined.length - 1] = { meanings: [], at: last.at, end, isName: true };
    else if (isNext && isCapital && isIndustry) joined[joined.length - 1] = { ...last, end };
    else joined.push(isUnknown && isCapital ? { ...part, isName: true } : part);
  }
  return joined;
}

/** True for "by Deutsche Bank" and "by Bank of America": each word means something else by itself. */
function areOneName(sentence: string, first: SentencePart, second: SentencePart): boolean {
  if (first.at === 0 || !/^\p{Lu}/u.test(sentence.slice(first.at))) return false;
  const between = sentence.slice(first.end, second.at);
  const [one, other] = [first.meanings[0]?.kind, second.meanings[0]?.kind];
  if (between === ' ') return one === 'origin' && other === 'industry';
  return between === ' of ' && one === 'industry' && (other === 'place' || other === 'origin');
}
