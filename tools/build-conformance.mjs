/** Builds the rules of conformance/ as an Apps Script project of its own: one Code.js, a page and the manifest. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const SOURCE = 'conformance';
const COPIED = ['appsscript.json', 'page.html'];

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildConformance(folder) {
  const globals = `${SOURCE}/globals.js`;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${SOURCE}/main.ts`],
    outfile: `${folder}/Code.js`,
    bundle: true,
    format: 'iife',
    globalName: 'conformance',
    target: 'es2020',
    // as text: Apps Script and Sheets find functions only where they are declared at the top
    footer: { js: await readFile(path.join(root, globals), 'utf8') },
    metafile: true,
    logLevel: 'warning',
  });
  await mkdir(path.join(root, folder), { recursive: true });
  for (const name of COPIED) await copyFile(path.join(root, SOURCE, name), path.join(root, folder, name));
  return {
    inputs: [...Object.keys(metafile.inputs), globals, ...COPIED.map((name) => `${SOURCE}/${name}`)],
    outputs: ['Code.js', ...COPIED].map((name) => `${folder}/${name}`),
  };
}
