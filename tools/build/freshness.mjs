/**
 * Tells whether a target is up to date. After each build a record in out/built has the hash of every file that was read or
 * written, as the bundlers report them: what depfiles are for make and ninja.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** Paths from the root. @typedef {{ inputs: string[], outputs: string[] }} Built */

const FOLDER = 'out/built';
const BUILD = fs.readdirSync(import.meta.dirname).map((name) => `tools/build/${name}`);
/** What every target is made with: the build itself, the compiler's settings and the installed packages. */
const COMMON = [...BUILD, 'tsconfig.json', 'node_modules/.package-lock.json'];

/** @param {string} target */
const recordOf = (target) => `${FOLDER}/${target}.json`;
/** @param {string} file */
const hashOf = (file) =>
  fs.existsSync(file) ? createHash('sha256').update(fs.readFileSync(file)).digest('base64') : 'missing';

/** @param {string} target */
export const removeRecord = (target) => fs.rmSync(recordOf(target), { force: true });

/** @param {string} target */
export function isFresh(target) {
  if (!fs.existsSync(recordOf(target))) return false;
  const record = JSON.parse(fs.readFileSync(recordOf(target), 'utf8'));
  return Object.entries(record).every(([file, hash]) => hashOf(file) === hash);
}

/**
 * A build that fails, or during which a source changes, leaves no record and so is stale.
 * @param {string} target
 * @param {() => Promise<Built>} build
 */
export async function buildAndRecord(target, build) {
  removeRecord(target);
  const started = Date.now();
  const { inputs, outputs } = await build();
  // a package changes only with the lock file that npm keeps beside the packages
  const sources = [...COMMON, ...inputs.filter((file) => !file.includes('node_modules/'))];
  if (sources.some((file) => fs.statSync(file).mtimeMs > started)) return;
  fs.mkdirSync(FOLDER, { recursive: true });
  const record = Object.fromEntries([...sources, ...outputs].map((file) => [file, hashOf(file)]));
  // in one step for who watches it
  fs.writeFileSync(`${recordOf(target)}.new`, JSON.stringify(record, undefined, 1));
  fs.renameSync(`${recordOf(target)}.new`, recordOf(target));
}
