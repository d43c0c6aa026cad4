/**
 * The seed of random tests. jest.config.mjs chooses and prints a new seed for each run, so that each run
 * tries something new; `SEED=12345 npx jest FILE` repeats a run.
 */
export const SEED = Number(process.env['TEST_SEED']);

if (!Number.isSafeInteger(SEED)) {
  throw new Error(`SEED must be a whole number, and is ${process.env['TEST_SEED']}`);
}
