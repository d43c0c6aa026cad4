/** Measures the plain driver and the service with the same queries, and the service's free endpoints. */
import { SEARCHES } from './queries.mjs';

/** @typedef {(statements: import('./record-statements.mjs').Statement[]) => Promise<number>} Bare returns their time in ms */
/**
 * @typedef {{
 *   name: string,
 *   bare: Map<string, number[]>,
 *   http: Map<string, number[]>,
 *   estimate: Map<string, number[]>,
 *   searches: number[],
 * }} Result
 */

/**
 * Runs one query at a time. Driver and service alternate, and so does which is first. Each query counts with
 * the median of several passes, so that differences are those of queries, not of the machine's load.
 * Estimates come after all queries: the driver has none, and their reads warm only the service's caches.
 * @param {string} name
 * @param {import('./record-statements.mjs').Question[]} questions
 * @param {Bare} bare
 * @param {import('./with-service.mjs').Client} client
 * @returns {Promise<Result>}
 */
export async function measure(name, questions, bare, { ask, estimate, search }) {
  /** @type {Result} */
  const result = {
    name,
    bare: new Map(),
    http: new Map(),
    estimate: new Map(),
    searches: [],
  };
  const works = questions.map(({ statements, body }) => ({
    bare: () => bare(statements),
    http: () => time(() => ask(body)),
    estimate: () => time(() => estimate(body)),
  }));
  const times = questions.map(() => ({
    bare: /** @type {number[]} */ ([]),
    http: /** @type {number[]} */ ([]),
    estimate: /** @type {number[]} */ ([]),
  }));
  for (const turns of [TURNS, [ESTIMATES]]) {
    for (let pass = 0; pass <= PASSES; pass += 1) {
      for (const [index, work] of works.entries()) {
        for (const side of turns[pass % turns.length] ?? []) {
          const took = await work[side]();
          // the first pass warms up
          if (pass > 0) times[index]?.[side].push(took);
        }
      }
    }
  }
  for (const [index, question] of questions.entries()) {
    for (const side of [...(TURNS[0] ?? []), ...ESTIMATES]) {
      const medians = result[side].get(question.name) ?? [];
      result[side].set(question.name, [...medians, at(times[index]?.[side] ?? [], 0.5)]);
    }
  }
  result.searches = await medians(SEARCHES.map((text) => () => search(text)));
  return result;
}

const PASSES = 11;
/** @typedef {'bare' | 'http' | 'estimate'} Side */
/** @type {Side[][]} */
const TURNS = [
  ['bare', 'http'],
  ['http', 'bare'],
];
/** @type {Side[]} */
const ESTIMATES = ['estimate'];

/**
 * Returns the median time of each work.
 * @param {(() => Promise<unknown>)[]} works
 */
async function medians(works) {
  const times = works.map(() => /** @type {number[]} */ ([]));
  for (let pass = 0; pass <= PASSES; pass += 1) {
    for (const [index, work] of works.entries()) {
      const took = await time(work);
      if (pass > 0) times[index]?.push(took);
    }
  }
  return times.map((all) => at(all, 0.5));
}

/** @param {() => Promise<unknown>} work */
export async function time(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Returns a percentile by nearest rank.
 * @param {number[]} times @param {number} share from 0 to 1
 */
export function at(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
