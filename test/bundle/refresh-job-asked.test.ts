/** The queries that a refresh sends ahead: none for branches that Sheets skips; moving dates are one. */
import { useRecorder } from '../support/recorder.js';
import { DAY_MS, useJobsSpreadsheets, useRecordsService } from './jobs-spreadsheet.js';
import { JOB } from './refresh-scenarios.js';

const records = useRecordsService();
const recorder = useRecorder(records.service);
const openSpreadsheet = useJobsSpreadsheets();

const call = (days: number) =>
  `EXPANSIONS(, "from", "-${days}d", "dateType", "LAST-MODIFIED", "limit", 400, "columns", "company|jobs|date")`;

/** Opens a spreadsheet whose formulas ran two days ago. */
async function openLater(formula: string, first: (dayAgo: (days: number) => string) => string = () => 'no') {
  const sheet = await openSpreadsheet({ connection: recorder.connection });
  sheet.host.workbook.type('F1', first(sheet.dayAgo));
  await sheet.host.enter('A1', formula);
  const id = await sheet.makeAndRun({ ...JOB });
  await sheet.host.settled();
  const run = async () => {
    recorder.clear();
    sheet.host.clock.advance(2 * DAY_MS);
    await sheet.runNow(id);
    await sheet.host.settled();
    return sheet.job();
  };
  return { ...sheet, run };
}

const purchases = () => recorder.requests.filter(({ headers }) => headers['idempotency-key']).length;

test.each([
  `=IF(F1="yes", ${call(3)}, "")`,
  `=IFERROR("known", ${call(3)})`,
  `=IFS(F1="no", "none", TRUE, ${call(3)})`,
  `=SWITCH(F1, "no", "none", ${call(3)})`,
  `=CHOOSE(1, "none", ${call(3)})`,
  `=IF(F1="no", "none", ROWS(IF(TRUE, ${call(3)})))`,
])('%s queries nothing while the branch is not shown', async (formula) => {
  const sheet = await openLater(formula);
  // the sandbox calculates all branches, except IF's, so the cell itself sends the request there
  const { credits } = await sheet.run();
  expect([credits, formula.startsWith('=IF(') ? purchases() : 0]).toEqual([0, 0]);
});

test('a shown branch is queried ahead, and its new records are reported', async () => {
  const sheet = await openLater(`=IF(F1="no", ${call(12)}, "")`);
  const [record] = [...(await records.recordsOf(sheet.dayAgo(400), sheet.dayAgo(60))).values()];
  await records.put([{ ...record!, jobs: 7_777, lastModified: sheet.dayAgo(-1) }]);
  const { credits, added } = await sheet.run();
  expect(added).toBe(1);
  expect(credits).toBeGreaterThan(0);
  expect(sheet.valuesIn('B1:B400').flat()).toContain(7_777);
  await sheet.host.enter('F1', 'yes');
  expect((await sheet.run()).credits).toBe(0);
  expect(purchases()).toBe(0);
});

test('of two branches, only the calculated one is paid', async () => {
  const sheet = await openLater(`=IF(F1="yes", ${call(3)}, ${call(9)})`);
  await sheet.run();
  const days = recorder.requests.flatMap(({ body }) => /"startDate":"([\d-]+)"/.exec(body)?.[1] ?? []);
  expect(days.filter((day) => day === sheet.dayAgo(3))).toEqual([]);
});

test('new records are reported although the first day is in a cell that changes each day', async () => {
  const options = '"dateType", "LAST-MODIFIED", "limit", 400, "columns", "company|jobs|date"';
  // the value of =TODAY()-12 on that day
  const sheet = await openLater(`=EXPANSIONS(, "from", F1, ${options})`, (dayAgo) => dayAgo(12));
  const [record] = [...(await records.recordsOf(sheet.dayAgo(400), sheet.dayAgo(60))).values()];
  await records.put([{ ...record!, jobs: 8_888, lastModified: sheet.dayAgo(-1) }]);
  await sheet.host.enter('F1', sheet.dayAgo(10));
  expect(await sheet.run()).toMatchObject({ added: 1 });
  expect([...sheet.rowsById('Signals changes').values()].map((row) => row['Jobs'])).toEqual([8_888]);
  await sheet.host.enter('F1', sheet.dayAgo(10));
  expect(await sheet.run()).toMatchObject({ added: 0 });
});
