/**
 * Where random tests begin. Each run takes a fresh seed, which jest.config.mjs chooses and prints, so that every run on
 * every machine tries something new; `SEED=12345 npx jest FILE` repeats a run.
 */
export const SEED = Number(process.env['TEST_SEED']);

if (!Number.isSafeInteger(SEED)) {
  throw new Error(`SEED must be a whole number, and is ${process.env['TEST_SEED']}`);
}
