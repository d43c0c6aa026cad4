/** Two works that compute, beside each other. */

/**
 * A job beside a base, many times: first one, then the other first. The ratio is the median of the ratios of each
 * round, because what else the machine does changes from round to round.
 * @param {() => unknown} job
 * @param {() => unknown} base
 * @param {number} count of rounds
 */
export function compare(job, base, count) {
  const rounds = Array.from({ length: count }, (_, round) => {
    const early = timeOf(round % 2 ? job : base);
    const late = timeOf(round % 2 ? base : job);
    return round % 2 ? { job: early, base: late } : { job: late, base: early };
  });
  return {
    jobMs: median(rounds.map((round) => round.job)),
    baseMs: median(rounds.map((round) => round.base)),
    ratio: median(rounds.map((round) => round.job / round.base)),
  };
}

/** @param {() => unknown} work */
function timeOf(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** @param {number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
