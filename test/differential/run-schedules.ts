/** Runs many schedules and collects their errors. */
import { createRandom } from '../support/random.js';
import { type LocatedViolation, type Outcome, runSchedule } from './schedule.js';

export interface Summary {
  readonly tables: number;
  readonly errors: number;
  /** For the paid dataset. */
  readonly creditsPerVersion: number;
  readonly violations: readonly (LocatedViolation & { readonly seed: number })[];
}

export function runSchedules(first: number, count: number): Summary {
  const outcomes = withKeptFormats(() =>
    Array.from({ length: count }, (_, index) => repeatable(first + index)),
  );
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    tables: sum(({ tables }) => tables),
    errors: sum(({ errors }) => errors),
    creditsPerVersion: sum(({ credits }) => credits) / sum(({ versions }) => versions),
    violations: outcomes.flatMap(({ seed, violations }) =>
      violations.map((violation) => ({ ...violation, seed })),
    ),
  };
}

/** Runs one schedule and returns a description of each step: its tables and requests. */
export function record(seed: number): Outcome & { readonly steps: readonly string[] } {
  const steps: string[] = [];
  return { ...withKeptFormats(() => repeatable(seed, (step) => steps.push(step))), steps };
}

/** Makes the add-on's random names the same in each run of a schedule. */
function repeatable(...[seed, trace]: Parameters<typeof runSchedule>): Outcome {
  const { random } = Math;
  const names = createRandom(-seed);
  Math.random = () => names.below(2 ** 32) / 2 ** 32;
  try {
    return runSchedule(seed, trace);
  } finally {
    Math.random = random;
  }
}

/** Reuses date formats: each execution creates one for its zone, as it must on Google, which is slow. */
function withKeptFormats<T>(work: () => T): T {
  const { DateTimeFormat } = Intl;
  const kept = new Map<string, Intl.DateTimeFormat>();
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(_, given: ConstructorParameters<typeof DateTimeFormat>) {
      const name = JSON.stringify(given);
      const format = kept.get(name) ?? new DateTimeFormat(...given);
      kept.set(name, format);
      return format;
    },
  });
  try {
    return work();
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
}
