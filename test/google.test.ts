/** Each fact of docs/google.md has the tests that it names; two of them are here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorText } from '../src/sidebar/page/error-text.js';
import { de } from '../src/sidebar/texts/de.js';
import { en } from '../src/sidebar/texts/en.js';

const ROOT = path.join(__dirname, '..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const FACTS = 28;

/** The number of each row, and its tests: a file under test/, and the name of a test. */
const rows = [...textOf('docs/google.md').matchAll(/^\| (\d+) +\|[^|]+\|([^|]+)\|$/gm)].map(
  ([, number = '', proofs = '']) => ({
    number: Number(number),
    proofs: proofs
      .split(/; (?=`)/)
      .map((proof) => /^\s*`([\w/-]+)`: ([\s\S]+?)\s*$/.exec(proof)?.slice(1) ?? []),
  }),
);

test('the facts are numbered from 1 on, and none is missing', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: FACTS }, (_, index) => index + 1));
});

test.each(rows)('fact $number has its test', ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  for (const [file = '', name = ''] of proofs) {
    // with the quote before it, so that it is the name of a test
    const source = textOf(`test/${file}.test.ts`).replaceAll("\\'", "'");
    expect([name, ["'", '"', '`'].some((quote) => source.includes(`(${quote}${name}${quote}`))]).toEqual([
      name,
      true,
    ]);
  }
});

test("in a spreadsheet's own script the menu has the script's name, and the steps say so", () => {
  const [, steps = ''] = textOf('docs/deploy.md').split('## Into one spreadsheet');
  expect(steps.split('\n## ')[0]).toMatch(/^2\. Name the script `Signals`/m);
});

test('the sidebar says in both languages what several accounts do', () => {
  const mixedUp = new Error('PERMISSION_DENIED');
  expect(errorText(mixedUp, en)).toBe(en.severalAccounts.text);
  expect(errorText(mixedUp, de)).toBe(de.severalAccounts.text);
});
