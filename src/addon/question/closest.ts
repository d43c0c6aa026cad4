/** The "did you mean" of the error messages. */

/** Longer texts are no slips of the finger. */
const MAX_LETTERS = 60;

/** The candidate that a mistyped text most likely means; undefined when none is near. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = letters(text.slice(0, 4 * MAX_LETTERS)).slice(0, MAX_LETTERS);
  if (wanted === '') return undefined;
  const near = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(wanted, letters(candidate)) }))
    .sort((a, b) => a.edits - b.edits)[0];
  if (near && near.edits <= Math.max(1, Math.floor(wanted.length / 4))) return near.candidate;
  // a part of a long value is a good hint too: factory, warehouse
  if (wanted.length < 3) return undefined;
  return candidates.find((candidate) => letters(candidate).includes(wanted));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Letters to insert, delete, replace or swap with their neighbour between one text and the other. */
function editsBetween(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? before[j - 2]! + 1 : replaced;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
