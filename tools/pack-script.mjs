/**
 * Packs the script of a page into the page: compressed, because Apps Script serves a page as a string inside a script,
 * uncompressed and escaped again, and the sidebar contains two languages and the complete contract. The packed script is no
 * script element, and uses letters that no service takes for a comment or a tag: Google takes both out of script elements.
 */
import { gzipSync } from 'node:zlib';

/** Runs in the page. The name makes the unpacked code readable in the browser's tools. */
const UNPACK = `(async () => {
  const text = document.getElementById('packed').textContent.replace(/-/g, '+').replace(/_/g, '/');
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = document.createElement('script');
  script.textContent = (await new Response(stream).text()) + '\\n/' + '/# sourceURL=sidebar.js';
  document.head.append(script);
})();`;

const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script/gi;

/**
 * @param {string} code
 * @returns {string} a hidden element with the packed code, and a script that unpacks and runs it
 */
export function packScript(code) {
  const packed = gzipSync(code, { level: 9 }).toString('base64url');
  return `<div id="packed" hidden>${packed}</div><script>${UNPACK}</script>`;
}

/**
 * What Google changes when it serves a page.
 * @param {string} html
 * @returns {string[]} a problem for each script element, or each place of the markup, that it changes
 */
export function findLosses(html) {
  const scripts = [...html.matchAll(SCRIPT)].flatMap(([, script = '']) => [
    ...inText(script, /\/[/*]/, 'a script element has what looks like a comment'),
    ...inText(script, /<\/?[a-z]{2}/i, 'a script element has what looks like a tag'),
  ]);
  const markup = html.replace(SCRIPT, '');
  return [
    ...scripts,
    ...inText(markup, /<!--/, 'a comment'),
    ...inText(markup, /<meta\b[^>]*charset/i, 'a character set, which it takes out'),
    // no browser can then be certain of it
    ...inText(html, /[^\t\n -~]/, 'a character that is not ASCII'),
  ];
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} problem
 */
function inText(text, pattern, problem) {
  const at = text.search(pattern);
  return at < 0 ? [] : [`${problem}: ${text.slice(at, at + 20)}`];
}
