/**
 * Builds the stale targets of tools/build/targets.mjs, or the named ones. After a build, out/built has a
 * record with the hash of each file that the bundlers read or wrote, like the depfiles of make and ninja.
 *   node build.mjs [--check] [TARGET…]      --check builds nothing and fails if a target is stale
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { TARGETS } from './tools/build/targets.mjs';

/** @typedef {keyof typeof TARGETS} Target */
process.chdir(import.meta.dirname);
/** The inputs of every target: the build itself, the compiler's settings and the installed packages. */
const COMMON = [
  ...fs.readdirSync('tools/build').map((name) => `tools/build/${name}`),
  ...['build.mjs', 'tsconfig.json', 'node_modules/.package-lock.json'],
];
export const ALL = /** @type {Target[]} */ (Object.keys(TARGETS));

/** @param {Target} target */
const recordOf = (target) => `out/built/${target}.json`;
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
 * Builds one target at a time, as esbuild uses all cores for each. A failed one does not stop the others.
 * @param {readonly Target[]} targets
 * @param {(target: Target) => void} [onBuilt]
 */
export async function buildTargets(targets, onBuilt) {
  // without its record, a waiting target is stale for every process that checks
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

/** Builds until no source is saved meanwhile. A time in the future is not that of a save. @param {Target} target */
async function buildTarget(target) {
  const started = Date.now();
  const { inputs, outputs } = await TARGETS[target]();
  // npm updates the lock file beside the packages whenever a package changes
  const sources = [...COMMON, ...inputs.filter((file) => !file.includes('node_modules/'))];
  const record = Object.fromEntries([...sources, ...outputs].map((file) => [file, hashOf(file)]));
  const times = sources.map((file) => fs.statSync(file).mtimeMs);
  if (times.some((time) => time > started && time <= Date.now())) return buildTarget(target);
  fs.mkdirSync('out/built', { recursive: true });
  // a rename is atomic, so a watching process never reads a part of the record
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
