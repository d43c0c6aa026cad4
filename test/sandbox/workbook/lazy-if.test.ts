/** IF calls the custom function of the branch that it shows, not the other one's. */
import { useOneHost } from '../../support/host.js';

const CODE = `
/** @customfunction */
function COUNTED(name) { var p = PropertiesService.getDocumentProperties(); p.setProperty(name, String(Number(p.getProperty(name) || 0) + 1)); return name; }
function countOf(name) { return Number(PropertiesService.getDocumentProperties().getProperty(name) || 0); }
`;
const host = useOneHost({ code: CODE });

const calls = (name: string) => host.run('countOf', [name]);
async function shown(formula: string): Promise<unknown> {
  host.workbook.type('C1', formula);
  await host.settled();
  return host.workbook.read('C1')[0]?.[0]?.value;
}

test.each([
  ['TRUE', 'yes-a', 'no-a', 'yes-a'],
  ['1>2', 'yes-b', 'no-b', 'no-b'],
  ['COUNTA(A5:A9)=0', 'yes-c', 'no-c', 'yes-c'],
  ['A1', 'yes-d', 'no-d', 'no-d'],
])('D51 IF(%s) runs one branch', async (condition, yes, no, taken) => {
  expect(await shown(`=IF(${condition}, COUNTED("${yes}"), COUNTED("${no}"))`)).toBe(taken);
  expect([await calls(yes), await calls(no)]).toEqual(taken === yes ? [1, 0] : [0, 1]);
});

test('D51 a branch runs once its condition becomes true', async () => {
  host.workbook.type('B1', '');
  expect(await shown('=IF(B1="x", COUNTED("later"), "waits")')).toBe('waits');
  expect(await calls('later')).toBe(0);
  host.workbook.type('B1', 'x');
  await host.settled();
  expect(host.workbook.read('C1')[0]?.[0]?.value).toBe('later');
  expect(await calls('later')).toBe(1);
});

test('D51 a table of conditions runs both branches', async () => {
  host.workbook.type('A1', '1');
  await shown('=IF(A1:A2=1, COUNTED("ones"), COUNTED("others"))');
  expect(host.workbook.read('C1:C2').map(([cell]) => cell?.value)).toEqual(['ones', 'others']);
  expect([await calls('ones'), await calls('others')]).toEqual([1, 1]);
});
