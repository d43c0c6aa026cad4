/** The spreadsheet and its tabs. */
import { type Bench, namesOf, type Rule, thrownBy } from './rule.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const file = () => SpreadsheetApp.getActiveSpreadsheet();

/** A further tab, which is deleted afterwards. */
function withTab<T>(name: string, work: (tab: Sheet) => T): T {
  const tab = file().insertSheet(name);
  try {
    return work(tab);
  } finally {
    file().deleteSheet(tab);
  }
}

/** An empty tab with a, b and c below each other. */
function withLetters(bench: Bench): Sheet {
  const sheet = bench.sheet();
  sheet.getRange('A1:A3').setValues([['a'], ['b'], ['c']]);
  return sheet;
}

const column = (sheet: Sheet, rows: number): unknown[] =>
  sheet
    .getRange(1, 1, rows, 1)
    .getValues()
    .map(([value]) => value);

export const sheetRules: readonly Rule[] = [
  {
    name: 'the locale of the spreadsheet is a language, mostly with a country',
    source: 'docs',
    expected: /^[a-z]{2}(_[A-Z]{2})?$/,
    see: () => file().getSpreadsheetLocale(),
  },
  {
    name: 'a new tab has 1,000 rows and 26 columns',
    source: 'known',
    expected: [1000, 26],
    see: () => withTab('Conformance 1', (tab) => [tab.getMaxRows(), tab.getMaxColumns()]),
  },
  {
    name: 'a new tab is a grid',
    source: 'docs',
    expected: ['GRID'],
    see: () => withTab('Conformance 1', (tab) => namesOf(tab.getType())),
  },
  {
    name: 'the only row of a tab cannot be frozen',
    source: 'known',
    expected: /^Exception: /,
    see: () =>
      withTab('Conformance 1', (tab) => {
        tab.deleteRows(2, 999);
        return thrownBy(() => tab.setFrozenRows(1));
      }),
  },
  {
    name: 'rows that are not frozen cannot all be deleted',
    source: 'known',
    expected: /non-frozen rows/,
    see: () =>
      withTab('Conformance 1', (tab) => {
        tab.setFrozenRows(1);
        return thrownBy(() => tab.deleteRows(2, 999));
      }),
  },
  {
    name: 'a new tab is the active one',
    source: 'docs',
    expected: 'Conformance 1',
    see: () => withTab('Conformance 1', () => SpreadsheetApp.getActiveSheet().getName()),
  },
  {
    name: 'a tab is found by its name',
    source: 'docs',
    expected: true,
    see: () =>
      withTab(
        'Conformance 1',
        (tab) => file().getSheetByName('Conformance 1')?.getSheetId() === tab.getSheetId(),
      ),
  },
  {
    name: 'a tab that does not exist is null',
    source: 'docs',
    expected: null,
    see: () => file().getSheetByName('No such tab'),
  },
  {
    name: 'tabs that are inserted one after the other are listed in this order',
    source: 'gas-fakes',
    expected: true,
    see: () =>
      withTab('Conformance 1', () =>
        withTab('Conformance 2', () => {
          const names = file()
            .getSheets()
            .map((tab) => tab.getName());
          return names.indexOf('Conformance 2') === names.indexOf('Conformance 1') + 1;
        }),
      ),
  },
  {
    name: 'a tab that is found by its name has the same id, a number',
    source: 'gas-fakes',
    expected: [true, 'number'],
    see: ({ tab }) => {
      const id = tab().getSheetId();
      return [file().getSheetByName(tab().getName())?.getSheetId() === id, typeof id];
    },
  },
  {
    name: 'a name is taken once',
    source: 'known',
    expected: /^Exception: A sheet with the name .Conformance 1. already exists/,
    see: () => withTab('Conformance 1', () => thrownBy(() => file().insertSheet('Conformance 1'))),
  },
  {
    name: 'the range of the data begins in A1',
    source: 'docs',
    expected: 'A1:C5',
    see: (bench) => {
      const sheet = bench.sheet();
      sheet.getRange('B5').setValue('b');
      sheet.getRange('C2').setValue('c');
      return sheet.getDataRange().getA1Notation();
    },
  },
  {
    name: 'the range of the data of an empty tab is A1',
    source: 'known',
    expected: 'A1',
    see: (bench) => bench.sheet().getDataRange().getA1Notation(),
  },
  {
    name: 'insertRowsBefore moves rows down',
    source: 'docs',
    expected: ['a', '', '', 'b', 'c'],
    see: (bench) => column(withLetters(bench).insertRowsBefore(2, 2), 5),
  },
  {
    name: 'rows that are inserted make the tab longer',
    source: 'docs',
    expected: 3,
    see: (bench) => {
      const sheet = bench.sheet();
      const before = sheet.getMaxRows();
      sheet.insertRowsAfter(before, 3);
      const more = sheet.getMaxRows() - before;
      sheet.deleteRows(before + 1, 3);
      return more;
    },
  },
  {
    name: 'empty rows that are inserted below the data are no data',
    source: 'gas-fakes',
    expected: 1,
    see: ({ sheet }) => {
      const tab = sheet();
      tab.getRange('A1:C1').setValues([['sample1', 'sample2', 'sample3']]);
      tab.insertRowsAfter(2, 2);
      tab.insertRowsBefore(2, 2);
      return tab.getDataRange().getLastRow();
    },
  },
  {
    name: 'references in formulas follow inserted rows',
    source: 'known',
    expected: '=A3',
    see: (bench) => {
      const sheet = bench.sheet();
      sheet.getRange('B5').setFormula('=A2');
      sheet.insertRowsBefore(1, 1);
      return sheet.getRange('B6').getFormula();
    },
  },
  {
    name: 'a range is found by its tab and notation',
    source: 'docs',
    expected: ['B2:C3', true],
    see: (bench) => {
      const sheet = bench.sheet();
      const range = file().getRange(`'${sheet.getName()}'!B2:C3`);
      return [range.getA1Notation(), range.getSheet().getSheetId() === sheet.getSheetId()];
    },
  },
];
