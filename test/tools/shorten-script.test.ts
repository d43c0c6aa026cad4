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

/** What a script puts into `answer`, before and after it is made short. */
function answers(body: string, exported: readonly string[] = []) {
  const code = `(() => { "use strict"; ${body} })()`;
  const { code: short } = shortened(code, { exported, members: ['innermost'] });
  const [before, after] = [code, short].map(
    (text) => (new Function('globalThis', `${text}; return globalThis;`)({}) as { answer: unknown }).answer,
  );
  return { short, before, after };
}

test('variables become parameters only where no call can give them', () => {
  const { short, before, after } = answers(`
    const seven = 7;
    function sized(text) { const size = text.length; const { a, b = size } = { a: size + 1 }; return text + size + a + b + (() => size)(); }
    function chosen(text, length = seven) { if (text === '') return 'none'; const doubled = length * 2; return [text, doubled, doubled + 1]; }
    function handed(text) { const size = text.length; return text + size + size; }
    function outer(text, size = limit) { if (text) { const limit = 3; return size + limit; } const limited = text + size; return [limited, limited]; }
    function quoted(text) { const size = text.length; return \`"\${size + text + size}"\`; }
    const limit = 5;
    globalThis.answer = [quoted('a'), quoted('b'), sized('ab'), sized('abc'), chosen(''), chosen('x'), chosen('y', 2), ['a', 'bc'].map(handed), outer(''), outer('z')];`);
  expect(after).toEqual(before);
  expect(short).toMatch(/=\((\w),(\w)=\1\.length,\{a:/);
  expect(short).toMatch(/\.map\(\w=>\{/);
});

test('what is thrown in an expression is caught as before, with the same trace', () => {
  const { short, before, after } = answers(
    `
    function describeFault(fault) { return [fault.message, /describeNothing/.test(fault.stack)]; }
    function describeNothing(text) { if (text === '') throw new Error('empty'); const size = text.length; if (size > 2) throw new RangeError('long'); return size; }
    function never() { throw new Error('never'); }
    function attempt(what) { try { return what(); } catch (fault) { return describeFault(fault); } }
    globalThis.answer = [attempt(() => describeNothing('')), attempt(() => describeNothing('ab')), attempt(() => describeNothing('abc')), attempt(never)];`,
    ['describeNothing'],
  );
  expect(after).toEqual(before);
  expect(after).toEqual([['empty', true], 2, ['long', true], ['never', false]]);
  expect(short.match(/throw/g)).toHaveLength(1);
});

test('what is written often has a short name, and a function keeps its long one for stack traces', () => {
  const { short, before, after } = answers(
    `
    const values = [1, 'two', null, ' Three ', undefined, {}];
    function describeOneValue(value) {
      if (typeof value === 'string') return value.trim().toLowerCase() + '-described-value';
      return typeof value !== 'number' ? 'another-described-value' : Math.max(value, 0) + '-described-value';
    }
    const isText = (value) => typeof value === 'string';
    const texts = values.map((value) => typeof value === 'string' && Math.max(value.length, 1));
    const others = values.map((value) => typeof value !== 'string' && Math.max(values.length, 2));
    const sets = [new Set(values).size, new Set().size, new Set([1]).size, new Set([2]).size, new Set('ab').size];
    const trace = (() => { try { return describeOneValue({ get innermost() { return 1; } }); } catch { return ''; } })();
    globalThis.answer = [describeOneValue(1), describeOneValue('A '), describeOneValue(null), values.map(isText), texts, others, sets, trace,
      Math.max(1, 2), Math.max(3, 4), Math.max(5, 6), values[1]?.trim(), values[9]?.trim(), describeOneValue.name, 'described-value', 'described-value', 'described-value'];`,
    ['describeOneValue'],
  );
  expect(after).toEqual(before);
  expect(short.match(/describeOneValue/g)).toHaveLength(2);
  // each once, and the question for a number
  expect(short.match(/Math|"described-value"|typeof \w\W|new Set/g)).toHaveLength(5);
});

test('functions that are made by their names are made in a loop, and others stay as they are', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const made = names.map((name) => `globalThis.${name} = call('${name}');`).join(' ');
  const { short, before, after } = answers(
    `const call = (name) => (...args) => [name, ...args]; ${made} globalThis.again = call('one');
    globalThis.answer = ['again', ${names.map((name) => `'${name}'`).join()}].map((name) => globalThis[name](name.length));`,
  );
  expect(after).toEqual(before);
  expect(after).toHaveLength(7);
  expect(short).toContain('"one two three four five six".split(" ")');
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
