/** Makes the directory of an embedded engine without tables: an engine takes seconds to make one, and copies it at once. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');

/** In a process of its own: it computes without a pause, and not for long enough that optimized WebAssembly pays. */
const PROGRAM = `
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create(process.argv[1]);
  await engine.close();`;

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildEngine(folder) {
  await rm(path.join(root, folder), { recursive: true, force: true });
  await mkdir(path.dirname(path.join(root, folder)), { recursive: true });
  const args = ['--liftoff-only', '--input-type=module', '--eval', PROGRAM, folder];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return {
    inputs: [],
    outputs: files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))),
  };
}
