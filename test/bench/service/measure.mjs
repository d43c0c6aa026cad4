/** Measures the plain driver and the service with the same queries. */

/** @typedef {(statements: import('./record-statements.mjs').Statement[]) => Promise<number>} Bare returns their time in ms */
/**
 * @typedef {{
 *   name: string,
 *   bare: Map<string, number[]>,
 *   http: Map<string, number[]>,
 * }} Result
 */

/**
 * Runs one query at a time. Driver and service alternate, and so does which is first. Each query counts with
 * the median of several passes, so that differences are those of queries, not of the machine's load.
 * @param {string} name
 * @param {import('./record-statements.mjs').Question[]} questions
 * @param {Bare} bare
 * @param {import('./with-service.mjs').Client} client
 * @returns {Promise<Result>}
 */
export async function measure(name, questions, bare, { ask }) {
  /** @type {Result} */
  const result = { name, bare: new Map(), http: new Map() };
  const works = questions.map(({ statements, body }) => ({
    bare: () => bare(statements),
    http: () => time(() => ask(body)),
  }));
  const times = questions.map(() => ({
    bare: /** @type {number[]} */ ([]),
    http: /** @type {number[]} */ ([]),
  }));
  for (let pass = 0; pass <= PASSES; pass += 1) {
    for (const [index, work] of works.entries()) {
      for (const side of pass % 2 === 0 ? SIDES : [...SIDES].reverse()) {
        const took = await work[side]();
        // the first pass warms up
        if (pass > 0) times[index]?.[side].push(took);
      }
    }
  }
  for (const [index, question] of questions.entries()) {
    for (const side of SIDES) {
      const medians = result[side].get(question.name) ?? [];
      result[side].set(question.name, [...medians, at(times[index]?.[side] ?? [], 0.5)]);
    }
  }
  return result;
}

const PASSES = 11;
const SIDES = /** @type {const} */ (['bare', 'http']);

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
