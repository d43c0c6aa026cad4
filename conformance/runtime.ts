/** The JavaScript of Apps Script: what it has, what it lacks, and its time zone. */
import type { Rule } from './rule.js';

/** The type of each global; a name that does not exist is undefined. */
const kinds = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, typeof (globalThis as Record<string, unknown>)[name]]));
const absent = (...names: readonly string[]) => ({
  expected: Object.fromEntries(names.map((name) => [name, 'undefined'])),
  see: () => kinds(...names),
});
const present = (kind: string, ...names: readonly string[]) => ({
  expected: Object.fromEntries(names.map((name) => [name, kind])),
  see: () => kinds(...names),
});
/** Read at run time, so that a runtime that does not know the syntax fails in its own rule only. */
const evaluated = (code: string): unknown => new Function(`return ${code};`)();

export const runtimeRules: readonly Rule[] = [
  { name: 'there are no timers', source: 'docs', ...absent('setTimeout', 'setInterval') },
  { name: 'there is no fetch of the web', source: 'docs', ...absent('fetch', 'FormData') },
  { name: 'there are no classes for addresses', source: 'docs', ...absent('URL', 'URLSearchParams') },
  { name: 'there are no encoders of text', source: 'docs', ...absent('TextEncoder', 'TextDecoder') },
  { name: 'there is no base64 of the web', source: 'docs', ...absent('atob', 'btoa') },
  { name: 'there is no cryptography of the web', source: 'docs', ...absent('crypto', 'SubtleCrypto') },
  { name: 'there are no files of the web', source: 'docs', ...absent('File', 'Blob') },
  { name: 'there are no streams', source: 'docs', ...absent('ReadableStream', 'WritableStream') },
  { name: 'there is no window', source: 'docs', ...absent('window', 'navigator') },
  { name: 'there is no process and no clock of a page', source: 'docs', ...absent('process', 'performance') },
  { name: 'there are no exceptions of the DOM', source: 'docs', ...absent('DOMException') },
  { name: 'there is nothing to abort with', source: 'platform', ...absent('AbortController', 'AbortSignal') },
  {
    name: 'there are no requests of the web',
    source: 'platform',
    ...absent('Headers', 'Request', 'Response'),
  },
  { name: 'there are no events', source: 'platform', ...absent('Event') },
  { name: 'there is no compression of streams', source: 'platform', ...absent('CompressionStream') },
  { name: 'there are promises', source: 'docs', ...present('function', 'Promise') },
  { name: 'there is WebAssembly', source: 'docs', ...present('object', 'WebAssembly') },
  { name: 'there are maps and sets', source: 'docs', ...present('function', 'Map', 'Set', 'WeakMap') },
  { name: 'there is Intl', source: 'docs', ...present('object', 'Intl') },
  {
    name: 'Intl knows how numbers are written in Germany, Brazil and Mexico',
    source: 'known',
    expected: ['1.234,5', '1.234,5', '1,234.5'],
    see: () => ['de-DE', 'pt-BR', 'es-MX'].map((locale) => new Intl.NumberFormat(locale).format(1234.5)),
  },
  {
    name: 'Intl knows the zones of Auckland, Los Angeles, Kolkata and Lord Howe',
    source: 'known',
    expected: ['13:00', '16:00', '05:30', '11:00'],
    see: () =>
      ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe'].map((timeZone) =>
        new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
          Date.UTC(2026, 0, 5),
        ),
      ),
  },
  {
    name: 'Intl knows the zone of the spreadsheet',
    source: 'known',
    expected: true,
    see: () => {
      const timeZone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
      return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== '';
    },
  },
  {
    name: 'dates are formatted by locale and options',
    source: 'docs',
    expected: 'Monday',
    see: () =>
      new Date(Date.UTC(2026, 0, 5)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
  },
  {
    name: 'console has log, info, warn and error',
    source: 'docs',
    expected: ['function', 'function', 'function', 'function'],
    see: () => [typeof console.log, typeof console.info, typeof console.warn, typeof console.error],
  },
  {
    name: 'arrow functions, defaults, destructuring and spread',
    source: 'docs',
    expected: [3, 2, 1],
    see: () => evaluated('(([a, ...rest], b = 1) => [...rest, a, b].sort().reverse())([3, 2])'),
  },
  {
    name: 'optional chaining and a default for null',
    source: 'known',
    expected: 'none',
    see: () => evaluated("({}).a?.b ?? 'none'"),
  },
  {
    name: 'regular expressions look behind and name their groups',
    source: 'known',
    expected: '12',
    see: () => evaluated("/(?<=a)(?<n>\\d+)/u.exec('a12').groups.n"),
  },
  {
    name: 'flat, flatMap and fromEntries',
    source: 'known',
    expected: { a: 1, b: 2 },
    see: () => evaluated("Object.fromEntries([[['a', 1]], [['b', 2]]].flat())"),
  },
  {
    name: 'dates have the time zone of the manifest',
    source: 'docs',
    expected: { offset: 0, midnight: '2026-07-01T00:00:00.000Z' },
    see: () => ({
      offset: new Date(2026, 6, 1).getTimezoneOffset(),
      midnight: new Date(2026, 6, 1).toISOString(),
    }),
  },
  {
    name: 'a date without a time is parsed as UTC, one with a time in the zone of the script',
    source: 'platform',
    expected: ['2026-01-05T00:00:00.000Z', '2026-01-05T00:00:00.000Z'],
    see: () => [new Date('2026-01-05').toISOString(), new Date('2026-01-05 00:00').toISOString()],
  },
];
