/** Google runs formulas for no reason, leaves them alone for days, or refuses them in a crowd: no record is paid for twice. */

import { eventually } from '../support/eventually.js';
import { HOUR_MS, type JobsSpreadsheet, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const DAY_MS = 24 * HOUR_MS;

const service = useSmallService();
const open = useJobsSpreadsheets();

/** Each over days of its own, side by side; the tables have a row for each of their day's records. */
async function typeFormulas({ host, dayAgo }: JobsSpreadsheet, count: number): Promise<readonly string[]> {
  const cells = Array.from({ length: count }, (_, index) => `A${1 + index * 4}`);
  for (const [index, cell] of cells.entries()) {
    // no two of them on days that follow each other
    const day = dayAgo(10 + 2 * index);
    service.add(2, day, 'acme.example');
    host.workbook.type(cell, `=EXPANSIONS("from", "${day}", "to", "${day}", "columns", "company")`);
  }
  await host.settled();
  return cells;
}

const shownIn = ({ valuesIn }: JobsSpreadsheet, cells: readonly string[]) =>
  cells.map((cell) => String(valuesIn(cell)[0]?.[0]));

test('formulas that run again for no reason ask nothing and pay nothing, also with an empty cache', async () => {
  const sheet = await open({ connection: service.connection });
  const cells = await typeFormulas(sheet, 4);
  const [asked, charged] = [service.bodies.length, service.charged];
  expect(charged).toBe(8);
  for (const forget of [() => undefined, () => sheet.host.cache.clear()]) {
    forget();
    sheet.host.executions.clearRecords();
    sheet.host.runFormulasAgain();
    await sheet.host.settled();
    const ran = sheet.host.executions.records().filter(({ functionName }) => functionName === 'EXPANSIONS');
    expect(ran).toHaveLength(4);
  }
  expect(shownIn(sheet, cells)).toEqual(Array(4).fill('Company'));
  expect([service.bodies.length, service.charged]).toEqual([asked, charged]);
});

test('days that pass run no formula; the run that comes at last pays only for what is new', async () => {
  const sheet = await open({ connection: service.connection });
  const { host, dayAgo } = sheet;
  service.add(3, dayAgo(2), 'acme.example');
  host.workbook.type(
    'A1',
    `=EXPANSIONS("from", "${dayAgo(5)}", "to", "${dayAgo(-30)}", "columns", "company")`,
  );
  await host.settled();
  const [asked, charged] = [service.bodies.length, service.charged];
  expect(charged).toBe(3);
  host.executions.clearRecords();
  for (let day = 0; day < 5; day++) {
    host.clock.advance(DAY_MS);
    await host.runDueTriggers();
    await host.settled();
  }
  expect(host.executions.records()).toEqual([]);
  expect(service.bodies).toHaveLength(asked);
  service.add(1, dayAgo(1), 'new.example');
  host.runFormulasAgain();
  await host.settled();
  expect(sheet.valuesIn('A1:A5').flat()).toEqual(expect.arrayContaining(['new.example', 'acme.example']));
  expect(service.charged).toBe(charged + 1);
});

test('in a crowd of which Google refuses a part, what is refused answers when it runs again', async () => {
  const sheet = await open({ connection: service.connection, switches: { crowded: 'refuse' } });
  await sheet.call('saveRules', { dailyBudget: 10_000, freshness: { mode: 'daily' } });
  let answer = () => {};
  service.until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const typed = typeFormulas(sheet, 40);
  // as many as may run wait for the service or for each other
  await eventually(() => sheet.host.workbook.custom.answers().length >= 10);
  answer();
  const cells = await typed;
  const refused = cells.filter((cell) =>
    sheet.host.workbook.message(cell).includes('too many scripts running'),
  );
  expect(refused).toHaveLength(10);
  // as a person does it, cell by cell
  for (const cell of refused) {
    const row = Number(cell.slice(1));
    sheet.host.ui.select({ sheetId: 'sheet-1', row, column: 1, numRows: 1, numColumns: 1 });
    await sheet.host.run('refreshSelection');
    await sheet.host.settled();
  }
  expect(shownIn(sheet, cells)).toEqual(Array(40).fill('Company'));
  expect(service.charged).toBe(80);
});
