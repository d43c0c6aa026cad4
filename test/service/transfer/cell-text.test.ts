/** Texts in the cells of CSV: no formula, and the same text when they come back. */
import { cellOfText, textOfCell } from '../../../src/service/transfer/cell-text.js';

test.each([
  ['=HYPERLINK("https://evil.example","Acme")', `'=HYPERLINK("https://evil.example","Acme")`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['Acme = Motors', 'Acme = Motors'],
  ['', ''],
])('%j', (text, cell) => {
  expect(cellOfText(text)).toBe(cell);
  expect(textOfCell(cell)).toBe(text);
});
