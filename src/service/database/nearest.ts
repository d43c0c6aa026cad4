/** Suggests the values that a misspelled text most likely means. */

const MAX_NEAREST = 3;
/** Longer texts are cut, because the work for a pair grows with the product of their lengths. */
const MAX_LENGTH = 60;
/** One edit is allowed per this many characters. */
const CHARACTERS_PER_EDIT = 3;

/**
 * Returns at most three values, the nearest first, ignoring case; empty if none is near. Compares the shorter
 * text with parts of the longer one, so "tech" has distance 0 to "technology".
 */
export function nearestOf(text: string, values: readonly string[]): readonly string[] {
  return [...new Set(values)]
    .flatMap((value) => {
      const score = distance(folded(text), folded(value));
      return score === undefined ? [] : [{ value, score, extra: Math.abs(value.length - text.length) }];
    })
    .sort((a, b) => a.score - b.score || a.extra - b.extra)
    .slice(0, MAX_NEAREST)
    .map(({ value }) => value);
}

function folded(text: string): string {
  return text.trim().toLowerCase().slice(0, MAX_LENGTH);
}

/** Edits per character of the shorter text; undefined if there are too many. */
function distance(a: string, b: string): number | undefined {
  const [part, whole] = a.length <= b.length ? [a, b] : [b, a];
  if (part === '') return undefined;
  const edits = editsToPart(part, whole);
  return edits <= part.length / CHARACTERS_PER_EDIT ? edits / part.length : undefined;
}

/** The minimum number of edits that turn `part` into a substring of `whole` (Sellers). */
function editsToPart(part: string, whole: string): number {
  let column = Array.from({ length: part.length + 1 }, (_, index) => index);
  let least = part.length;
  for (const letter of whole) {
    const next = [0];
    for (let index = 1; index <= part.length; index += 1) {
      const same = column[index - 1]! + (part[index - 1] === letter ? 0 : 1);
      next.push(Math.min(same, column[index]! + 1, next[index - 1]! + 1));
    }
    column = next;
    least = Math.min(least, column[part.length]!);
  }
  return least;
}
