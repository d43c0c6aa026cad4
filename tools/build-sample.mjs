/** Makes the directory of an embedded engine with the sample data up to today, which a first start copies. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

/**
 * @param {string} folder where to, from the root
 * @param {string} empty an engine without tables, if there is one
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildSample(folder, empty) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/service/store/make-sample.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    metafile: true,
    logLevel: 'warning',
  });
  await run(outputFiles[0]?.text ?? '', [folder, new Date().toISOString().slice(0, 10), empty]);
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return {
    inputs: Object.keys(metafile.inputs),
    outputs: files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))),
  };
}

/**
 * In a process of its own: it computes without a pause, and not for long enough that optimized WebAssembly pays.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const options = ['--liftoff-only', '--input-type=module', '-'];
    const child = execFile(process.execPath, [...options, ...args], { cwd: root }, (error) =>
      error ? reject(error) : resolve(),
    );
    child.stdin?.end(program);
  });
}
