/**
 * Builds dist/sidebar.html: one page with inlined colours and with compressed styles and script. Apps Script
 * serves a page uncompressed, as a string inside a script, escaped again, so compression here makes it
 * smaller. The compressed text is not in a script element, where Google removes comments and tags, and its
 * characters cannot form either.
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
  // smaller Huffman blocks than the default compress these texts better
  const packed = gzipSync(`${addStyles}${script}`, { level: 9, memLevel: 7 }).toString('base64url');
  const page = html.replace('/* colours */', theme).replace('<!-- script -->', packed);
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/sidebar.html', page);
  return { inputs: [PAGE, ...built.inputs], outputs: [...built.outputs, 'dist/sidebar.html'] };
}
