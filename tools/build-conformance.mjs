/**
 * Builds the rules of conformance/ as an Apps Script project of its own, with the files that clasp needs beside them:
 * one Code.js, a page, the manifest, and a .clasp.json without a script.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const SOURCE = 'conformance';
const COPIED = ['appsscript.json', 'page.html'];
const CLASP = {
  '.clasp.json': `${JSON.stringify({ scriptId: 'REPLACE_WITH_THE_ID_OF_A_SCRATCH_SCRIPT', rootDir: '.' })}\n`,
  '.claspignore': '**/**\n!Code.js\n!appsscript.json\n!page.html\n',
};

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
  for (const [name, text] of Object.entries(CLASP)) await writeFile(path.join(root, folder, name), text);
  return {
    inputs: [...Object.keys(metafile.inputs), globals, ...COPIED.map((name) => `${SOURCE}/${name}`)],
    outputs: ['Code.js', ...COPIED, ...Object.keys(CLASP)].map((name) => `${folder}/${name}`),
  };
}
