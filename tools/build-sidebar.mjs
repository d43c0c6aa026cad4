/** Builds sidebar.html: one page, styles and packed script inlined. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { findLosses, packScript } from './pack-script.mjs';

const root = path.resolve(import.meta.dirname, '..');
const PAGE = 'src/sidebar/sidebar.html';

/**
 * @param {string} folder where to, from the root
 * @returns {Promise<import('./parts.mjs').Built>}
 */
export async function buildSidebar(folder) {
  let html = await readFile(path.join(root, PAGE), 'utf8');
  const inputs = [PAGE];
  for (const [mark, kind, name = ''] of [...html.matchAll(/<!-- inline:(css|js) (\S+) -->/g)]) {
    const bundle = await bundlePage(path.posix.join(path.posix.dirname(PAGE), name));
    inputs.push(...bundle.inputs);
    if (/<\/style/i.test(bundle.code)) throw new Error(`${name} would close its own tag`);
    // through a function: a `$&` in the code would be expanded otherwise
    html = html.replace(mark, () =>
      kind === 'css' ? `<style>${bundle.code}</style>` : packScript(bundle.code),
    );
  }
  const problems = findLosses(html);
  if (problems.length > 0) throw new Error(`sidebar.html: ${problems.join('; ')}`);
  await mkdir(path.join(root, folder), { recursive: true });
  await writeFile(path.join(root, folder, 'sidebar.html'), html);
  return { inputs, outputs: [`${folder}/sidebar.html`] };
}

/** @param {string} file */
async function bundlePage(file) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    write: false,
    metafile: true,
    charset: 'utf8',
    logLevel: 'warning',
  });
  return {
    inputs: Object.keys(metafile.inputs),
    code: outputFiles.map((output) => output.text.trim()).join(''),
  };
}
