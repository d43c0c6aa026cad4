/** Compares two computations. */

/**
 * Runs a job and a base many times, alternating which is first. The ratio is the median of the rounds'
 * ratios, because the machine's other load changes from round to round.
 * @param {() => unknown} job
 * @param {() => unknown} base
 * @param {number} count the number of rounds
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
