/** The cells of CSV: never a formula, and the same text or list after a round trip. */
import { csvCell, listOfText, textOfCell, textOfList } from '../../../src/contract/csv-cells.js';
import fc from '../../support/fast-check.js';

test.each([
  ['=HYPERLINK("https://evil.example","Acme")', `"'=HYPERLINK(""https://evil.example"",""Acme"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['Acme = Motors', 'Acme = Motors'],
  ['Acme, Inc.', '"Acme, Inc."'],
  ['', ''],
])('%j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
  const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  expect(textOfCell(unquoted)).toBe(text);
});

test('D45 a list of any texts survives a round trip', () => {
  expect(textOfList(['A|B', 'C'])).toBe('A\\|B|C');
  expect(listOfText('automobile|manufacturing')).toEqual(['automobile', 'manufacturing']);
  expect(listOfText('C:\\folder')).toEqual(['C:\\folder']);
  const item = fc.string({ unit: fc.constantFrom('a', '|', '\\', "'", '"', ',') });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), (items) => {
      expect(listOfText(textOfList(items))).toEqual(items);
    }),
  );
});
