/** How src is laid out: who may import whom, who may name Google, what types are called, how long a file may be. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkImports, circlesIn, importsOf, readRules, rowOf, writeRules } from './support/import-rules.js';
import { type SourceFile, sourceFiles, textOf, withoutComments } from './support/source-files.js';

/** A file outside of src, as a file of the contract would name it; in pieces, so that nothing takes it for an import. */
const OUTSIDE = ['..', '..', 'test', 'support', 'host.js'].join('/');

const FILES = sourceFiles('src');
const RULES_OF_EMULATION = sourceFiles('conformance');
const ADDON = FILES.filter((file) => file.path.startsWith('src/addon/'));
const PAGE = 'docs/architecture.md';
const RULES = readRules(textOf(PAGE));
const ROWS = [...RULES.keys()];

describe('imports', () => {
  test(`follow the table in ${PAGE}`, () => {
    expect(checkImports(FILES, RULES).wrong).toEqual([]);
  });

  test('are all that the table speaks of', () => {
    const { taken } = checkImports(FILES, RULES);
    const declared = ROWS.flatMap((from) => RULES.get(from)!.map((to) => ({ from, to })));
    // a direction that nobody takes any more is no rule: the block that the page should have is in the difference
    expect(writeRules(declared, ROWS)).toBe(writeRules(taken, ROWS));
    expect(ROWS.filter((row) => !FILES.some((file) => rowOf(file.path, RULES) === row))).toEqual([]);
  });

  test('go in no circle, neither between rows nor between files', () => {
    const known = new Set(FILES.map((file) => file.path));
    expect(circlesIn(RULES)).toEqual([]);
    expect(circlesIn(new Map(FILES.map((file) => [file.path, importsOf(file, known)])))).toEqual([]);
  });

  test('of the rules of the emulation stay among them: Google runs them without the project', () => {
    const known = new Set(RULES_OF_EMULATION.map((file) => file.path));
    const outside = RULES_OF_EMULATION.flatMap((file) => importsOf(file, known)).filter(
      (file) => !known.has(file),
    );
    expect(known.size).toBeGreaterThan(10);
    expect(outside).toEqual([]);
  });

  test('keep the runtimes apart', () => {
    for (const part of ['contract', 'addon', 'sidebar', 'service', 'sandbox']) {
      const others = ROWS.filter((row) => row.split('/')[0] === part)
        .flatMap((row) => RULES.get(row)!)
        .filter((row) => ![part, 'contract'].includes(row.split('/')[0]!));
      expect(others).toEqual([]);
    }
    const shared = ROWS.filter((row) => row.split('/')[0] === 'client')
      .flatMap((row) => RULES.get(row)!)
      .filter((row) => !['client', 'contract'].includes(row.split('/')[0]!));
    // what knows no platform but the small interfaces: no Google service, no screen, no store of a document
    expect([...new Set(shared)].sort()).toEqual(
      [
        'account',
        'answers',
        'errors.ts',
        'formula',
        'platform.ts',
        'question',
        'service',
        'spending',
        'table',
      ].map((row) => `addon/${row}`),
    );
    expect(readdirSync(path.join(__dirname, '../src')).sort()).toEqual(
      ROWS.filter((row) => !row.includes('/')).sort(),
    );
  });
});

describe('the check of imports', () => {
  const FORMS: readonly ((target: string) => string)[] = [
    (target) => `import { made } from '${target}';`,
    (target) => `import type { Made } from "${target}";`,
    (target) => `import {\n  type Made,\n  made,\n} from '${target}';`,
    (target) => `import '${target}';`,
    (target) => `export * from '${target}';`,
    (target) => `export type { Made } from '${target}';`,
    (target) => `const made = await import('${target}');`,
    (target) => `type Made = import('${target}').Made;`,
    (target) => `import made = require('${target}');`,
  ];
  const fileIn = (row: string) => (/\.[jt]s$/.test(row) ? `src/${row}` : `src/${row}/invented.ts`);
  const importing = (from: string, to: string, form: (target: string) => string): SourceFile => {
    const target = path.posix.relative(path.posix.dirname(fileIn(from)), fileIn(to));
    const local = target.startsWith('.') ? target : `./${target}`;
    return { path: fileIn(from), source: `/** Made up. */\n${form(local.replace(/\.ts$/, '.js'))}\n` };
  };
  const pairs = ROWS.flatMap((from) => ROWS.filter((to) => to !== from).map((to) => [from, to] as const));

  test('refuses a wrong import between any two rows, in whatever form', () => {
    const wrong = pairs.filter(([from, to]) => !RULES.get(from)!.includes(to));
    expect(wrong.length).toBeGreaterThan(ROWS.length);
    const unseen = wrong.flatMap(([from, to]) =>
      FORMS.map((form) => importing(from, to, form)).filter((file) => {
        const found = checkImports([file], RULES).wrong;
        return found.length !== 1 || !found[0]!.endsWith(`: ${from} may not import ${to}`);
      }),
    );
    expect(unseen).toEqual([]);
  });

  test('refuses it in the files that there are', () => {
    const missed = pairs
      .filter(([from, to]) => !RULES.get(from)!.includes(to))
      .filter(([from, to]) => {
        const file = FILES.find((one) => rowOf(one.path, RULES) === from)!;
        const target = path.posix.relative(path.posix.dirname(file.path), fileIn(to));
        const source = `${file.source}\nimport type { Made } from '${target.startsWith('.') ? target : `./${target}`}';\n`;
        return checkImports([{ path: file.path, source }], RULES).wrong.length !== 1;
      });
    expect(missed).toEqual([]);
  });

  test('lets pass what the table allows, what stays inside, and what is only said in a comment', () => {
    const allowed = pairs.filter(([from, to]) => RULES.get(from)!.includes(to));
    const inside = ROWS.map((row) => [row, row] as const);
    const files = [...allowed, ...inside].flatMap(([from, to]) =>
      FORMS.map((form) => importing(from, to, form)),
    );
    expect(checkImports(files, RULES).wrong).toEqual([]);
    const [from, to] = pairs.find(([one, other]) => !RULES.get(one)!.includes(other))!;
    const { path: file, source } = importing(from, to, FORMS[0]!);
    const commented = source.replace(/^import.*$/m, (line) => `// ${line}\n/* ${line} */`);
    expect(checkImports([{ path: file, source: commented }], RULES).wrong).toEqual([]);
  });

  test('refuses what lies outside: a folder without a row, and what is not in src', () => {
    const files = [
      { path: 'src/elsewhere/file.ts', source: '' },
      { path: 'src/contract/file.ts', source: `import '${OUTSIDE}';` },
    ];
    expect(checkImports(files, RULES).wrong).toEqual([
      'src/elsewhere/file.ts has no row',
      'src/contract/file.ts imports test/support/host.ts: contract may not import it',
    ]);
  });

  test('finds circles of any length', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['d']],
      ['d', ['c']],
    ]);
    expect(circlesIn(graph)).toEqual([['c', 'd', 'c']]);
  });

  test('says which row of the table names nothing', () => {
    expect(() => readRules('```text imports\na  b\n```')).toThrow('a may import b, which has no row');
    expect(() => readRules('no table')).toThrow('no block');
  });
});

describe('names', () => {
  /** Google's services, as their own types declare them. */
  const services = (): string[] => {
    const folder = path.join(__dirname, '../node_modules/@types/google-apps-script');
    return readdirSync(folder)
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^declare var (\w+):/gm)])
      .map(([, name = '']) => name)
      .filter((name) => name !== 'console');
  };
  const namesGoogle = (names: readonly string[]) => {
    const named = new RegExp(`\\b(?:GoogleAppsScript|${names.join('|')})\\s*\\.`);
    return ({ source }: SourceFile) => named.test(withoutComments(source));
  };
  const makesGlobals = ({ source }: SourceFile) => /\bglobal(?:This)?\s*[.[]/.test(withoutComments(source));

  test('of Google are in src/addon/google alone', () => {
    const naming = ADDON.filter(namesGoogle(services())).map((file) => file.path);
    expect(naming).not.toEqual([]);
    expect(naming.filter((file) => !file.startsWith('src/addon/google/'))).toEqual([]);
  });

  test('of Google are seen, each of them', () => {
    const unseen = services().filter(
      (name) =>
        !namesGoogle(services())({ path: 'src/addon/invented.ts', source: `const a = ${name}.get();` }),
    );
    expect(services()).toEqual(expect.arrayContaining(['CacheService', 'MailApp', 'SpreadsheetApp']));
    expect(unseen).toEqual([]);
  });

  test('are made global by entry.js alone', () => {
    expect(ADDON.filter(makesGlobals).map((file) => file.path)).toEqual(['src/addon/entry.js']);
    for (const source of ['global.a = 1', 'globalThis.a = 1', "globalThis['a'] = 1"]) {
      expect(makesGlobals({ path: 'src/addon/invented.ts', source })).toBe(true);
    }
  });

  const exportedTypes = (files: readonly SourceFile[]) =>
    files.flatMap(({ path: file, source }) =>
      [
        ...withoutComments(source).matchAll(
          /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm,
        ),
      ].map(([, name = '']) => ({ name, file })),
    );
  const homonyms = (files: readonly SourceFile[]) => {
    const types = exportedTypes(files);
    return types
      .filter(({ name, file }) => types.some((other) => other.name === name && other.file !== file))
      .map(({ name, file }) => `${name} in ${file}`)
      .sort();
  };

  test('of exported types are each taken once', () => {
    expect(exportedTypes(FILES).length).toBeGreaterThan(200);
    expect(homonyms(FILES)).toEqual([]);
    const twice = ['interface A {', 'type A = 1', 'abstract class A {'].map((text, index) => ({
      path: `${index}.ts`,
      source: `export ${text}`,
    }));
    expect(homonyms(twice)).toEqual(['A in 0.ts', 'A in 1.ts', 'A in 2.ts']);
  });
});

test('no file is longer than 300 lines', () => {
  const long = ['conformance', 'src', 'test', 'tools']
    .flatMap(sourceFiles)
    .map(({ path: file, source }) => ({ file, lines: source.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300);
  expect(long).toEqual([]);
});
