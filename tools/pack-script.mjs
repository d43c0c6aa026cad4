/**
 * Packs the script of a page into the page: compressed, because Apps Script serves a page as a string inside a script,
 * uncompressed and escaped again, and the sidebar contains two languages and the complete contract.
 */
import { gzipSync } from 'node:zlib';

/** Runs in the page. The name makes the unpacked code readable in the browser's tools. */
const UNPACK = `(async () => {
  const packed = Uint8Array.from(atob(document.getElementById('packed').textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = document.createElement('script');
  script.textContent = (await new Response(stream).text()) + '\\n//# sourceURL=sidebar.js';
  document.head.append(script);
})();`;

/**
 * @param {string} code
 * @returns {string} two script elements: the packed code, and the code that unpacks and runs it
 */
export function packScript(code) {
  const packed = gzipSync(code, { level: 9 }).toString('base64');
  return `<script id="packed" type="text/plain">${packed}</script><script>${UNPACK}</script>`;
}
