/** The check of the bundle finds what it is there for. In a process of its own: it is a module that jest cannot load. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { servedHtml } from '../../src/sandbox/services/served-html.js';

const ROOT = path.resolve(__dirname, '../..');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signals-bundle-check-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the checks say, given an expression over the module `check` and the texts handed in. */
function ask(expression: string, ...texts: string[]): string[] {
  const program = `
    import * as check from ${JSON.stringify(path.join(ROOT, 'tools/check-bundle.mjs'))};
    const texts = process.argv.slice(1);
    process.stdout.write(JSON.stringify(await (${expression})));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program, ...texts], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return JSON.parse(printed) as string[];
}

test('the built bundle has no problem', () => {
  expect(ask(`check.checkBundle('dist/Code.js').then(() => [])`)).toEqual([]);
}, 30_000);

test('a script of more than 500,000 bytes is refused', () => {
  const sizes = [499_999, 500_001].map(
    (bytes) => `check.findWrongSize('é'.repeat(50000) + ' '.repeat(${bytes - 100_000}))`,
  );
  expect(ask(`[${sizes.join()}].flat()`)).toEqual(['500001 bytes, more than 500000']);
});

test.each([
  ['a ||= 1;', ['syntax newer than ES2020']],
  ['class A { #x = 1 }', ['syntax newer than ES2020']],
  ['const a = b?.c ?? 1;', []],
])('syntax: %s', (code, problems) => expect(ask('check.findNewSyntax(texts[0])', code)).toEqual(problems));

test('names and methods that Apps Script lacks', () => {
  const file = path.join(folder, 'Code.js');
  const lines = [
    'fetch("x");',
    'setTimeout(() => 1, 1);',
    'new URL("x");',
    '"a".replaceAll("a", "b");',
    'UrlFetchApp.fetch("x");',
    'UrlFetchApp.fetchEverything();',
  ];
  writeFileSync(file, lines.join('\n'));
  const found = ask('check.findMissingNames(texts[0])', file);
  const linesFound = found.map((problem) => Number(/\((\d+),/.exec(problem)?.[1]));
  expect(linesFound).toEqual([1, 2, 3, 4, 6]);
}, 30_000);

describe('global functions', () => {
  const listed = (extra = '') =>
    `const names = check.GLOBAL_FUNCTIONS;
     const stub = (name) => /^[A-Z_]+$/.test(name)
       ? '/**\\n * Help.\\n * @param {string} a A value.\\n * @return {string} Text.\\n * @customfunction\\n */\\nfunction ' + name + '(a) {\\n}'
       : 'function ' + name + '() {\\n}';
     const code = names.map(stub).join('\\n');${extra}`;
  const run = (change: string) => ask(`(() => { ${listed()} return check.findWrongGlobals(${change}); })()`);

  test('exactly the listed ones, documented', () => expect(run('code')).toEqual([]));

  test('one too many', () => {
    const [problem, ...others] = run(`code + '\\nfunction getApiKey() {\\n}'`);
    expect(problem).toMatch(/^global are .*getApiKey/);
    expect(others).toEqual([]);
  });

  test('a custom function without help, or with help for other parameters', () => {
    expect(
      run(`code.replace(/\\/\\*\\*(?:(?!\\*\\/)[^])*\\*\\/\\nfunction EXPANSIONS/, 'function EXPANSIONS')`),
    ).toEqual([
      'EXPANSIONS: no @customfunction',
      'EXPANSIONS: parameters (a), documented ()',
      'EXPANSIONS: no @return',
    ]);
    expect(run(`code.replace('HIRINGS(a)', 'HIRINGS(b)')`)).toEqual([
      'HIRINGS: parameters (b), documented (a)',
    ]);
  });
});

test('a web app in the published manifest', () => {
  const manifest = path.join(folder, 'appsscript.json');
  writeFileSync(manifest, JSON.stringify({ webapp: { access: 'ANYONE_ANONYMOUS' } }));
  expect(ask('check.findWrongManifest(texts[0])', manifest)).toEqual([
    expect.stringContaining('only the receiver of news'),
  ]);
  expect(ask('check.findWrongManifest()')).toEqual([]);
});

test('files that clasp would not push, or would push besides', () => {
  writeFileSync(
    path.join(folder, '.clasp.json'),
    JSON.stringify({ scriptId: 'x'.repeat(57), rootDir: 'dist' }),
  );
  expect(ask('check.findWrongFiles(texts[0])', folder)[0]).toMatch(
    /^clasp would push nothing; expected dist\/Code\.js/,
  );
}, 30_000);

test('the built page is served as it was built, and its script can be unpacked', () => {
  const page = readFileSync(path.join(ROOT, 'dist/sidebar.html'), 'utf8');
  expect(servedHtml(page)).toBe(page);
  const [, packed = ''] = /<div id="packed" hidden>([\w-]*)<\/div>/.exec(page) ?? [];
  const script = gunzipSync(Buffer.from(packed, 'base64url')).toString();
  expect(script).toContain(readFileSync(path.join(ROOT, 'out/sidebar/sidebar.js'), 'utf8'));
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
])('the check finds what Google would remove: %s', (html, problems) => {
  expect(ask('check.findLosses(texts[0])', html)).toHaveLength(problems);
});
