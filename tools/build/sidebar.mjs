/**
 * Builds dist/sidebar.html: one page with its colours inlined, and its styles and script packed. Packed, because Apps
 * Script serves a page as a string inside a script, uncompressed and escaped again. The packed text is no script element
 * and has only letters that no service takes for a comment or a tag: Google removes both from script elements.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { bundle, IIFE, JSX } from './bundle.mjs';
import { TEXTS } from './texts.mjs';

const PAGE = 'src/sidebar/sidebar.html';
const ENTRIES = ['styles/theme.css', 'sidebar.css', 'sidebar.tsx'].map((name) => `src/sidebar/${name}`);

/** @returns {Promise<import('./freshness.mjs').Built>} */
export async function buildSidebar() {
  const outdir = 'out/sidebar';
  const built = await bundle({
    ...IIFE,
    entryPoints: ENTRIES,
    outdir,
    minify: true,
    charset: 'utf8',
    ...JSX,
    ...TEXTS,
  });
  const files = [
    PAGE,
    ...['styles/theme.css', 'sidebar.css', 'sidebar.js'].map((name) => `${outdir}/${name}`),
  ];
  const [html = '', theme = '', styles, script] = await Promise.all(
    files.map((file) => readFile(file, 'utf8')),
  );
  const addStyles = `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(styles)}}));`;
  // smaller blocks of symbols fit the texts better than the usual ones
  const packed = gzipSync(`${addStyles}${script}`, { level: 9, memLevel: 7 }).toString('base64url');
  const page = html.replace('/* colours */', theme).replace('<!-- script -->', packed);
  await mkdir('dist', { recursive: true });
  await writeFile('dist/sidebar.html', page);
  return { inputs: [PAGE, ...built.inputs], outputs: [...built.outputs, 'dist/sidebar.html'] };
}
