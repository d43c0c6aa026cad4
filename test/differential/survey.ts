/** Runs many schedules and gathers what was wrong in them. */
import { type Outcome, runSchedule, type Told } from './schedule.js';

export interface Survey {
  readonly tables: number;
  readonly errors: number;
  /** Of the dataset that costs. */
  readonly creditsPerVersion: number;
  readonly wrong: readonly (Told & { readonly seed: number })[];
}

export function survey(first: number, count: number): Survey {
  const outcomes: Outcome[] = [];
  for (let seed = first; seed < first + count; seed++) outcomes.push(runSchedule(seed));
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    tables: sum(({ tables }) => tables),
    errors: sum(({ errors }) => errors),
    creditsPerVersion: sum(({ credits }) => credits) / sum(({ versions }) => versions),
    wrong: outcomes.flatMap(({ seed, wrong }) => wrong.map((told) => ({ ...told, seed }))),
  };
}
