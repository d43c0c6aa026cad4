/** The values that google.script.run can transfer. */
import { findUntransferable } from '../../../src/sandbox/bridge/json-like.js';

test.each([
  [{ rows: [['a', 1, true, null]] }, undefined],
  [[{ since: new Date(0) }], '0.since'],
  [{ call: () => 1 }, 'call'],
  // fact 26: no reference says how Google transfers them
  [{ sum: Number.NaN }, 'sum'],
  [[1, Number.POSITIVE_INFINITY], '1'],
])('%p: %p', (value, place) => expect(findUntransferable(value)).toBe(place));
