/** Custom functions: how arguments arrive, what results become, and what a cell may not do. */
import { type Bench, either, type Rule, thrownBy } from './rule.js';
import { midnight } from './values.js';

/** Of CONFORMANCE_KIND: the type of an argument, or the types in each row of a range. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(kindOfRow).join(';');
  if (Object.prototype.toString.call(value) === '[object Date]') return 'date';
  return value === '' ? 'empty' : typeof value;
}

function kindOfRow(row: unknown): string {
  return Array.isArray(row) ? row.map(kindOf).join(',') : kindOf(row);
}

/** The largest table that the add-on returns: 200,000 cells and 4 million characters. Known to be refused are 494,000 cells. */
const LARGE = { rows: 10_000, columns: 20, characters: 20 };
/** How long a slow function takes, and what is taken for waiting. */
const SLOW_MS = 3_000;
const WAITS_MS = 1_500;

/** Of CONFORMANCE_INSTANT: the instant that a date of the spreadsheet is for the script. */
export function instantOf(date: unknown): string {
  return kindOf(date) === 'date' ? (date as Date).toISOString() : kindOf(date);
}

/** Of CONFORMANCE_RESULT. */
export function resultOf(kind: string): unknown {
  switch (kind) {
    case 'table':
      return [
        ['a', 1],
        ['b', true],
      ];
    case 'list':
      return ['a', 'b'];
    case 'date':
      return new Date(Date.UTC(2026, 0, 5));
    case 'formula':
      return '=1+1';
    case 'empty':
      return '';
    case 'midnight':
      return midnight();
    case 'large':
      return Array.from({ length: LARGE.rows }, () =>
        Array(LARGE.columns).fill('x'.repeat(LARGE.characters)),
      );
    case 'slow':
      Utilities.sleep(SLOW_MS);
      return 'slept';
    default:
      throw new Error('no such result');
  }
}

/** Of CONFORMANCE_TRY: the result of what a cell attempts. */
export function tryInCell(attempt: string): string {
  const cell = () => SpreadsheetApp.getActiveSpreadsheet().getSheets()[0]?.getRange('A1');
  switch (attempt) {
    case 'write':
      return thrownBy(() => cell()?.setValue(1));
    case 'read':
      return thrownBy(() => cell()?.getValue());
    case 'screen':
      return thrownBy(() => {
        const ui = SpreadsheetApp.getUi();
        ui.alert('a', 'cell', ui.ButtonSet.OK);
      });
    case 'trigger':
      return thrownBy(() => ScriptApp.getProjectTriggers());
    case 'cache':
      CacheService.getDocumentCache()?.putAll({ cell: 'cached' });
      return CacheService.getDocumentCache()?.getAll(['cell'])['cell'] ?? 'nothing';
    case 'property':
      PropertiesService.getDocumentProperties().setProperty('cell', 'stored');
      return PropertiesService.getDocumentProperties().getProperty('cell') ?? 'nothing';
    case 'lock':
      return String(LockService.getDocumentLock().tryLock(5000));
    case 'stores':
      return [
        LockService.getDocumentLock(),
        CacheService.getDocumentCache(),
        PropertiesService.getDocumentProperties(),
      ]
        .map((store) => (store === null ? 'none' : 'there'))
        .join();
    case 'person':
      return `[${Session.getEffectiveUser().getEmail()}]`;
    case 'self':
      return SpreadsheetApp.getActiveRange()?.getA1Notation() ?? 'nothing';
    default:
      return 'no such attempt';
  }
}

const DENIED = /^Exception: .*permission/i;

const kind =
  (argument: string, prepare?: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => void) =>
  (bench: Bench): unknown =>
    bench.calculated(`=CONFORMANCE_KIND(${argument})`, prepare);
const attempt = (name: string) => (bench: Bench) => bench.calculated(`=CONFORMANCE_TRY("${name}")`);

/** Whether a call waits for custom functions that run. */
function waits(call: () => unknown): string {
  const begun = Date.now();
  call();
  return Date.now() - begun < WAITS_MS ? 'at once' : 'waits';
}

export const customFunctionRules: readonly Rule[] = [
  {
    name: 'dates of results and arguments are days of the spreadsheet, not of the script',
    source: 'platform',
    expected: ['2026-07-01 00:00', true],
    see: ({ calculated }) => [
      calculated('=TEXT(CONFORMANCE_RESULT("midnight"),"yyyy-mm-dd hh:mm")'),
      calculated('=CONFORMANCE_INSTANT(DATE(2026,7,1))') === midnight().toISOString(),
    ],
  },
  {
    name: 'a result of 200,000 cells and 4 million characters is not too large',
    source: 'platform',
    expected: LARGE.characters,
    // Loading… has no such row, and a result that is refused has none either
    see: ({ calculated }) =>
      calculated(
        `=IFERROR(LEN(INDEX(CONFORMANCE_RESULT("large"),${LARGE.rows},${LARGE.columns})),"Loading...")`,
      ),
  },
  {
    name: 'while a custom function runs, reading another cell and flush wait for it, or do not',
    source: 'platform',
    expected: either(['at once', 'at once'], ['at once', 'waits'], ['waits', 'at once'], ['waits', 'waits']),
    see({ sheet, tab }) {
      sheet().getRange('H1').setFormula('=CONFORMANCE_RESULT("slow")');
      return [waits(() => tab().getRange('A1').getValue()), waits(() => SpreadsheetApp.flush())];
    },
  },
  {
    name: 'a script may write ; between arguments where the locale has a comma, or not',
    source: 'known',
    expected: either(3, '#NAME?', '#ERROR!'),
    see: ({ calculated }) => calculated('=SUM(1;2)'),
  },
  {
    name: 'in a cell there are lock, cache and properties of the document',
    source: 'platform',
    expected: 'there,there,there',
    see: attempt('stores'),
  },
  { name: 'a number is a number', source: 'docs', expected: 'number', see: kind('1.5') },
  { name: 'a text is a text', source: 'docs', expected: 'string', see: kind('"a"') },
  { name: 'a boolean is a boolean', source: 'docs', expected: 'boolean', see: kind('TRUE') },
  {
    name: 'an argument that is left out is undefined',
    source: 'platform',
    expected: 'undefined',
    see: kind(''),
  },
  { name: 'a date is a date', source: 'docs', expected: 'date', see: kind('DATE(2026,1,5)') },
  { name: 'a percentage is a number', source: 'docs', expected: 'number', see: kind('50%') },
  { name: 'an empty cell is an empty text', source: 'platform', expected: 'empty', see: kind('A1') },
  {
    name: 'a cell is its value',
    source: 'platform',
    expected: 'number',
    see: kind('A1', (sheet) => sheet.getRange('A1').setValue(7)),
  },
  {
    name: 'a range is an array of rows',
    source: 'docs',
    expected: 'number,string;boolean,empty',
    see: kind('A1:B2', (sheet) =>
      sheet.getRange('A1:B2').setValues([
        [1, 'b'],
        [true, ''],
      ]),
    ),
  },
  {
    name: 'an array of arrays fills the cells to the right and below',
    source: 'docs',
    expected: [
      ['a', 1],
      ['b', true],
    ],
    see: ({ calculated, tab }) => {
      calculated('=CONFORMANCE_RESULT("table")');
      return tab().getRange('H1:I2').getValues();
    },
  },
  {
    name: 'an array of values becomes a column',
    source: 'platform',
    expected: [['a'], ['b']],
    see: ({ calculated, tab }) => {
      calculated('=CONFORMANCE_RESULT("list")');
      return tab().getRange('H1:H2').getValues();
    },
  },
  {
    name: 'a date becomes a date or its number',
    source: 'platform',
    expected: either('date', 'number'),
    see: ({ calculated }) => kindOf(calculated('=CONFORMANCE_RESULT("date")')),
  },
  {
    name: 'a result that begins with = is a text',
    source: 'platform',
    expected: '=1+1',
    see: ({ calculated }) => calculated('=CONFORMANCE_RESULT("formula")'),
  },
  {
    name: 'an error that is thrown shows as #ERROR!',
    source: 'docs',
    expected: '#ERROR!',
    see: ({ calculated }) => calculated('=CONFORMANCE_RESULT("none")'),
  },
  {
    name: 'a function whose name ends with _ is unknown',
    source: 'docs',
    expected: either('#NAME?', '#ERROR!'),
    see: ({ calculated }) => calculated('=CONFORMANCE_HIDDEN_()'),
  },
  {
    name: 'a name may be in small letters',
    source: 'docs',
    expected: 'number',
    see: ({ calculated }) => calculated('=conformance_kind(1)'),
  },
  { name: 'a cell may not write', source: 'docs', expected: DENIED, see: attempt('write') },
  { name: 'a cell may read', source: 'docs', expected: 'nothing thrown', see: attempt('read') },
  { name: 'a cell may not open dialogs', source: 'docs', expected: /^Exception: /, see: attempt('screen') },
  { name: 'a cell may not see triggers', source: 'docs', expected: DENIED, see: attempt('trigger') },
  { name: 'a cell may use the cache', source: 'docs', expected: 'cached', see: attempt('cache') },
  {
    name: "a cell may write the document's properties",
    source: 'platform',
    expected: 'stored',
    see: attempt('property'),
  },
  { name: 'a cell may use locks', source: 'docs', expected: 'true', see: attempt('lock') },
  { name: 'a cell does not know the person', source: 'docs', expected: '[]', see: attempt('person') },
  { name: 'the active range is the cell', source: 'docs', expected: 'H1', see: attempt('self') },
];
