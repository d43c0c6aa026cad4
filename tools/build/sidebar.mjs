/**
 * Builds dist/sidebar.html: one page with its colours inlined, and its styles and script packed. Packed, because Apps
 * Script serves a page as a string inside a script, uncompressed and escaped again. The packed text is no script element
 * and has only letters that no service takes for a comment or a tag: Google removes both from script elements.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { TEXTS } from './texts.mjs';

const PAGE = 'src/sidebar/sidebar.html';
const ENTRIES = ['styles/theme.css', 'sidebar.css', 'sidebar.tsx'].map((name) => `src/sidebar/${name}`);

export async function buildSidebar() {
  const outdir = 'out/sidebar';
  const options = { ...TEXTS, minify: true, charset: /** @type {const} */ ('utf8'), target: 'es2020' };
  const built = await bundle({ ...options, entryPoints: ENTRIES, outdir });
  const [html = '', theme = '', styles, script] = [
    PAGE,
    ...['styles/theme.css', 'sidebar.css', 'sidebar.js'].map((name) => `${outdir}/${name}`),
  ].map((file) => readFileSync(file, 'utf8'));
  const addStyles = `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(styles)}}));`;
  // smaller blocks of symbols fit the texts better than the usual ones
  const packed = gzipSync(`${addStyles}${script}`, { level: 9, memLevel: 7 }).toString('base64url');
  const page = html.replace('/* colours */', theme).replace('<!-- script -->', packed);
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/sidebar.html', page);
  return { inputs: [PAGE, ...built.inputs], outputs: [...built.outputs, 'dist/sidebar.html'] };
}
