/** The month's budget over random days, limits and formulas: never a credit above it, and none refused below both budgets. */
import { DAY_MS } from '../../src/core/days.js';
import { openSheet } from '../differential/sheet.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';

const START = Date.UTC(2026, 9, 20, 10);
const DAYS = 60;

const FORMULAS: readonly (readonly unknown[])[] = [
  [undefined, 'from', '-30d', 'limit', 1_000],
  [undefined, 'from', '-14d', 'limit', 30],
  [undefined, 'from', '-60d', 'limit', 1_000, 'expansionType', 'HQ'],
  [undefined, 'from', '-20d', 'to', '-5d', 'limit', 1_000],
  [[['dune.example'], ['beta.example']], 'from', '-30d', 'limit', 1_000],
  [undefined, 'from', 'this month', 'limit', 1_000],
];

test.each(Array.from({ length: scaled(2, 20) }, (_, run) => SEED + run))('seed %i', (seed) => {
  const daily = 5 + (seed % 7) * 10;
  const monthly = 20 + (seed % 11) * 20;
  const { random, service, fake, ask, pass } = openSheet({
    seed,
    start: START,
    records: 400,
    perDay: 10,
    settings: { dailyBudget: daily, monthlyBudget: monthly },
    behaviour: (drawn) => ({ estimates: drawn.chance(0.5) }),
  });
  const wrong: string[] = [];
  const spent = new Map<string, number>();
  let refusals = 0;
  for (let day = 0; day < DAYS; day++) {
    const month = new Date(fake.clock.now()).toISOString().slice(0, 7);
    const [before, ofMonth] = [service.credits, spent.get(month) ?? 0];
    const asked = random.some(FORMULAS, 1 + random.below(FORMULAS.length));
    for (const formula of asked) {
      try {
        ask(formula);
      } catch (error) {
        const today = service.credits - before;
        const left = Math.min(daily - today, monthly - ofMonth - today);
        const isOfMonth = monthly - ofMonth - today < daily - today;
        const expected = isOfMonth ? "#BUDGET: this month's budget" : "#BUDGET: today's budget";
        if (left > 0 || !String(error).includes(expected))
          wrong.push(`${month}, ${left} left: ${String(error)}`);
        if (isOfMonth) refusals += 1;
      }
      fake.advance(60_000);
    }
    spent.set(month, ofMonth + service.credits - before);
    pass(DAY_MS - asked.length * 60_000);
  }
  for (const [month, credits] of spent)
    if (credits > monthly) wrong.push(`${month}: ${credits} of ${monthly}`);
  expect({ seed, daily, monthly, wrong }).toEqual({ seed, daily, monthly, wrong: [] });
  expect([...spent.keys()]).toEqual(['2026-10', '2026-11', '2026-12']);
  if (monthly < daily * 10) expect(refusals).toBeGreaterThan(0);
});
