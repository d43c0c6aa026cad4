/** What the build makes short, and what it leaves. In a process of its own: jest cannot load the modules of the build. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { shortNamesIn } from '../support/short-names.js';

const ROOT = path.resolve(__dirname, '../..');

/** The value of an expression over the modules `members` and `short`. */
function evaluated(expression: string): unknown {
  const program = `
    import * as members from ${JSON.stringify(path.join(ROOT, 'tools/internal-members.mjs'))};
    import * as short from ${JSON.stringify(path.join(ROOT, 'tools/shorten-script.mjs'))};
    process.stdout.write(JSON.stringify(await (${expression})));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    }),
  );
}

const shortened = (code: string, names: object) =>
  evaluated(`short.shortenScript(${JSON.stringify(code)}, ${JSON.stringify(names)})`) as { code: string };

test('only what is a function wherever it is named counts as one', () => {
  const source = `
    interface Store { keep(key: string): void; has(): boolean; readonly total: number; load: (key: string) => string }
    export function use(store: Store, keeper: { readonly has: boolean }) {
      // a total or a load
      store.keep('a'); store.load('b'); store.total; throw errors.lost(store.map(one));
    }
    const errors = { lost: (text: string) => new Error(text) };
    export const handed = errors.lost;`;
  expect(evaluated(`members.functionMembers([${JSON.stringify(source)}], new Set(['map']))`)).toEqual([
    'keep',
    'load',
    'lost',
  ]);
});

test("names of JavaScript's objects and their parts are known", () => {
  const asked = ['flatMap', 'DateTimeFormat', 'formatToParts', 'padStart', 'isSafeInteger', 'warn', 'keep'];
  expect(evaluated(`${JSON.stringify(asked)}.filter((name) => members.javaScriptNames().has(name))`)).toEqual(
    asked.slice(0, -1),
  );
});

test('a shortened script stays strict, calls functions by their longer names and does the same', () => {
  const code = `(() => {
    "use strict";
    globalThis.answer = total(2);
    function total(count) { return describeTotal({ innermost: count, shown: undefined }); }
    function describeTotal(made) { try { made.shown = spare === undefined; } catch (error) { made.shown = error.name; } return made; }
    globalThis.again = () => [describeTotal({ innermost: 1 }), new Error().stack];
    globalThis.own = function () { return this === undefined && arguments.length; };
    globalThis.own2 = ownThis;
    function ownThis() { return this; }
  })()`;
  const names = { exported: ['total', 'describeTotal'], members: ['innermost'] };
  const { code: short } = shortened(code, names);
  expect(short).toContain('"use strict"');
  expect(short).toMatch(/\bdescribeTotal=/);
  expect(short).not.toMatch(/\btotal\b|innermost/);
  const globals = new Function('globalThis', `${short}; return globalThis;`)({}) as Record<
    string,
    (...args: number[]) => unknown
  >;
  expect(Object.values(globals['answer'] ?? {})).toEqual([2, 'ReferenceError']);
  const { own, own2 } = globals;
  expect([own?.(1, 2), own2?.()]).toEqual([2, undefined]);
});

test('a member that a text names is refused', () => {
  const code = `(() => { globalThis.answer = (made) => made['inner' + 'most'] ?? made.innermost; globalThis.name = 'innermost'; })()`;
  expect(() => shortened(code, { exported: [], members: ['innermost'] })).toThrow('innermost');
});

test('short names are found in plain and in compressed texts, and none that the sources give', () => {
  const compressed = gzipSync('[{"longer":{"zz":1}}]').toString('base64');
  const texts = ['v1 [{"id":1,"Ab":2}]', '{"text":"{\\"x\\":1}","longer":1}', `journal ${compressed}`];
  expect(shortNamesIn(texts)).toEqual(['Ab', 'zz']);
});
