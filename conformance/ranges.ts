/** Ranges: how they are named, their edges, notes and formats. */
import { type Rule, thrownBy } from './rule.js';

const OUTSIDE = 'Exception: The coordinates of the range are outside the dimensions of the sheet.';

export const rangeRules: readonly Rule[] = [
  {
    name: 'the notation of a cell and of a range',
    source: 'docs',
    expected: ['B3', 'B3:D4'],
    see: ({ sheet }) => [
      sheet().getRange(3, 2).getA1Notation(),
      sheet().getRange(3, 2, 2, 3).getA1Notation(),
    ],
  },
  {
    name: 'columns after Z have two letters',
    source: 'known',
    expected: ['Z1', [1, 26]],
    see: ({ sheet }) => {
      const cell = sheet().getRange('Z1');
      return [cell.getA1Notation(), [cell.getRow(), cell.getColumn()]];
    },
  },
  {
    name: 'a notation may be in small letters and have dollar signs',
    source: 'gas-fakes',
    expected: ['C2:D4', 2, 3, 4, 4],
    see: ({ sheet }) => {
      const range = sheet().getRange('c2:$d$4');
      return [
        range.getA1Notation(),
        range.getRow(),
        range.getColumn(),
        range.getLastRow(),
        range.getLastColumn(),
      ];
    },
  },
  {
    name: 'the edges and the size of a range',
    source: 'docs',
    expected: [3, 2, 4, 4, 2, 3],
    see: ({ sheet }) => {
      const range = sheet().getRange('B3:D4');
      return [
        range.getRow(),
        range.getColumn(),
        range.getLastRow(),
        range.getLastColumn(),
        range.getNumRows(),
        range.getNumColumns(),
      ];
    },
  },
  {
    name: 'a range below the last row is refused',
    source: 'known',
    expected: OUTSIDE,
    see: ({ sheet }) => {
      const tab = sheet();
      return thrownBy(() => tab.getRange(tab.getMaxRows() + 1, 1).getValue());
    },
  },
  {
    name: 'what is no notation is refused',
    source: 'known',
    expected: 'Exception: Range not found',
    see: ({ sheet }) => thrownBy(() => sheet().getRange('no such range')),
  },
  {
    name: 'an empty range is blank, one with a value is not',
    source: 'gas-fakes',
    expected: [true, false],
    see: ({ sheet }) => {
      const tab = sheet();
      const range = tab.getRange('A1:B2');
      const before = range.isBlank();
      tab.getRange('B2').setValue(0);
      return [before, range.isBlank()];
    },
  },
  {
    name: 'a cell whose formula shows nothing is not blank',
    source: 'known',
    expected: false,
    see: ({ sheet }) => sheet().getRange('A1').setFormula('=""').isBlank(),
  },
  {
    name: 'notes are written and read as a table; a cell without one has an empty text',
    source: 'docs',
    expected: [['first', '']],
    see: ({ sheet }) =>
      sheet()
        .getRange('A1:B1')
        .setNotes([['first', '']])
        .getNotes(),
  },
  {
    name: 'clearContent keeps notes and formats',
    source: 'docs',
    expected: ['', [['note']], [['0.00']]],
    see: ({ sheet }) => {
      const cell = sheet()
        .getRange('A1')
        .setValue(1)
        .setNotes([['note']])
        .setNumberFormat('0.00');
      cell.clearContent();
      return [cell.getValue(), cell.getNotes(), cell.getNumberFormats()];
    },
  },
  {
    name: 'clear removes values and formats',
    source: 'docs',
    expected: ['', true],
    see: ({ sheet }) => {
      const cell = sheet().getRange('A1').setValue(1).setNumberFormat('0.00');
      cell.clear();
      return [cell.getValue(), cell.getNumberFormats()[0]?.[0] !== '0.00'];
    },
  },
  {
    name: 'a tab that is cleared keeps its notes, and loses values and backgrounds',
    source: 'gas-fakes',
    expected: [
      ['', ''],
      ['#ffffff', '#ffffff'],
      ['first', 'second'],
    ],
    see: ({ sheet }) => {
      const tab = sheet();
      const range = tab
        .getRange('A1:B1')
        .setValues([['A1', 'B1']])
        .setBackground('#ff0000');
      range.setNotes([['first', 'second']]);
      tab.clear();
      return [range.getValues()[0], range.getBackgrounds()[0], range.getNotes()[0]];
    },
  },
  {
    name: 'a background is read as it was written',
    source: 'gas-fakes',
    expected: [['#ff0000', '#ff0000']],
    see: ({ sheet }) => sheet().getRange('A1:B1').setBackground('#ff0000').getBackgrounds(),
  },
  {
    name: 'number formats are read as they were written',
    source: 'gas-fakes',
    expected: ['0.0000', '#,##0.00'],
    see: ({ sheet }) => {
      const range = sheet().getRange('A1:B1');
      return ['0.0000', '#,##0.00'].map((format) => range.setNumberFormat(format).getNumberFormats()[0]?.[1]);
    },
  },
  {
    name: 'null as weight is the usual weight',
    source: 'gas-fakes',
    expected: ['bold', 'normal'],
    see: ({ sheet }) => {
      const range = sheet().getRange('A1');
      return (['bold', null] as const).map((weight) => range.setFontWeight(weight).getFontWeights()[0]?.[0]);
    },
  },
  {
    name: 'a number format shows in the displayed text, not in the value',
    source: 'docs',
    expected: [1.5, '1.50'],
    see: ({ sheet }) => {
      const cell = sheet().getRange('A1').setValue(1.5).setNumberFormat('0.00');
      return [cell.getValue(), cell.getDisplayValue()];
    },
  },
  {
    name: 'formats are chained',
    source: 'docs',
    expected: 'A1',
    see: ({ sheet }) =>
      sheet()
        .getRange('A1')
        .setFontWeight('bold')
        .setBackground('#ffffff')
        .setWrap(true)
        .setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP)
        .getA1Notation(),
  },
  {
    name: 'a cell without formats has the usual weight and a white background',
    source: 'known',
    expected: [[['normal', 'bold']], [['#ffffff', '#e0f2ee']]],
    see: ({ sheet }) => {
      const range = sheet().getRange('A1:B1');
      sheet().getRange('B1').setFontWeight('bold').setBackground('#e0f2ee');
      return [range.getFontWeights(), range.getBackgrounds()];
    },
  },
  {
    name: 'a column has 100 pixels and no row is frozen, until a script says otherwise',
    source: 'known',
    expected: [100, 0, 140, 1],
    see({ sheet }) {
      const tab = sheet();
      const before = [tab.getColumnWidth(2), tab.getFrozenRows()];
      tab.setColumnWidth(2, 140).setFrozenRows(1);
      const after = [tab.getColumnWidth(2), tab.getFrozenRows()];
      tab.setColumnWidth(2, 100).setFrozenRows(0);
      return [...before, ...after];
    },
  },
  {
    name: 'the owner can edit a range',
    source: 'docs',
    expected: true,
    see: ({ sheet }) => sheet().getRange('A1').canEdit(),
  },
];
