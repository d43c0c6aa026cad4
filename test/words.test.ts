/** The words that docs/writing.md retires stay away from code, comments, messages, tests and pages. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const RULES = 'docs/writing.md';
const TEXT = /\.(?:[cm]?[jt]s|css|html|md|ya?ml|json)$/;
const FOLDERS = ['conformance', 'src', 'tools', 'test', 'docs'];

/** Where a retired word is right: the file, the word, and why. */
const ALLOWED: readonly (readonly [file: string, word: string, why: string])[] = [];

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The first column of the table under "Words that we no longer use". */
function retiredWords(page: string): string[] {
  const [, section = ''] = page.split('## Words that we no longer use');
  return [...section.matchAll(/^\| ([^|]+)\|/gm)]
    .map(([, cell = '']) => cell.trim())
    .filter((cell) => cell !== 'Not' && !/^-+$/.test(cell))
    .flatMap((cell) => cell.split(', '));
}

/** The retired words in a text, also where a line break, with the marks of a comment, divides them. */
function findRetired(text: string, words: readonly string[]): { word: string; around: string }[] {
  const flat = text.replace(/\s*\n[\s*/]*/g, ' ');
  return words.flatMap((word) =>
    [...flat.matchAll(new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?![\\w-])`, 'gi'))].map(
      ({ index }) => ({ word, around: flat.slice(Math.max(0, index - 30), index + word.length + 30) }),
    ),
  );
}

const WORDS = retiredWords(textOf(RULES));

/** Everything that people read, without the table itself and without packages. */
function readableFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll('\\', '/')),
    ),
  );
  return [...inFolders, ...readdirSync(ROOT)].filter(
    (file) => TEXT.test(file) && !/node_modules|package-lock/.test(file),
  );
}

const files = readableFiles().map((file) => {
  const text = textOf(file);
  return {
    file,
    text: file === RULES ? text.slice(0, text.indexOf('## Words that we no longer use')) : text,
  };
});

test('the table is read, and so are all the pages and the code', () => {
  expect(WORDS.length).toBeGreaterThan(30);
  const names = files.map(({ file }) => file);
  expect(names).toEqual(expect.arrayContaining(['README.md', 'src/addon/errors.ts', 'test/words.test.ts']));
  expect(names.length).toBeGreaterThan(400);
});

const TWO_WORDS = WORDS.find((word) => word.includes(' ')) ?? '';

test.each([
  ['a comment', `// asks ${WORDS[0]}`],
  ['a string, in capitals', `const text = '${WORDS[0]?.toUpperCase()} it is';`],
  ['a comment over two lines', `/**\n * It ${TWO_WORDS.replace(' ', '\n * ')} here.\n */`],
  ['a page', `**${WORDS[1]}** opens it`],
])('a retired word is found in %s', (_where, text) => {
  expect(findRetired(text, WORDS)).toHaveLength(1);
});

test('parts of other words are not retired words', () => {
  expect(findRetired('household, houses, open-house', ['house'])).toEqual([]);
});

test('no text uses a retired word', () => {
  const found = files.flatMap(({ file, text }) =>
    findRetired(text, WORDS)
      .filter(
        ({ word }) => !ALLOWED.some(([allowedFile, allowed]) => allowedFile === file && allowed === word),
      )
      .map(({ word, around }) => `${file}: "${word}" in "…${around}…"`),
  );
  expect(found).toEqual([]);
});

test('each exception is still needed', () => {
  const unneeded = ALLOWED.filter(
    ([file, word]) =>
      findRetired(files.find(({ file: name }) => name === file)?.text ?? '', [word]).length === 0,
  );
  expect(unneeded).toEqual([]);
});
