/** The tables of Google's objects: the compiler checks each line below a `@ts-expect-error`. */
import { LOCAL, namesOf, type OrNull, tableOf } from '../../../src/sandbox/services/define.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const RANGE = tableOf<GoogleAppsScript.Spreadsheet.Range>('Range');
const SHEET = tableOf<Sheet, { readonly name: string }>('Sheet');
const UTILITIES = tableOf<GoogleAppsScript.Utilities.Utilities>('Utilities');
const BLOB = tableOf<GoogleAppsScript.Base.Blob>('Blob');

test('a handler with the arguments and the result of Google’s types compiles', () => {
  SHEET.with(LOCAL, {
    getName: ({ name }) => name,
    getColumnWidth: async (_call, column) => column + 1,
    getDataRange: () => RANGE.open({}),
    // a member of an enumeration is its name
    getType: () => 'GRID',
    deleteRows: () => undefined,
    clear: async ({ invoke, self }) => {
      await invoke(await invoke(self, 'getDataRange'), 'clear');
      return self;
    },
  }).chain(LOCAL, { activate: () => 'anything' });
  UTILITIES.with(LOCAL, {
    Charset: namesOf('UTF_8'),
    parseDate: () => new Date(0),
    gzip: async () => BLOB.open({}),
    computeDigest: (_call, algorithm: string, text: string) => [algorithm.length, text.length],
  });
  expect([...SHEET.chained]).toEqual(['activate']);
  expect(Object.keys(UTILITIES.constants)).toEqual(['Charset']);
});

test('a handler with another argument or result does not compile', () => {
  const wrong = () => [
    // @ts-expect-error the name of a tab is a text
    SHEET.with(LOCAL, { getName: () => 1 }),
    // @ts-expect-error undefined is no text either
    SHEET.with(LOCAL, { getName: (): string | undefined => undefined }),
    // @ts-expect-error a promise of a number is no text either
    SHEET.with(LOCAL, { getName: async () => 1 }),
    // @ts-expect-error a handler with rules of its own is checked in the same way
    SHEET.with(LOCAL, { getName: { needs: 'spreadsheet', handle: () => 1 } }),
    // @ts-expect-error a width is a number, no name
    SHEET.with(LOCAL, { getColumnWidth: () => 'wide' }),
    // @ts-expect-error a column is a number
    SHEET.with(LOCAL, { getColumnWidth: (_call, column: string) => column.length }),
    // @ts-expect-error a range is an object of Google's
    SHEET.with(LOCAL, { getDataRange: () => 'A1:B2' }),
    // @ts-expect-error a tab is no range
    SHEET.with(LOCAL, { getDataRange: () => SHEET.open({ name: '' }) }),
    // @ts-expect-error nor are its data
    SHEET.with(LOCAL, { getDataRange: () => ({ row: 1 }) }),
    // @ts-expect-error a list of charts has no ranges
    SHEET.with(LOCAL, { getCharts: () => [RANGE.open({})] }),
    // @ts-expect-error a member of an enumeration is its name
    SHEET.with(LOCAL, { getType: () => 0 }),
    // @ts-expect-error Google returns nothing
    SHEET.with(LOCAL, { deleteRows: () => 1 }),
    // @ts-expect-error and so not the tab
    SHEET.chain(LOCAL, { deleteRows: () => undefined }),
    // @ts-expect-error Google has no such method
    SHEET.with(LOCAL, { getNames: () => [] }),
    // @ts-expect-error a blob is an object of Google's
    UTILITIES.with(LOCAL, { gzip: () => [1, 2] }),
    // @ts-expect-error a date stays a date
    UTILITIES.with(LOCAL, { parseDate: () => '2026-01-31' }),
  ];
  expect(wrong).toBeDefined();
});

test('null is a result if Google’s types or a table say so', () => {
  const nullable = tableOf<OrNull<Sheet, 'getName'>>('Sheet').with(LOCAL, { getName: () => null });
  const wrong = () => [
    // @ts-expect-error the types say a text
    SHEET.with(LOCAL, { getName: () => null }),
    // @ts-expect-error only the named methods
    tableOf<OrNull<Sheet, 'getName'>>('Sheet').with(LOCAL, { getSheetName: () => null }),
  ];
  expect([Object.keys(nullable.methods), wrong]).toBeDefined();
});
