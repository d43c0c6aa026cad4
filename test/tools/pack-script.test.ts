/** The sidebar survives being served: Google would take nothing out of it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { servedHtml } from '../../src/sandbox/realm/served-html.js';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'dist/sidebar.html'), 'utf8');

/** The result of an expression over the module `pack`, which jest cannot load. */
function ask(expression: string, ...texts: string[]): unknown {
  const program = `
    import * as pack from ${JSON.stringify(path.join(ROOT, 'tools/pack-script.mjs'))};
    const texts = process.argv.slice(1);
    process.stdout.write(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program, ...texts], { encoding: 'utf8' }),
  );
}

test('the built page is served as it was built', () => {
  expect(servedHtml(PAGE)).toBe(PAGE);
  expect(/<script[^>]*>/g.exec(PAGE)).not.toBeNull();
});

test('what is packed can be unpacked, whatever it is', () => {
  // the compressed form of one of these has each of the 64 letters
  const codes = Array.from(
    { length: 50 },
    (_, index) => `console.log(${'/*//'.repeat(index)}${index ** 9});`,
  );
  const packed = ask('texts.map(pack.packScript)', ...codes) as string[];
  expect(packed.map((html) => servedHtml(html))).toEqual(packed);
  const unpacked = packed.map((html) => {
    const text = /<div id="packed" hidden>([\w-]*)<\/div>/.exec(html)?.[1] ?? '';
    return gunzipSync(Buffer.from(text, 'base64url')).toString();
  });
  expect(unpacked).toEqual(codes);
});

test.each([
  ['<script>a(); // b</script>', 1],
  ['<script type="text/plain">ab/*cd</script>', 1],
  ['<script>const a = "https://x";</script><SCRIPT>//</SCRIPT>', 2],
  ['<script>a("<svg>")</script>', 1],
  ['<p><!-- b --></p>', 1],
  ['<meta charset="utf-8">', 1],
  ['<p>é</p><script>"é"</script>', 1],
  ['<a href="https://x">/* */</a><script>a(/b/g); if (c<d && e>f) g();</script>', 0],
])('the build finds what would be lost: %s', (html, problems) => {
  expect(ask('pack.findLosses(texts[0])', html)).toHaveLength(problems);
});
