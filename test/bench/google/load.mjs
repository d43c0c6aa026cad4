/** Measures how long V8, Google's engine, takes to load the script, compared with a comment of its size. */
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { at } from '../service/measure.mjs';

const ROUNDS = 41;

/**
 * The process has loaded the script before, as Google's servers may have; each round compiles a new text.
 * @param {string} file
 * @returns {import('../main.mjs').Measurement[]}
 */
export function measureLoad(file) {
  const code = readFileSync(file, 'utf8');
  const empty = `/*${'.'.repeat(Buffer.byteLength(code) - 4)}*/`;
  const [script, baseline] = [code, empty].map((text) =>
    at(
      Array.from({ length: ROUNDS }, (_, round) => load(`${text}// ${round}`)),
      0.5,
    ),
  );
  return [
    { what: 'load of the script', value: script ?? 0, unit: 'ms', atMost: 50 },
    { what: 'load of an empty script of the same size', value: baseline ?? 0, unit: 'ms' },
  ];
}

/** @param {string} code */
function load(code) {
  const context = vm.createContext({});
  const started = performance.now();
  vm.runInContext(code, context);
  return performance.now() - started;
}
