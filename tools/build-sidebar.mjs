/** Builds sidebar.html: one page with its colours inlined, and all else packed. */
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
  let styles = '';
  for (const [mark, kind, name = ''] of [...html.matchAll(/<!-- (inline|styles|script) (\S+) -->/g)]) {
    const bundle = await bundlePage(path.posix.join(path.posix.dirname(PAGE), name));
    inputs.push(...bundle.inputs);
    if (/<\/style/i.test(bundle.code)) throw new Error(`${name} would close its own tag`);
    if (kind === 'styles') styles += bundle.code;
    const text = {
      inline: () => `<style>${bundle.code}</style>`,
      styles: () => '',
      script: () => packScript(`${addStyles(styles)}${bundle.code}`),
    }[/** @type {'inline' | 'styles' | 'script'} */ (kind)];
    // through a function: a `$&` in the code would be expanded otherwise
    html = html.replace(mark, text);
  }
  const problems = findLosses(html);
  if (problems.length > 0) throw new Error(`sidebar.html: ${problems.join('; ')}`);
  await mkdir(path.join(root, folder), { recursive: true });
  await writeFile(path.join(root, folder, 'sidebar.html'), html);
  return { inputs, outputs: [`${folder}/sidebar.html`] };
}

/**
 * The statement of a script that gives its page these styles.
 * @param {string} css
 */
function addStyles(css) {
  return `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(css)}}));`;
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
