/** Every example in docs/functions.md and in the help of the functions is a formula that works; pages name what exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DATASETS } from '../src/contract/datasets.js';
import { ask, type FunctionName } from './addon/ask.js';

const ROOT = path.join(__dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/functions.md'), 'utf8');
const ENTRY = readFileSync(path.join(ROOT, 'src/addon/entry.js'), 'utf8');

const CELLS: Readonly<Record<string, unknown>> = {
  '': undefined,
  TRUE: true,
  FALSE: false,
  A2: '',
  'A2:A20': [['acme.example'], ['meta.example'], ['']],
  'A2:A5': [['Key accounts'], ['']],
  'A2:A500': [['Acme Inc.'], [''], ['www.meta.example']],
  'Filters!A1:B9': [
    ['type', 'HQ'],
    ['from', '-30d'],
  ],
};

/** The arguments of a call without calls in it. */
function argumentsOf(call: string): unknown[] {
  const inside = call.slice(call.indexOf('(') + 1, -1);
  return inside.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => {
    const text = part.trim();
    if (text.startsWith('"')) return text.slice(1, -1);
    if (/^\d+$/.test(text)) return Number(text);
    if (!(text in CELLS)) throw new Error(`no cells for ${text}`);
    return CELLS[text];
  });
}

const FUNCTIONS = [
  ...Object.values(DATASETS).map(({ functionName }) => functionName),
  'TRACKED_COMPANIES',
  'MATCH_COMPANIES',
];
const CALL = new RegExp(String.raw`(${FUNCTIONS.join('|')})\((?:[^()"]|"[^"]*")*\)`, 'g');
const examples = [...new Set([...PAGE.matchAll(CALL), ...ENTRY.matchAll(CALL)].map(([call]) => call))].filter(
  (call) => !call.includes('name1'),
);

test('there are examples of every function', () => {
  expect(new Set(examples.map((call) => call.split('(')[0]))).toEqual(new Set(FUNCTIONS));
});

test.each(examples)('%s works', (call) => {
  const name = call.split('(')[0] as FunctionName;
  // samples are for those who have no key yet
  const connected = !call.includes('"demo"');
  const { table, error } = ask(name, argumentsOf(call), { groups: ['Key accounts'], connected });
  expect(error).toBeUndefined();
  expect(table?.length).toBeGreaterThan(0);
});

/** The texts that tell people the price: pages, the help of functions and of the menu, the listing, and the sidebar. */
const ABOUT_PRICES = [
  ...['README.md', 'docs/functions.md', 'docs/release.md', 'docs/jobs.md', 'docs/troubleshooting.md'],
  ...['src/addon/entry.js', 'src/addon/texts/en.ts', 'src/sidebar/texts/en.json'],
];

test.each(ABOUT_PRICES)('%s does not promise that each record is paid once', (file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  // a record can be in several answers, and what was stored may be needed again
  const promises = /\b(?:pay|pays|paid|costs?)\b[^.;"]*\b(?:each|every|a|per) record\b[^.;"]*\bonce\b/gi;
  const others = /\b(?:each|every) record\b[^.;"]*\b(?:pays?|paid|costs?)\b[^.;"]*\bonce\b/gi;
  expect([...(text.match(promises) ?? []), ...(text.match(others) ?? [])]).toEqual([]);
});

test('the help of a function names options that it has', () => {
  const named = [...ENTRY.matchAll(/An option: ([^.]+)\.[\s\S]*?global\.(\w+) =/g)];
  expect(named.map(([, , name]) => name)).toEqual(FUNCTIONS);
  for (const [, names = '', name = ''] of named) {
    for (const option of names.split(', ')) {
      const { error = '' } = ask(name as FunctionName, [undefined, option]);
      expect(error).toMatch(/^#BAD_INPUT: option \w+ has no value;/);
    }
  }
});

test('each installed package is in the table of dependencies, and no other', () => {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, tables = ''] = /## Dependencies([\s\S]*?)### Kept back/.exec(page) ?? [];
  const rows = tables.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, object>;
  expect([...new Set(named)].sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});

test('each test that shows a fact of Google exists', () => {
  const page = readFileSync(path.join(ROOT, 'conformance/google.md'), 'utf8');
  const shown = page
    .split('\n')
    .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([\w/-]+)`: ([^;]+)/g)])
    .map(([, file = '', title = '']) => [file, title.trim()]);
  expect(shown.length).toBeGreaterThan(35);
  const missing = shown.filter(([file = '', title = '']) => {
    const at = path.join(ROOT, 'test', `${file}.test.ts`);
    return !existsSync(at) || !readFileSync(at, 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});

const PAGES = ['.', 'docs', 'docs/recipes', 'conformance'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name)),
);

/** The name of a heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const anchorsOf = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

test.each(PAGES)('%s links to files and sections that exist', (page) => {
  const file = path.join(ROOT, page);
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)]+))?\)/g)];
  const broken = links.filter(([, target = '', anchor]) => {
    const linked = target === '' ? file : path.resolve(path.dirname(file), target);
    return !existsSync(linked) || (anchor !== undefined && !anchorsOf(linked).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
  const paths = [...text.matchAll(/`((?:src|tools|test|docs|conformance)\/[\w./-]+)`/g)].map(
    ([, name]) => name!,
  );
  const isThere = (name: string) =>
    existsSync(path.join(ROOT, name)) || existsSync(path.join(ROOT, `test/${name}.test.ts`));
  expect(paths.filter((name) => !isThere(name))).toEqual([]);
});
