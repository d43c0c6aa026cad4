/** The parts of a sentence: what each means, or that it is not understood or negated. */
import { type Interpretation, patternOf } from './lexicon.js';

export interface SentencePart extends Interpretation {
  readonly at: number;
  readonly end: number;
}

/** The text between the members of a list: ", " and " or in ", but not that of "not in Texas, in Ohio" or ", die in Polen". */
const LIST = new RegExp(`^(?!, (?:die )?in ),?(?: (?:${patternOf('filler')}))* $`);
export const UNKNOWN: Interpretation = { meanings: [] };

/** Collects parts. A "not" becomes one unknown part with the next one, and with those of its kind: "Texas or Ohio". */
export function createParts(normalized: string) {
  const parts: SentencePart[] = [];
  let [negatedFrom, negatedKind]: [number?, string?] = [];
  return {
    parts,
    isNegated: () => negatedFrom !== undefined,
    negate(at: number): void {
      negatedFrom ??= at;
    },
    add(meant: Interpretation, at: number, end: number): void {
      const kind = meant.meanings[0]?.kind;
      const isListed = kind && kind === negatedKind && LIST.test(normalized.slice(parts.at(-1)?.end, at));
      if (isListed) negatedFrom ??= parts.pop()?.at;
      negatedKind = negatedFrom === undefined ? undefined : kind;
      parts.push(negatedFrom === undefined ? { ...meant, at, end } : { ...UNKNOWN, at: negatedFrom, end });
      negatedFrom = undefined;
    },
  };
}
