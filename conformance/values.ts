/** What cells make of what is written into them, and what is read from them. */
import { type Bench, either, type Rule, thrownBy } from './rule.js';

const DAY = Date.UTC(2026, 0, 5);
const SUMMER_DAY = Date.UTC(2026, 6, 1);

/** Returns the first instant of 2026-07-01 in the spreadsheet's time zone. */
export function midnight(): Date {
  const timeZone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const wallClock = new Date(SUMMER_DAY).toLocaleString('sv-SE', { timeZone });
  return new Date(2 * SUMMER_DAY - Date.parse(`${wallClock}Z`));
}

/** The value of a cell after a value was written into it. */
const written = ({ sheet }: Bench, value: unknown): unknown => {
  const read: unknown = sheet().getRange('A1').setValue(value).getValue();
  // of another realm, or of another class: what counts is that it is a date
  return Object.prototype.toString.call(read) === '[object Date]'
    ? { date: (read as Date).toISOString() }
    : read;
};

export const valueRules: readonly Rule[] = [
  { name: 'a number', source: 'docs', expected: 1.25, see: (bench) => written(bench, 1.25) },
  { name: 'a text', source: 'docs', expected: 'text', see: (bench) => written(bench, 'text') },
  { name: 'a boolean', source: 'docs', expected: true, see: (bench) => written(bench, true) },
  {
    name: 'an empty cell is an empty text',
    source: 'docs',
    expected: '',
    see: ({ sheet }) => sheet().getRange('A1').getValue(),
  },
  {
    name: 'a date is a date, to the second',
    source: 'docs',
    expected: { date: '2026-01-05T13:14:15.000Z' },
    see: (bench) => written(bench, new Date(DAY + 47_655_000)),
  },
  {
    name: 'null clears a cell',
    source: 'docs',
    expected: '',
    see: ({ sheet }) => sheet().getRange('A1').setValue('text').setValue(null).getValue(),
  },
  {
    name: 'undefined clears a cell',
    source: 'docs',
    expected: '',
    see: ({ sheet }) => sheet().getRange('A1').setValue('text').setValue(undefined).getValue(),
  },
  {
    name: 'a text of digits becomes a number, as if it was typed',
    source: 'known',
    expected: [12, 1234.5],
    see: (bench) => [written(bench, '12'), written(bench, '1,234.5')],
  },
  {
    name: 'a text with a percent sign becomes a fraction',
    source: 'known',
    expected: 0.5,
    see: (bench) => written(bench, '50%'),
  },
  {
    name: 'TRUE becomes a boolean',
    source: 'known',
    expected: true,
    see: (bench) => written(bench, 'TRUE'),
  },
  {
    name: 'a text that is a day becomes a date',
    source: 'known',
    expected: 'date',
    see: (bench) => {
      const read = written(bench, '2026-01-05');
      return typeof read === 'object' ? 'date' : read;
    },
  },
  {
    name: 'a text after an apostrophe stays a text, without the apostrophe',
    source: 'known',
    expected: ['007', '=1+1'],
    see: (bench) => [written(bench, "'007"), written(bench, "'=1+1")],
  },
  {
    name: 'a cell with the format @ keeps texts as they are',
    source: 'known',
    expected: ['007', 'TRUE', "'text"],
    see: ({ sheet }) => {
      const range = sheet().getRange('A1:C1').setNumberFormat('@');
      return range.setValues([['007', 'TRUE', "'text"]]).getValues()[0];
    },
  },
  {
    name: 'a cell with the format @ takes a formula for a text, or calculates it',
    source: 'known',
    expected: either('=1+1', 2),
    see: ({ sheet }) => sheet().getRange('A1').setNumberFormat('@').setFormula('=1+1').getValue(),
  },
  {
    name: 'setValue reads a text that begins with = as a formula',
    source: 'docs',
    expected: ['=1+1', 2],
    see: ({ sheet }) => {
      const cell = sheet().getRange('A1').setValue('=1+1');
      return [cell.getFormula(), cell.getValue()];
    },
  },
  {
    name: 'setValues reads texts that begin with = as formulas',
    source: 'docs',
    expected: [['=1+1', '']],
    see: ({ sheet }) =>
      sheet()
        .getRange('A1:B1')
        .setValues([['=1+1', 'text']])
        .getFormulas(),
  },
  {
    name: 'setFormula and setFormulas',
    source: 'docs',
    expected: [['=SUM(1,2)', '=A1*2']],
    see: ({ sheet }) => {
      const tab = sheet();
      const range = tab.getRange('A1:B1').setFormulas([['=1', '=A1*2']]);
      tab.getRange('A1').setFormula('=SUM(1,2)');
      return range.getFormulas();
    },
  },
  {
    name: 'a cell without a formula has an empty formula',
    source: 'docs',
    expected: '',
    see: ({ sheet }) => sheet().getRange('A1').setValue(1).getFormula(),
  },
  {
    name: 'formulas are calculated when their values are read',
    source: 'docs',
    expected: [3, 6],
    see: ({ sheet }) =>
      sheet()
        .getRange('A1:B1')
        .setFormulas([['=1+2', '=A1*2']])
        .getValues()[0],
  },
  {
    name: 'an error of a formula is a text',
    source: 'platform',
    expected: '#DIV/0!',
    see: ({ sheet }) => sheet().getRange('A1').setFormula('=1/0').getValue(),
  },
  {
    name: 'a value replaces a formula',
    source: 'docs',
    expected: [5, ''],
    see: ({ sheet }) => {
      const cell = sheet().getRange('A1').setFormula('=1+2').setValue(5);
      return [cell.getValue(), cell.getFormula()];
    },
  },
  {
    name: 'setValue fills each cell of a range',
    source: 'docs',
    expected: [
      [7, 7],
      [7, 7],
    ],
    see: ({ sheet }) => sheet().getRange('A1:B2').setValue(7).getValues(),
  },
  {
    name: 'values are read in the shape of the range',
    source: 'gas-fakes',
    expected: [
      [1, 'b'],
      [true, ''],
    ],
    see: ({ sheet }) =>
      sheet()
        .getRange('A1:B2')
        .setValues([
          [1, 'b'],
          [true, ''],
        ])
        .getValues(),
  },
  {
    name: 'getValue is that of the first cell',
    source: 'docs',
    expected: 1,
    see: ({ sheet }) =>
      sheet()
        .getRange('A1:B1')
        .setValues([[1, 2]])
        .getValue(),
  },
  {
    name: 'too few rows are refused',
    source: 'known',
    expected:
      'Exception: The number of rows in the data does not match the number of rows in the range. The data has 1 but the range has 2.',
    see: ({ sheet }) =>
      thrownBy(() =>
        sheet()
          .getRange('A1:A2')
          .setValues([[1]]),
      ),
  },
  {
    name: 'too many columns are refused',
    source: 'known',
    expected:
      'Exception: The number of columns in the data does not match the number of columns in the range. The data has 2 but the range has 1.',
    see: ({ sheet }) =>
      thrownBy(() =>
        sheet()
          .getRange('A1')
          .setValues([[1, 2]]),
      ),
  },
  {
    name: 'a text of 50,000 characters is accepted',
    source: 'platform',
    expected: 50_000,
    see: ({ sheet }) => String(sheet().getRange('A1').setValue('x'.repeat(50_000)).getValue()).length,
  },
  {
    name: 'a text of 50,001 characters is refused',
    source: 'platform',
    expected: 'Exception: Your input contains more than the maximum of 50000 characters in a single cell.',
    see: ({ sheet }) => thrownBy(() => sheet().getRange('A1').setValue('x'.repeat(50_001))),
  },
  {
    name: 'a date shows in the time zone of the spreadsheet, and is read as the same instant',
    source: 'platform',
    expected: ['2026-07-01 00:00', true],
    see: ({ sheet }) => {
      const cell = sheet().getRange('A1').setValue(midnight()).setNumberFormat('yyyy-mm-dd hh:mm');
      return [cell.getDisplayValue(), (cell.getValue() as Date).getTime() === midnight().getTime()];
    },
  },
];
