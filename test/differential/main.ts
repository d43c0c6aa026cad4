/** Runs schedules, or one with a trace of its steps: what the test does, for people who look for a cause. */
import { type Outcome, runSchedule } from './schedule.js';

/** How many schedules have shown something wrong, by rule; and what each rule was broken by first. */
export function survey(first: number, count: number): object {
  const outcomes: Outcome[] = [];
  for (let seed = first; seed < first + count; seed++) outcomes.push(runSchedule(seed));
  const rules = new Map<string, { schedules: number; seeds: number[] }>();
  for (const { seed, wrong } of outcomes) {
    for (const rule of new Set(wrong.map((one) => one.rule))) {
      const known = rules.get(rule) ?? { schedules: 0, seeds: [] };
      rules.set(rule, { schedules: known.schedules + 1, seeds: [...known.seeds, seed].slice(0, 8) });
    }
  }
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    schedules: count,
    wrong: outcomes.filter(({ wrong }) => wrong.length > 0).length,
    tables: sum(({ tables }) => tables),
    errors: sum(({ errors }) => errors),
    creditsPerVersion: sum(({ credits }) => credits) / sum(({ versions }) => versions),
    rules: Object.fromEntries([...rules].sort((a, b) => b[1].schedules - a[1].schedules)),
  };
}

export { runSchedule };
