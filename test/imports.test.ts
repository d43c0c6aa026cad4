/** Who may import whom, who may name Google, and how long a file may be. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const CODE = /\.(?:[cm]?[jt]s|css|html)$/;

function filesOf(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => CODE.test(file) && !file.includes('node_modules'));
}

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** The folders of src that a file imports from, its own excepted. */
function importsOf(file: string): string[] {
  const found = [...withoutComments(textOf(file)).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  const folders = found.map(([, target = '']) =>
    path.posix.join(path.posix.dirname(file), target).split('/'),
  );
  return folders
    .map(([top, folder]) => (top === 'src' ? folder! : top!))
    .filter((folder) => folder !== file.split('/')[1]);
}

const ALLOWED: [string, string[]][] = [
  ['contract', []],
  ['addon', ['contract']],
  ['sidebar', ['contract']],
  ['service', ['contract']],
  ['sandbox', []],
];

test.each(ALLOWED)('src/%s imports from nothing but %j', (folder, allowed) => {
  const files = filesOf(`src/${folder}`);
  expect(files.length).toBeGreaterThan(0);
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !allowed.includes(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('src holds these folders and no other', () => {
  const folders = readdirSync(path.join(ROOT, 'src')).sort();
  expect(folders).toEqual(ALLOWED.map(([folder]) => folder).sort());
});

test('only the folder google names a service of Google', () => {
  const services =
    /\b(?:CacheService|ContentService|DriveApp|HtmlService|LockService|PropertiesService|ScriptApp|Session|SpreadsheetApp|UrlFetchApp|Utilities)\s*\./;
  const naming = filesOf('src/addon').filter((file) => services.test(withoutComments(textOf(file))));
  expect(naming).toContain('src/addon/google/google.ts');
  expect(naming.filter((file) => !file.startsWith('src/addon/google/'))).toEqual([]);
});

test('entry.js alone makes globals', () => {
  const making = filesOf('src/addon').filter((file) =>
    /\bglobal(?:This)?\./.test(withoutComments(textOf(file))),
  );
  expect(making).toEqual(['src/addon/entry.js']);
});

test('no file is longer than 300 lines', () => {
  const long = ['src', 'test', 'tools']
    .flatMap(filesOf)
    .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300);
  expect(long).toEqual([]);
});
