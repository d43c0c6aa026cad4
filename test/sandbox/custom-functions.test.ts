/** Custom functions in cells: their arguments, their results and when they run. */
import { eventually } from '../support/eventually.js';
import { useHosts, useOneHost } from '../support/host.js';

const CODE = `
/** Says what it was given. @param {any} first any value
 * @customfunction */
function ECHO(first) { return JSON.stringify(Array.prototype.slice.call(arguments).map(function (v) { return v instanceof Date ? 'date ' + v.toISOString() : v === undefined ? 'undefined' : v; })); }
/** @customfunction */
function TABLE() { return [['h', 'd', 'n'], ['r', new Date('2024-05-06T00:00:00Z'), 1.5], ['s', new Date('2024-05-06T12:00:00Z')]]; }
/** @customfunction */
function SIZED(rows, columns) { return Array.from({ length: rows }, function () { return new Array(columns).fill(1); }); }
/** @customfunction */
function ODD(what) { return { nan: NaN, object: { a: 1 }, nothing: undefined, none: null, empty: [], long: 'x'.repeat(50001), yes: true }[what]; }
/** @customfunction */
function FAIL(what) { throw new Error('no such thing: ' + what); }
/** @customfunction */
function SPIN() { for (;;); }
/** Not one of them. */
function helper() { return 1; }
`;

const host = useOneHost({
  code: CODE,
  timeLimitMs: { 'custom-function': 1500 },
  spreadsheetTimeZone: 'Asia/Tokyo',
});

const shown = async (a1: string, formula: string): Promise<string | number | boolean | undefined> => {
  host.workbook.type(a1, formula);
  await host.settled();
  return host.workbook.read(a1)[0]?.[0]?.value;
};
const echoed = async (args: string): Promise<unknown> =>
  JSON.parse(String(await shown('Z1', `=ECHO(${args})`)));

describe('arguments', () => {
  beforeAll(() => {
    host.workbook.type('A1', '5');
    host.workbook.type('A2', 'x');
    host.workbook.type('B1', '2024-05-06');
    host.workbook.type('B2', 'TRUE');
    host.workbook.type('B3', '=1/0');
    host.workbook.type('B4', '50%');
  });

  test('truth values, per cent and errors', async () => {
    expect(await echoed('B2,B4,B3')).toEqual([true, 0.5, '#DIV/0!']);
  });

  test('additional arguments reach the function', async () => {
    expect(await echoed('1,2,3,4,5,6,7')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('results', () => {
  test('a table spills, padded, with dates of the spreadsheet’s zone', async () => {
    await shown('D1', '=TABLE()');
    const cells = host.workbook.read('D1:F3').map((row) => row.map(({ display }) => display));
    expect(cells).toEqual([
      ['h', 'd', 'n'],
      ['r', '2024-05-06 09:00:00', '1.5'],
      ['s', '2024-05-06 21:00:00', ''],
    ]);
  });

  test('a blocked table shows #REF! and spills once its cells are free', async () => {
    host.workbook.type('H3', 'in the way');
    expect(await shown('H1', '=TABLE()')).toBe('#REF!');
    expect(host.workbook.message('H1')).toBe(
      'Array result was not expanded because it would overwrite data in H3.',
    );
    host.workbook.type('H3', '');
    await host.settled();
    expect(host.workbook.read('H3')[0]?.[0]?.value).toBe('s');
    expect(host.workbook.message('H1')).toBe('');
  });

  test('the message of a table that another table blocks names the first blocked cell', async () => {
    await shown('T10', '=SIZED(3, 2)');
    expect(await shown('U8', '=SIZED(4, 1)')).toBe('#REF!');
    expect(host.workbook.message('U8')).toBe(
      'Array result was not expanded because it would overwrite data in U10.',
    );
  });

  test('a table larger than the sheet reports the missing rows, and spills once they are inserted', async () => {
    const sheet = host.workbook.facade.getSheetByName('Sheet1')!;
    const [rows, columns] = [sheet.getMaxRows(), sheet.getMaxColumns()];
    expect(await shown('A900', `=SIZED(${rows - 899 + 7}, 1)`)).toBe('#REF!');
    expect(host.workbook.message('A900')).toBe(
      'Result was not automatically expanded, please insert more rows (7).',
    );
    expect(await shown('B950', `=SIZED(1, ${columns + 3})`)).toBe('#REF!');
    expect(host.workbook.message('B950')).toBe(
      'Result was not automatically expanded, please insert more columns (4).',
    );
    sheet.insertRowsAfter(rows - 1, 7);
    sheet.insertColumnsAfter(columns - 1, 4);
    await host.settled();
    expect(host.workbook.read(`A${rows + 7}`)[0]?.[0]?.value).toBe(1);
    expect(host.workbook.read('B950')[0]?.[0]?.value).toBe(1);
    expect([host.workbook.message('A900'), host.workbook.message('B950')]).toEqual(['', '']);
  });

  test.each([
    ['nan', '#NUM!'],
    ['nothing', ''],
    ['none', ''],
    ['yes', true],
    ['object', '#ERROR!'],
    ['empty', '#ERROR!'],
    ['long', '#ERROR!'],
  ])('%s shows %p', async (what, value) => expect(await shown('K1', `=ODD("${what}")`)).toBe(value));

  test('a table of more than 200,000 cells is refused with Google’s words', async () => {
    expect(await shown('K4', '=SIZED(1001, 200)')).toBe('#ERROR!');
    expect(host.workbook.message('K4')).toBe('Result too large');
  });

  test('an error message includes its line', async () => {
    expect(await shown('K2', '=FAIL("x")')).toBe('#ERROR!');
    expect(host.workbook.message('K2')).toBe('Error: no such thing: x (line 12).');
  });

  test('a cell shows that its function exceeded the time limit', async () => {
    expect(await shown('K3', '=SPIN()')).toBe('#ERROR!');
    expect(host.workbook.message('K3')).toBe('Exception: Exceeded maximum execution time');
  });
});

describe('runs', () => {
  const names = (): string[] => host.executions.records.map(({ functionName }) => functionName);

  test('each cell runs its function once, even if others make the same call', async () => {
    host.executions.records.splice(0);
    host.workbook.type('M1:M5', '=ECHO("same")');
    await host.settled();
    expect(names()).toEqual(Array(5).fill('ECHO'));
  });

  test('a change of another cell than the argument runs no function', async () => {
    host.executions.records.splice(0);
    host.workbook.type('N9', 'elsewhere');
    await host.settled();
    expect(names()).toEqual([]);
  });

  test('a change of an argument runs the function again', async () => {
    host.workbook.type('N1', '1');
    await shown('N2', '=ECHO(N1)');
    host.executions.records.splice(0);
    host.workbook.type('N1', '2');
    await host.settled();
    expect(names()).toEqual(['ECHO']);
    expect(host.workbook.read('N2')[0]?.[0]?.value).toBe('[2]');
  });

  test('passing days run no function', async () => {
    host.executions.records.splice(0);
    for (let day = 0; day < 3; day++) {
      host.clock.advance(86_400_000);
      await host.runDueTriggers();
      await host.settled();
    }
    expect(names()).toEqual([]);
  });

  test('a rerun without a change runs every formula again', async () => {
    host.executions.records.splice(0);
    host.runFormulasAgain();
    await host.settled();
    expect(names().filter((name) => name === 'ECHO').length).toBeGreaterThanOrEqual(7);
  });

  test('a function without @customfunction is unknown to the sheet', async () => {
    expect(host.functions().map(({ name }) => name)).not.toContain('HELPER');
    expect(await shown('P8', '=HELPER()')).toBe('#NAME?');
  });
});

describe('answers', () => {
  const startHost = useHosts();

  test('an answer of a replaced script is dropped', async () => {
    const opened = await startHost({
      code: `
/** @customfunction */
function WHICH() { const store = PropertiesService.getScriptProperties(); store.setProperty('begun', 'yes'); while (store.getProperty('over') === null) Utilities.sleep(20); return 'old'; }
`,
    });
    opened.workbook.type('A1', '=WHICH()');
    await eventually(() => opened.properties.entries('script')['begun']);
    opened.load({
      code: `
/** @customfunction */
function WHICH() { return 'new'; }
function end() { PropertiesService.getScriptProperties().setProperty('over', 'yes'); }
`,
    });
    const shownNow = () => opened.workbook.read('A1')[0]?.[0]?.value;
    await eventually(() => shownNow() === 'new');
    await opened.run('end');
    // the new script's function calls no service
    await eventually(() =>
      opened.executions.records.some(
        ({ functionName, calls }) => functionName === 'WHICH' && calls.length > 0,
      ),
    );
    await opened.settled();
    expect(shownNow()).toBe('new');
  });

  test('a cell keeps its last thousand answers', () => {
    const { custom } = host.workbook;
    const before = custom.answers().length;
    const place = { sheetId: 'sheet-1', row: 500, column: 25 };
    custom.storeAnswers(
      Array.from({ length: 2_000 }, (_, n) => ({
        call: { ...place, key: `ECHO[${n}]`, functionName: 'ECHO', args: [n] },
        outcome: n,
      })),
    );
    const kept = custom.answers();
    expect(kept.length - before).toBe(1_000);
    expect(kept.at(-1)?.outcome).toBe(1_999);
  });

  test('calls of a script wait for running custom functions, and for those that use their results, if the switch says so', async () => {
    const opened = await startHost({
      code: `
/** @customfunction */
function SLOW(value) { Utilities.sleep(100); return value + 1; }
function read() { return SpreadsheetApp.getActiveSheet().getRange('A2').getValue(); }
`,
      switches: { spreadsheetCalls: 'wait for formulas' },
    });
    opened.workbook.type('A1', '=SLOW(1)');
    opened.workbook.type('A2', '=SLOW(A1)');
    await eventually(() => opened.workbook.custom.waiting() > 0);
    expect(await opened.run('read')).toBe(3);
  });
});

test.each(['TODAY()', '1, NOW()-30'])(
  'an argument that changes by itself loads for ever, as in Sheets: %s',
  async (args) => {
    const before = host.executions.records.length;
    expect(await shown('Y1', `=ECHO(${args})`)).toBe('Loading...');
    expect(host.executions.records).toHaveLength(before);
    expect(await shown('Y1', '=IF(TODAY()>0, ECHO(5), "")')).toBe('[5]');
  },
);

test('what changes by itself may stand beside a function, or in one of its texts', async () => {
  expect(await shown('Y2', '=ECHO("(", "TODAY()") & IF(TODAY() > 0, " today", "")')).toBe(
    '["(","TODAY()"] today',
  );
  expect(await shown('Y2', '=ECHO(1) & ECHO(LEN("()"), NOW())')).toContain('Loading...');
});

test.each([
  ['4,000 operators', `=${'1+'.repeat(4_000)}1`],
  ['50,000 signs', `=${'-'.repeat(50_000)}1`],
  ['a range of more cells than there may be', '=SUM(A1:ZZ9999999)'],
])('a formula with %s shows an error, and its neighbours calculate', async (_, formula) => {
  expect(await shown('X1', formula)).toBe('#VALUE!');
  expect(await shown('X2', '=SUM(V500:V900)+2')).toBe(2);
});
