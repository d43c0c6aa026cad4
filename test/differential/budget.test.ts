/** Twelve overlapping formulas for a month: never over the daily budget, and never refused below it. */
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { openSheet } from './sheet.js';

const START = Date.UTC(2026, 10, 1, 10);
const DAY_MS = 86_400_000;
const PER_DAY = 12;

const FORMULAS: readonly (readonly unknown[])[] = [
  [undefined, 'from', '-30d', 'limit', 1_000],
  [undefined, 'from', '-14d', 'limit', 1_000],
  [undefined, 'from', '-7d', 'limit', 20],
  [undefined, 'from', '-60d', 'limit', 1_000, 'expansionType', 'HQ'],
  [undefined, 'from', '-30d', 'limit', 1_000, 'expansionType', 'HQ|Mine'],
  [undefined, 'from', '-30d', 'limit', 100, 'expansionType', 'Store'],
  [undefined, 'from', '-20d', 'to', '-5d', 'limit', 1_000],
  [undefined, 'from', '-30d', 'limit', 1_000, 'companyIndustry', 'retail'],
  [[['dune.example'], ['beta.example']], 'from', '-30d', 'limit', 1_000],
  ['dune.example', 'from', '-10d', 'limit', 50],
  [undefined, 'from', '-30d', 'limit', 1_000, 'jobs', '>=20'],
  [undefined, 'from', 'this month', 'limit', 1_000],
];

test.each(scaled([5, 60], [1, 2, 5, 13, 20, 30, 40, 50, 60]))('%i credits a day', (budget) => {
  const { random, service, fake, ask, pass } = openSheet({
    seed: SEED + budget,
    start: START,
    records: 600,
    perDay: PER_DAY,
    settings: { dailyBudget: budget },
    behaviour: (drawn) => ({ estimates: drawn.chance(0.5) }),
  });
  const wrong: string[] = [];
  let refused = 0;
  for (let day = 0; day < 30; day++) {
    const before = service.credits;
    for (const formula of random.shuffle([...FORMULAS])) {
      try {
        ask(formula);
      } catch (error) {
        refused += 1;
        const left = budget - (service.credits - before);
        const isRefusal = String(error).includes('#BUDGET');
        if (!isRefusal || left > 0) wrong.push(`day ${day}, ${left} left: ${String(error)}`);
      }
      fake.advance(60_000);
    }
    const spent = service.credits - before;
    if (spent > budget) wrong.push(`day ${day}: ${spent} of ${budget}`);
    pass(DAY_MS - FORMULAS.length * 60_000);
  }
  expect(wrong).toEqual([]);
  // a budget below a day's new records must refuse some, and the formulas must still make progress
  if (budget < PER_DAY) expect(refused).toBeGreaterThan(0);
  expect(service.credits).toBeGreaterThan(10 * Math.min(budget, PER_DAY));
});
