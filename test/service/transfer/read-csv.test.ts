/** Rows from the lines of a CSV file: a stray quote costs its own line and no other. */
import { type CsvRow, readCsvRows } from '../../../src/service/transfer/read-csv.js';
import type { PhysicalLine } from '../../../src/service/transfer/read-lines.js';

async function* linesOf(texts: readonly string[]): AsyncGenerator<PhysicalLine> {
  for (const [index, text] of texts.entries()) yield { line: index + 1, text, ending: '\n' };
}

async function rowsOf(...texts: string[]): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(linesOf(texts))) rows.push(row);
  return rows;
}

const told = (rows: readonly CsvRow[]) => rows.map(({ line, cells, problem }) => [line, cells ?? problem]);
const NEVER_CLOSED = 'line is not valid CSV: a quote is opened and never closed';

test('quoted commas, quotes and line breaks; the number is that of the last line; empty lines are skipped', async () => {
  expect(told(await rowsOf('a,b', '', '"x, ""y""","one', '', 'two"', '  ', '1,2'))).toEqual([
    [1, ['a', 'b']],
    [5, ['x, "y"', 'one\n\ntwo']],
    [7, ['1', '2']],
  ]);
});

test('a text of many lines is one row, and none of its lines is a row', async () => {
  const lines = Array.from({ length: 500 }, () => 'forged,row');
  expect(told(await rowsOf('a,b', '1,"text', ...lines, 'end"', '2,3'))).toEqual([
    [1, ['a', 'b']],
    [503, ['1', ['text', ...lines, 'end'].join('\n')]],
    [504, ['2', '3']],
  ]);
});

test.each([20, 2_000])('a quote that is never closed costs only its line, of %i', async (count) => {
  const texts = Array.from({ length: count }, (_, index) =>
    index === 9 ? 'x,"The plant, opened' : `${index},b`,
  );
  const rows = await rowsOf(...texts);
  expect(rows.filter(({ cells }) => cells)).toHaveLength(count - 1);
  expect(told(rows.filter(({ problem }) => problem))).toEqual([[10, NEVER_CLOSED]]);
  expect(rows.map(({ line }) => line)).toEqual(texts.map((_, index) => index + 1));
});

test('a stray quote before a correctly quoted row costs only its line', async () => {
  expect(told(await rowsOf('a,b', 'x,"stray', '1,2', '3,"four', 'five"', '6,7'))).toEqual([
    [1, ['a', 'b']],
    [2, NEVER_CLOSED],
    [3, ['1', '2']],
    [5, ['3', 'four\nfive']],
    [6, ['6', '7']],
  ]);
});

test('wrong rows between good ones are reported with their error', async () => {
  expect(
    told(await rowsOf('a,b', '1,2,3', '1,x "y"', '1,"x"y', '1', `1,${'x'.repeat(5_000_001)}`, '1,2')),
  ).toEqual([
    [1, ['a', 'b']],
    [2, 'line has more values than the header'],
    [3, 'line is not valid CSV: a value that does not begin with a quote contains one'],
    [4, 'line is not valid CSV: a quoted value continues after its closing quote'],
    [5, ['1']],
    [6, 'line is longer than 5000000 characters'],
    [7, ['1', '2']],
  ]);
});

test('100,000 rows are complete however the reader splits them into chunks', async () => {
  const texts = Array.from({ length: 100_000 }, (_, index) => `${index},"b, c",d`);
  expect(told(await rowsOf(...texts))).toEqual(
    texts.map((_, index) => [index + 1, [String(index), 'b, c', 'd']]),
  );
});

test('a row of a million values with a quote in the last one is read and refused', async () => {
  const [, row] = await rowsOf('a,b', `${'1,'.repeat(1_000_000)}x"`);
  expect(row!.problem).toMatch(/never closed/);
  const [, other] = await rowsOf('a,b', `${'1,'.repeat(1_000_000)}x"" `);
  expect(other!.problem).toMatch(/does not begin with a quote/);
});
