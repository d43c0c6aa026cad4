/** Builds parts of the service for a bench that calls them directly. */
import path from 'node:path';
import { build } from 'esbuild';

/**
 * @param {string} name the name of the built file
 * @param {string} contents a module with paths from the root
 */
export async function buildModules(name, contents) {
  const outfile = path.resolve(`out/test/${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
  });
  return import(outfile);
}
