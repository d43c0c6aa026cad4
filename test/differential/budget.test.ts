/**
 * Overlapping formulas over weeks: never a credit over the budget of the day or of the month, and none is
 * refused below both.
 */
import type { Random } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { argumentsOf, type Formula, OVERLAPPING, openSheet } from './sheet.js';

const DAY_MS = 86_400_000;
const PER_DAY = 12;

interface Course {
  readonly seed: number;
  readonly start: number;
  readonly days: number;
  readonly dailyBudget: number;
  readonly monthlyBudget?: number;
  readonly choose: (random: Random) => readonly Formula[];
}

/** Asks formulas every day. @returns what is wrong, the refusals of each budget, and the credits of each month */
function play({ seed, start, days, dailyBudget, monthlyBudget = Number.POSITIVE_INFINITY, choose }: Course) {
  const { random, service, fake, ask, pass } = openSheet({
    seed,
    start,
    records: 600,
    perDay: PER_DAY,
    settings: { dailyBudget, ...(Number.isFinite(monthlyBudget) && { monthlyBudget }) },
    behaviour: (drawn) => ({ estimates: drawn.chance(0.5) }),
  });
  const wrong: string[] = [];
  const spent = new Map<string, number>();
  const refusals = { day: 0, month: 0 };
  for (let day = 0; day < days; day++) {
    const month = new Date(fake.clock.now()).toISOString().slice(0, 7);
    const [before, ofMonth] = [service.credits, spent.get(month) ?? 0];
    const today = () => service.credits - before;
    const asked = choose(random);
    for (const formula of asked) {
      try {
        ask(argumentsOf(formula));
      } catch (error) {
        const [leftToday, leftOfMonth] = [dailyBudget - today(), monthlyBudget - ofMonth - today()];
        const budget = leftOfMonth < leftToday ? 'month' : 'day';
        const message = budget === 'month' ? "#BUDGET: this month's budget" : "#BUDGET: today's budget";
        if (Math.min(leftToday, leftOfMonth) > 0 || !String(error).includes(message))
          wrong.push(`day ${day}, ${leftToday} and ${leftOfMonth} left: ${String(error)}`);
        refusals[budget] += 1;
      }
      fake.advance(60_000);
    }
    if (today() > dailyBudget) wrong.push(`day ${day}: ${today()} of ${dailyBudget}`);
    spent.set(month, ofMonth + today());
    pass(DAY_MS - asked.length * 60_000);
  }
  for (const [month, credits] of spent)
    if (credits > monthlyBudget) wrong.push(`${month}: ${credits} of ${monthlyBudget}`);
  return { wrong, refusals, spent, credits: service.credits };
}

test.each(scaled([5, 60], [1, 2, 5, 13, 20, 30, 40, 50, 60]))('%i credits a day', (dailyBudget) => {
  const start = Date.UTC(2026, 10, 1, 10);
  const choose = (random: Random) => random.shuffle(OVERLAPPING);
  const course = { seed: SEED + dailyBudget, start, days: 30, choose };
  const { wrong, refusals, credits } = play({ ...course, dailyBudget });
  expect(wrong).toEqual([]);
  // a budget below a day's new records must refuse some, and the formulas must still make progress
  if (dailyBudget < PER_DAY) expect(refusals.day).toBeGreaterThan(0);
  expect(credits).toBeGreaterThan(10 * Math.min(dailyBudget, PER_DAY));
});

test.each(Array.from({ length: scaled(2, 20) }, (_, run) => SEED + run))('a month, seed %i', (seed) => {
  const [dailyBudget, monthlyBudget] = [5 + (seed % 7) * 10, 20 + (seed % 11) * 20];
  const start = Date.UTC(2026, 9, 20, 10);
  const choose = (random: Random) => random.some(OVERLAPPING, 1 + random.below(OVERLAPPING.length));
  const { wrong, refusals, spent } = play({ seed, start, days: 60, dailyBudget, monthlyBudget, choose });
  expect({ dailyBudget, monthlyBudget, wrong }).toEqual({ dailyBudget, monthlyBudget, wrong: [] });
  expect([...spent.keys()]).toEqual(['2026-10', '2026-11', '2026-12']);
  if (monthlyBudget < dailyBudget * 10) expect(refusals.month).toBeGreaterThan(0);
});
