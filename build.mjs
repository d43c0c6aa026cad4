/**
 * Builds the stale targets of tools/build/targets.mjs, or only the named ones of these. A record of each build in out/built
 * has the hash of every file that was read or written, as the bundlers report them: what depfiles are for make and ninja.
 *   node build.mjs [--check] [TARGET…]      --check builds nothing, and fails if something is stale
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { TARGETS } from './tools/build/targets.mjs';

/** @typedef {keyof typeof TARGETS} Target */

process.chdir(import.meta.dirname);
const FOLDER = 'out/built';
/** What every target is made with: the build itself, the compiler's settings and the installed packages. */
const COMMON = [
  ...fs.readdirSync('tools/build').map((name) => `tools/build/${name}`),
  ...['build.mjs', 'tsconfig.json', 'node_modules/.package-lock.json'],
];
export const ALL = /** @type {Target[]} */ (Object.keys(TARGETS));

/** @param {Target} target */
const recordOf = (target) => `${FOLDER}/${target}.json`;
/** @param {string} file */
const hashOf = (file) =>
  fs.existsSync(file) ? createHash('sha256').update(fs.readFileSync(file)).digest('base64') : 'missing';

/** @param {Target} target */
export function isStale(target) {
  if (!fs.existsSync(recordOf(target))) return true;
  const record = JSON.parse(fs.readFileSync(recordOf(target), 'utf8'));
  return Object.entries(record).some(([file, hash]) => hashOf(file) !== hash);
}

/**
 * One after the other, because esbuild has work for all cores in each. One that fails keeps no other from being built.
 * @param {readonly Target[]} targets
 * @param {(target: Target) => void} [onBuilt]
 */
export async function buildTargets(targets, onBuilt) {
  // nobody may take one that waits for fresh
  for (const target of targets) fs.rmSync(recordOf(target), { force: true });
  for (const target of targets) {
    try {
      await buildTarget(target);
      process.stdout.write(`Built ${target}\n`);
      onBuilt?.(target);
    } catch (error) {
      process.stderr.write(`${target}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}

/** Leaves no record where the build fails or a source changes meanwhile. @param {Target} target */
async function buildTarget(target) {
  const started = Date.now();
  const { inputs, outputs } = await TARGETS[target]();
  // a package changes only with the lock file that npm keeps beside the packages
  const sources = [...COMMON, ...inputs.filter((file) => !file.includes('node_modules/'))];
  if (sources.some((file) => fs.statSync(file).mtimeMs > started)) return;
  fs.mkdirSync(FOLDER, { recursive: true });
  const record = Object.fromEntries([...sources, ...outputs].map((file) => [file, hashOf(file)]));
  // in one step for who watches it
  fs.writeFileSync(`${recordOf(target)}.new`, JSON.stringify(record, undefined, 1));
  fs.renameSync(`${recordOf(target)}.new`, recordOf(target));
}

if (process.argv[1] === import.meta.filename) {
  const given = process.argv.slice(2).filter((argument) => argument !== '--check');
  const named = ALL.filter((target) => given.length === 0 || given.includes(target));
  if (named.length < given.length) throw new Error(`Choose targets from ${ALL.join(', ')}`);
  const stale = named.filter(isStale);
  if (!process.argv.includes('--check')) await buildTargets(stale);
  else if (stale.length > 0) {
    process.stderr.write(`The build is stale (${stale.join(', ')}): npm run build\n`);
    process.exitCode = 1;
  }
}
