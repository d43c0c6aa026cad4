/** Custom functions: how arguments arrive, what results become, and what a cell may not do. */
import { type Bench, either, type Rule, thrownBy } from './rule.js';

/** Of CONFORMANCE_KIND: the type of an argument, or the types in each row of a range. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(kindOfRow).join(';');
  if (Object.prototype.toString.call(value) === '[object Date]') return 'date';
  return value === '' ? 'empty' : typeof value;
}

function kindOfRow(row: unknown): string {
  return Array.isArray(row) ? row.map(kindOf).join(',') : kindOf(row);
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
      return thrownBy(() => SpreadsheetApp.getUi().alert('a cell'));
    case 'trigger':
      return thrownBy(() => ScriptApp.getProjectTriggers());
    case 'cache':
      CacheService.getDocumentCache()?.put('cell', 'cached');
      return CacheService.getDocumentCache()?.get('cell') ?? 'nothing';
    case 'property':
      PropertiesService.getDocumentProperties().setProperty('cell', 'stored');
      return PropertiesService.getDocumentProperties().getProperty('cell') ?? 'nothing';
    case 'lock':
      return String(LockService.getDocumentLock().tryLock(5000));
    case 'person':
      return `[${Session.getActiveUser().getEmail()}]`;
    case 'self':
      return SpreadsheetApp.getActiveSpreadsheet().getActiveRange()?.getA1Notation() ?? 'nothing';
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

export const customFunctionRules: readonly Rule[] = [
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
