/** The "did you mean" of the error messages. */

/** The candidate that a mistyped text most likely means; undefined when none is near. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = letters(text);
  if (wanted === '') return undefined;
  const near = candidates
    .map((candidate) => ({ candidate, score: distance(wanted.slice(0, 60), letters(candidate)) }))
    .sort((a, b) => a.score - b.score)[0];
  if (near && near.score <= Math.max(1, Math.floor(wanted.length / 4))) return near.candidate;
  // a part of a long value is a good hint too: factory, warehouse
  if (wanted.length < 3) return undefined;
  return candidates.find((candidate) => letters(candidate).includes(wanted));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Edits (insert, delete, replace) from one text to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
