/** What a question costs that is asked for the first time beside what others have bought: never more than its price. */
import { stepContextOf } from '../../src/addon/answers/step-context.js';
import { wholeRequests } from '../../src/core/plan.js';
import type { Purchase } from '../../src/core/purchase.js';
import { type Query, resolveQuery } from '../../src/core/query.js';
import { nextStep } from '../../src/core/resolve.js';
import { EMPTY_PART, fold } from '../../src/core/state.js';
import { openSheet } from '../differential/sheet.js';
import type { Random } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';

const START = Date.UTC(2026, 9, 1, 12);
const DATASET = 'business-expansion';
const DAY_MS = 86_400_000;
const DOMAINS = [['dune.example'], ['beta.example'], ['acme.example']];

function randomQuestion(random: Random, limit: number): unknown[] {
  return [
    random.chance(0.6) ? random.some(DOMAINS, 1 + random.below(3)) : undefined,
    ...['limit', limit],
    ...(random.chance(0.7) ? ['from', `-${random.pick([3, 7, 14, 30, 60])}d`] : []),
    ...(random.chance(0.3) ? ['to', `-${random.pick([1, 2])}d`] : []),
    ...(random.chance(0.2) ? ['dateType', 'LAST-MODIFIED'] : []),
    ...(random.chance(0.4)
      ? ['expansionType', random.some(['Store', 'HQ'], 1 + random.below(2)).join('|')]
      : []),
  ];
}

test(`a first question costs at most its limit, whatever others have bought, SEED=${SEED}`, () => {
  const dear: unknown[] = [];
  let firsts = 0;
  for (let seed = SEED; seed < SEED + scaled(150, 3_000); seed++) {
    const options = { start: START, records: 250, perDay: 12, settings: { dailyBudget: 1_000_000 } };
    const { random, service, ask, pass } = openSheet({ seed, ...options });
    const asked = new Set<string>();
    for (let count = 2 + random.below(4); count > 0; count--) {
      const limit = random.pick([1, 5, 20, 50, 500]);
      const question = randomQuestion(random, limit);
      const before = service.credits;
      ask(question);
      const paid = service.credits - before;
      const name = JSON.stringify(question);
      if (!asked.has(name)) firsts += 1;
      if (!asked.has(name) && paid > limit) dear.push({ seed, question, paid });
      asked.add(name);
      if (random.chance(0.5)) pass(DAY_MS * (1 + random.below(3)));
    }
  }
  // more changes than the limit do not help: then the whole is asked for as well, in one of a hundred
  expect({ firsts, dear }).toEqual({ firsts, dear: dear.slice(0, firsts / 33) });
});

describe('while another execution buys some of the records', () => {
  const queryOf = (days: number, types: readonly string[]): Query =>
    resolveQuery(
      { dataset: DATASET, groups: [], filters: { startDate: `-${days}d`, expansionType: types, limit: 100 } },
      '2026-10-01',
      {},
    );

  /** @param bought by the other execution, which sent its request a second ago */
  function stepOf(query: Query, bought: Query, hasTimeToWait = true) {
    const state = fold(DATASET, [EMPTY_PART]);
    const sender = { payer: 'payer', settings: { freshness: { mode: 'daily' } }, refreshAfter: 0 };
    const context = stepContextOf(state, query, sender as never, {}, START);
    const [at, requests] = [START - 1_000, wholeRequests(bought)];
    const running: Partial<Purchase> = { state: 'requested', at, sentAt: at, amount: 100, requests };
    const open = [{ ...running, payer: 'payer', asker: 'other' } as Purchase];
    return nextStep(state, query, {
      ...context,
      creditsLeft: 1_000,
      hasTimeToWait: () => hasTimeToWait,
      open,
    });
  }

  test.each([
    ['other days', queryOf(30, ['HQ']), queryOf(7, ['HQ']), 'wait'],
    ['other values', queryOf(7, ['HQ', 'Mine']), queryOf(30, ['Mine', 'Store']), 'wait'],
    ['nothing of it', queryOf(30, ['HQ']), queryOf(30, ['Mine']), 'buy'],
  ])('%s: the question pays only for the rest', (_what, query, bought, kind) => {
    expect(stepOf(query, bought)).toMatchObject({ kind, ...(kind === 'wait' && { reason: 'part' }) });
    // it gets its table in time
    expect(stepOf(query, bought, false).kind).toBe('buy');
  });
});
