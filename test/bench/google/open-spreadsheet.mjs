/** Opens the built add-on in the sandbox's host. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { withNotation } from '../../support/notation.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * @param {object} [options] further options of the host
 * @returns {Promise<ReturnType<typeof withNotation>>}
 */
export async function openSpreadsheet(options = {}) {
  const { createHost } = createRequire(import.meta.url)(path.join(root, 'out/sandbox/host.cjs'));
  const text = (/** @type {string} */ name) => readFile(path.join(root, 'dist', name), 'utf8');
  return withNotation(
    createHost({
      code: await text('Code.js'),
      htmlFiles: { sidebar: await text('sidebar.html') },
      manifest: JSON.parse(await text('appsscript.json')),
      ...options,
    }),
  );
}
