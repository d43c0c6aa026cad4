/** Google refuses formulas over its limit: they run again, and no record is paid twice. */

import { eventually } from '../support/eventually.js';
import { type JobsSpreadsheet, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const open = useJobsSpreadsheets();

/** Types formulas side by side, each for its own day with two records. */
async function typeFormulas({ host, dayAgo }: JobsSpreadsheet, count: number): Promise<readonly string[]> {
  const cells = Array.from({ length: count }, (_, index) => `A${1 + index * 4}`);
  for (const [index, cell] of cells.entries()) {
    // no two of the days are adjacent
    const day = dayAgo(10 + 2 * index);
    service.add(2, day, 'acme.example');
    host.workbook.type(cell, `=EXPANSIONS("from", "${day}", "to", "${day}", "columns", "company")`);
  }
  await host.settled();
  return cells;
}

const shownIn = ({ valuesIn }: JobsSpreadsheet, cells: readonly string[]) =>
  cells.map((cell) => String(valuesIn(cell)[0]?.[0]));

test('formulas that Google refuses over its limit answer when they run again', async () => {
  const sheet = await open({ connection: service.connection, switches: { crowded: 'refuse' } });
  await sheet.call('saveRules', { dailyBudget: 10_000, freshness: { mode: 'daily' } });
  let answer = () => {};
  service.until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const typed = typeFormulas(sheet, 40);
  // the running formulas wait for the service or for each other
  await eventually(() => sheet.host.workbook.custom.answers().length >= 10);
  answer();
  const cells = await typed;
  const refused = cells.filter((cell) =>
    sheet.host.workbook.message(cell).includes('too many scripts running'),
  );
  expect(refused).toHaveLength(10);
  // cell by cell, as a person would
  for (const cell of refused) {
    const row = Number(cell.slice(1));
    sheet.host.ui.select({ sheetId: 'sheet-1', row, column: 1, numRows: 1, numColumns: 1 });
    await sheet.host.run('refreshSelection');
    await sheet.host.settled();
  }
  expect(shownIn(sheet, cells)).toEqual(Array(40).fill('Company'));
  expect(service.charged).toBe(80);
});
