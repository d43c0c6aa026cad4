/** The check of the bundle finds what it is there for. In a process of its own: it is a module that jest cannot load. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { servedHtml } from '../../src/sandbox/services/served-page.js';
import { useTempFolder } from '../support/temp-folder.js';

const ROOT = path.resolve(__dirname, '../..');

const folder = useTempFolder();

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
  execFileSync(process.execPath, ['tools/check-bundle.mjs'], { cwd: ROOT });
});

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

test('global functions: those of the entry file, and each at the top', () => {
  const found = (code: string) =>
    ask("check.findWrongGlobals(texts[0], 'global.a = 1;\\nglobal.B = 2;')", code);
  expect(found('function a() {\n}\nfunction B(c) {}')).toEqual([]);
  expect(found('function a() {\n}')).toEqual([
    'global are a; expected B, a',
    'B is no top-level function declaration',
  ]);
  expect(found('function a() {\n}\nvar B = a, getApiKey = a;')).toEqual([
    'global are B, a, getApiKey; expected B, a',
    'B is no top-level function declaration',
  ]);
});

test('a custom function without help, or with help for other parameters', () => {
  const documented = (lines: string) => `/**\n * Help.\n${lines} * @customfunction\n */\nfunction A(a) {\n}`;
  const found = (code: string) => ask('check.findWrongHelp(texts[0])', code);
  const [parameter, returned] = [' * @param {string} a A value.\n', ' * @return {string} Text.\n'];
  expect(found(documented(parameter + returned))).toEqual([]);
  const lacking = ['A: no @customfunction with a text and a @return'];
  expect(found('function A(a) {\n}')).toEqual(lacking);
  expect(found(documented(parameter))).toEqual(lacking);
  expect(found(documented(returned))).toEqual(['A: parameters (a), documented ()']);
});

test('files that clasp would not push, or would push besides', () => {
  writeFileSync(
    path.join(folder, '.clasp.json'),
    JSON.stringify({ scriptId: 'x'.repeat(57), rootDir: 'dist' }),
  );
  expect(ask('check.findWrongFiles(texts[0])', folder)[0]).toMatch(
    /^clasp would push nothing and leave out nothing; expected dist\/Code\.js/,
  );
});

test('the built page is served as it was built, and its script can be unpacked', () => {
  const page = readFileSync(path.join(ROOT, 'dist/sidebar.html'), 'utf8');
  expect(servedHtml(page)).toBe(page);
  // Google takes the character set out: no browser can then be certain of anything but ASCII
  expect(page).toMatch(/^[\t\n -~]*$/);
  const [, packed = ''] = /<div id="packed" hidden>([\w-]*)<\/div>/.exec(page) ?? [];
  const script = gunzipSync(Buffer.from(packed, 'base64url')).toString();
  expect(script).toContain(readFileSync(path.join(ROOT, 'out/sidebar/sidebar.js'), 'utf8'));
});
