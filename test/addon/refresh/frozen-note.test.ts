/** The note of a frozen table: people type into it, too. */
import { addFrozenMark, readFrozenMark, removeFrozenMark } from '../../../src/addon/refresh/frozen-note.js';

const TABLE = { formula: '=EXPANSIONS(\n"a")', numRows: 3, numColumns: 4, digest: '0123abcd' };

test('what a person types before and after the mark hides no formula, and stays', () => {
  const note = `${addFrozenMark('before', TABLE)}\nafter`;
  expect(readFrozenMark(note)).toEqual(TABLE);
  expect(removeFrozenMark(note)).toBe('before\nafter');
});
