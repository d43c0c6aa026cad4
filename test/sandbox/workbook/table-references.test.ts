/** References to tables in formulas, in each form that Google documents, and after changes of the table. */
import type { Mutation } from '../../../src/sandbox/grid/workbook.js';
import { type Host, useHosts } from '../../support/host.js';

const CODE = `
/** @customfunction */
function SEEN(value) { return JSON.stringify(value); }
`;
const startHost = useHosts();

const CELLS = [
  ['Name', "Customer's size (all)", 'Revenue, EUR'],
  ['Ann', '3', '100'],
  ['Bob', '5', '250'],
];

/** Starts a spreadsheet with a table in A1:C3. */
async function startWithTable(options: Parameters<typeof startHost>[0] = {}): Promise<Host> {
  const host = await startHost({ code: CODE, ...options });
  for (const [row, texts] of CELLS.entries())
    for (const [column, text] of texts.entries()) host.workbook.type(`${'ABC'[column]}${row + 1}`, text);
  host.workbook.makeTable('Key_deals', 'Sheet1!A1:C3');
  return host;
}

const cell = ({ workbook }: Host, a1: string) => workbook.read(a1)[0]![0]!;

async function resultOf(host: Host, formula: string): Promise<unknown> {
  await host.enter('H1', formula);
  expect(cell(host, 'H1').formula).toBe(formula);
  return cell(host, 'H1').value;
}

test('each form of a reference has the cells that it names', async () => {
  const host = await startWithTable();
  const forms: readonly [formula: string, value: unknown][] = [
    ['=SEEN(Key_deals[Name])', '[["Ann"],["Bob"]]'],
    ['=SUM(Key_deals[Revenue, EUR])', 350],
    ["=SUM(Key_deals[Customer's size (all)])", 8],
    ['=SUM(key_deals[revenue, eur])', 350],
    ['=SEEN(Key_deals)', '[["Ann",3,100],["Bob",5,250]]'],
    ['=SEEN(Key_deals[#DATA])', '[["Ann",3,100],["Bob",5,250]]'],
    ['=ROWS(Key_deals[#ALL])', 3],
    ['=SEEN(Key_deals[#HEADERS])', JSON.stringify([CELLS[0]])],
    ['=ROWS(Key_deals[[#HEADERS],[#DATA]])', 3],
    ['=SEEN(Key_deals[[#ALL],[Name]])', '[["Name"],["Ann"],["Bob"]]'],
    ['=SEEN(Key_deals[ [#ALL],[Name] ])', '[["Name"],["Ann"],["Bob"]]'],
    ["=SUM(Key_deals[[Customer's size (all)]:[Revenue, EUR]])", 358],
    ['=SUMIF(Key_deals[Name], "B*", Key_deals[Revenue, EUR])', 250],
    ['="Key_deals[Name]"', 'Key_deals[Name]'],
  ];
  for (const [formula, value] of forms)
    expect([formula, await resultOf(host, formula)]).toEqual([formula, value]);
  for (const unknown of ['Key_deals[Nobody]', 'Key_deals[#TOTALS]', 'Key_deals[#This Row]', "Others[Ann's]"])
    expect([unknown, await resultOf(host, `=SUM(${unknown})`)]).toEqual([
      unknown,
      expect.stringMatching(/^#/),
    ]);
});

test('a reference follows its table, also in a saved spreadsheet', async () => {
  const host = await startWithTable();
  await host.enter('E5', "=SUM(Key_deals[Customer's size (all)], Key_deals[Revenue, EUR], B9)");
  await host.enter('B9', '1000');
  expect(cell(host, 'E5').value).toBe(1358);
  await host.enter('C2', '101');
  expect(cell(host, 'E5').value).toBe(1359);

  const tab = host.workbook.facade.getSheets()[0]!;
  tab.insertRows(2, 1);
  await host.settled();
  await host.enter('B3', '7');
  expect(cell(host, 'E6').value).toBe(1366);
  tab.insertRows(0, 1);
  tab.insertColumns(1, 1);
  await host.settled();
  await host.enter('D4', '50');
  expect(cell(host, 'F7')).toMatchObject({
    value: 1416,
    formula: "=SUM(Key_deals[Customer's size (all)], Key_deals[Revenue, EUR], C11)",
  });

  const copy = await startHost({ code: CODE, workbook: structuredClone(host.workbook.snapshot()) });
  await copy.settled();
  expect(cell(copy, 'F7').value).toBe(1416);
});

test('a table reaches the other copies of the workbook', async () => {
  const sent: Mutation[] = [];
  const page = await startHost({ code: CODE });
  const host = await startWithTable({ onMutation: (mutation) => sent.push(mutation) });
  for (const mutation of sent.splice(0)) page.workbook.apply(structuredClone(mutation));
  host.workbook.facade.getSheets()[0]!.insertRows(0, 2);
  for (const mutation of sent.splice(0)) page.workbook.apply(structuredClone(mutation));
  expect(await resultOf(page, '=SUM(Key_deals[Revenue, EUR])')).toBe(350);
});
