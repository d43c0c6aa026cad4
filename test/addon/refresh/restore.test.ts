/** Formulas return to blank cells only. */
import { restoreCells } from '../../../src/addon/refresh/journal.js';
import { createFakeTab } from '../tab/fake-tab.js';

test('the lease is renewed before cells are read, not between reading and writing them', () => {
  const calls: string[] = [];
  const log = (call: string) => void calls.push(call);
  const tab = createFakeTab(log);
  const entries = [3, 4].map((row) => ({ row, column: 1, formula: '=EXPANSIONS()' }));
  // a renewal may wait for the document's lock: meanwhile a person could fill a cell that was read as blank
  restoreCells({ renew: () => log('renew') }, tab, entries);
  expect(calls).toEqual(['renew', 'formulas', 'values', 'writeFormulas']);
  expect(tab.cells[3]?.[0]?.formula).toBe('=EXPANSIONS()');
});
