/** Finds the "did you mean" of error messages. */
import { editsBetween } from '../../contract/edits.js';

/** Longer texts are not typing mistakes. */
const MAX_LETTERS = 60;

/** Returns the candidate that a mistyped text most likely means; undefined if none is similar. */
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
