/** The payer of formulas, and the conclusions of the page. */
import type { FormulaKey, Sharing } from '../../src/contract/sidebar-api.js';
import { formulasUseOtherKey, isConnected, payerOf } from '../../src/sidebar/draft/sections.js';
import { EMPTY } from '../support/sidebar-states.js';

const SHARING = { owner: 'Ann', dailyCap: 100, mine: false } as Sharing;

test.each<[FormulaKey, Partial<Sharing> | undefined, ReturnType<typeof payerOf>, boolean, boolean]>([
  ['shared', {}, 'shared', false, true],
  // the person may have removed their own key, which is shared
  ['shared', { mine: true }, 'mine', false, true],
  ['mine', undefined, 'mine', false, true],
  ['other', undefined, 'other', true, true],
  ['none', undefined, 'none', true, false],
  ['unknown', undefined, 'unknown', false, false],
])('%s, shared by %p: %s pays', (formulaKey, sharing, payer, isOther, isUsable) => {
  const state = { ...EMPTY, formulaKey, ...(sharing && { sharing: { ...SHARING, ...sharing } }) };
  expect(payerOf(state)).toBe(payer);
  expect(formulasUseOtherKey(state)).toBe(isOther);
  // without a key of the person's own
  expect(isConnected({ ...state, hasKey: false })).toBe(isUsable);
});
