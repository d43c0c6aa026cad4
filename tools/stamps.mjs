/**
 * Stamps tell whether a build is up to date with its sources. A stamp contains a hash of a part's inputs, and the size
 * and time of each of its outputs. It is removed before a build and written after it, so that an
 * interrupted build, an edited output or a file that changes in the meantime all count as stale.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ inputs: string, outputs: Record<string, string> }} Stamp */

const root = path.resolve(import.meta.dirname, '..');
const FOLDER = 'out/stamps';

/** The packages in package.json and as installed, and all build scripts. */
const COMMON_INPUTS = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'build.mjs',
  'tools',
];
/** Separate folders with their own packages. */
const NOT_INPUTS = /\/(?:node_modules|api-check|node-versions)(?:\/|$)|\.tsbuildinfo$/;

/**
 * @param {readonly string[]} inputs files and folders, from the root; `!` excludes a folder
 * @returns {string} a hash of their names and contents
 */
export function hashInputs(inputs) {
  const hash = createHash('sha256');
  for (const file of inputFiles(inputs)) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} file of a package, wherever that is installed */
export const isPackage = (file) => /(?:^|\/)node_modules\//.test(file);

/**
 * The files that count as inputs, those of every part included.
 * @param {readonly string[]} inputs
 */
export function inputFiles(inputs) {
  const out = inputs.filter((name) => name.startsWith('!')).map((name) => `${name.slice(1)}/`);
  const names = [...COMMON_INPUTS, ...inputs.filter((name) => !name.startsWith('!'))];
  return names
    .flatMap(filesIn)
    .filter((file) => !out.some((folder) => file.startsWith(folder)))
    .sort();
}

/**
 * The files of a folder, or the file; none if there is no such name.
 * @param {string} name
 * @returns {string[]}
 */
function filesIn(name) {
  const info = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!info) return [];
  if (!info.isDirectory()) return [name];
  return readdirSync(path.join(root, name), { withFileTypes: true })
    .map((entry) => `${name}/${entry.name}`)
    .filter((entry) => !NOT_INPUTS.test(entry))
    .flatMap(filesIn);
}

/**
 * @param {string} part
 * @param {readonly string[]} inputs
 */
export function isFresh(part, inputs) {
  const stamp = readStamp(part);
  return (
    stamp !== undefined &&
    Object.entries(stamp.outputs).every(([file, state]) => stateOf(file) === state) &&
    stamp.inputs === hashInputs(inputs)
  );
}

/**
 * @param {string} part
 * @param {string} inputs the hash from before the build
 * @param {readonly string[]} outputs files, from the root
 */
export function writeStamp(part, inputs, outputs) {
  /** @type {Stamp} */
  const stamp = {
    inputs,
    outputs: Object.fromEntries(outputs.map((file) => [file, stateOf(file) ?? 'missing'])),
  };
  mkdirSync(path.join(root, FOLDER), { recursive: true });
  writeFileSync(fileOf(part), JSON.stringify(stamp, undefined, 2));
}

/**
 * @param {string} part
 * @returns {string[]} the outputs of the previous build, if known
 */
export function removeStamp(part) {
  const outputs = Object.keys(readStamp(part)?.outputs ?? {});
  rmSync(fileOf(part), { force: true });
  return outputs;
}

/**
 * @param {string} part
 * @returns {Stamp | undefined}
 */
function readStamp(part) {
  try {
    return JSON.parse(readFileSync(fileOf(part), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} part */
const fileOf = (part) => path.join(root, FOLDER, `${part}.json`);

/**
 * @param {string} file
 * @returns {string | undefined} undefined if there is no such file
 */
function stateOf(file) {
  const info = statSync(path.join(root, file), { throwIfNoEntry: false });
  return info && `${info.size} bytes, ${info.mtimeMs}`;
}
