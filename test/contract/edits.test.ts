import { editsBetween } from '../../src/contract/edits.js';
import { createRandom } from '../support/random.js';
import { SEED } from '../support/seed.js';

/** Optimal string alignment as its definition says it, without the shortcuts. */
function plainEdits(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const replaced = plainEdits(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1);
  const edits = [replaced, plainEdits(one.slice(1), other) + 1, plainEdits(one, other.slice(1)) + 1];
  const isSwapped = one.length > 1 && one[0] === other[1] && one[1] === other[0];
  return Math.min(...edits, ...(isSwapped ? [plainEdits(one.slice(2), other.slice(2)) + 1] : []));
}

test(`edits between random words are those of the definition, up to the given number (SEED=${SEED})`, () => {
  const { below, pick } = createRandom(SEED);
  for (let round = 0; round < 300; round++) {
    const word = () => Array.from({ length: below(6) }, () => pick(['a', 'b', 'c'])).join('');
    const [one, other, most] = [word(), word(), below(4)];
    const edits = plainEdits(one, other);
    expect([one, other, editsBetween(one, other)]).toEqual([one, other, edits]);
    expect([one, other, editsBetween(one, other, most)]).toEqual([
      one,
      other,
      edits > most ? Infinity : edits,
    ]);
  }
});
