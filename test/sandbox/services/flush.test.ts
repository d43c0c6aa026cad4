/** flush() returns before formulas are calculated, or after it; reading a cell always waits for them. */
import { useHosts } from '../../support/host.js';

const CODE = `
function change() {
  const tab = SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1');
  tab.getRange('A1').setValue(21);
  SpreadsheetApp.flush();
  return tab.getRange('B1').getValue();
}
`;
const startHost = useHosts();

test.each([
  ['at once', true],
  ['wait for formulas', false],
] as const)(
  'flush() with calls that run %s: formulas still have to be calculated: %s',
  async (spreadsheetCalls, isBusy) => {
    const host = await startHost({ code: CODE, switches: { spreadsheetCalls } });
    await host.enter('B1', '=A1*2');
    let wasBusy: boolean | undefined;
    host.faults.killAfterCall = (_caller, _number, operation) => {
      if (operation === 'SpreadsheetApp.flush') wasBusy = host.workbook.calculation.busy();
      return false;
    };
    expect(await host.run('change')).toBe(42);
    expect(wasBusy).toBe(isBusy);
  },
);
