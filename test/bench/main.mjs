/**
 * Runs benches and prints their measurements.
 *   npm run bench                    all quick ones
 *   npm run bench -- formula         one of them
 *   npm run bench -- formula 20000   with its own arguments
 *
 * A bench is a file beside this one that exports `run(args)` and, if it is quick, `quick = true`. It returns
 * measurements: a name, the figure, its unit, and possibly the goal.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {{ what: string, value: number, unit: string, atMost?: number, atLeast?: number }} Measurement */
/** @typedef {{ run: (args: string[]) => Promise<Measurement[]>, quick?: boolean }} Bench */

const folder = import.meta.dirname;
const [wanted, ...args] = process.argv.slice(2);
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.mjs') && file !== path.basename(import.meta.filename))
  .map((file) => file.slice(0, -'.mjs'.length));
if (wanted !== undefined && !names.includes(wanted)) {
  throw new Error(`no bench ${wanted}: choose from ${names.join(', ')}`);
}

let missed = 0;
for (const name of names) {
  if (wanted !== undefined && name !== wanted) continue;
  /** @type {Bench} */
  const bench = await import(`./${name}.mjs`);
  if (wanted === undefined && !bench.quick) continue;
  const measurements = await bench.run(args);
  console.log(`\n${name}`);
  console.table(Object.fromEntries(measurements.map((measurement) => [measurement.what, row(measurement)])));
  missed += measurements.filter((measurement) => !holds(measurement)).length;
}
if (missed > 0) {
  console.error(`${missed} goals missed`);
  process.exitCode = 1;
}

/** @param {Measurement} measurement */
function row(measurement) {
  const { value, unit, atMost, atLeast } = measurement;
  const goal =
    atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : '';
  return {
    value: Number(value.toPrecision(4)),
    unit,
    goal,
    holds: goal === '' ? '' : holds(measurement),
  };
}

/** @param {Measurement} measurement */
function holds({ value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }) {
  return value <= atMost && value >= atLeast;
}
