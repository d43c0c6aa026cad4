/** Formulas and syncs share one record cache: neither buys records that the other has bought. */
import { useRecorder } from '../support/recorder.js';
import { DAY_MS, syncOf, useJobsSpreadsheet, useRecordsService } from './jobs-spreadsheet.js';

const jobs = useRecordsService();
const recorder = useRecorder(jobs.service);
const sheet = useJobsSpreadsheet(() => recorder.connection);

const MODIFIED = '"dateType", "LAST-MODIFIED"';

/** The paid queries; estimates, which a sync requests before it pays, are free. */
const paid = () => recorder.requests.filter(({ path }) => !path.endsWith('/estimate'));
const bodies = () => paid().map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const days = () => bodies().map(({ startDate, endDate }) => [startDate, endDate]);

test('a formula shows records that a sync has bought, without a request', async () => {
  await sheet.makeAndRun(syncOf(sheet));
  const wanted = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  recorder.clear();
  const { workbook } = sheet.host;
  workbook.type('A1', `=EXPANSIONS(${MODIFIED}, "from", "-7d", "to", "-1d", "columns", "id")`);
  await sheet.host.enter('C1', '=EXPANSIONS("from", "-7d", "columns", "id|announced")');
  expect(recorder.requests).toHaveLength(0);
  const idsIn = (a1: string) => sheet.valuesIn(a1).flat().filter(Boolean);
  const changed = [...wanted.values()].filter(({ lastModified = '' }) => lastModified >= sheet.dayAgo(7));
  expect(new Set(idsIn('A2:A400'))).toEqual(new Set(changed.map(({ id }) => id)));
  const announced = [...wanted.values()].filter(
    ({ announcedDate = '' }) => announcedDate >= sheet.dayAgo(7) && announcedDate <= sheet.dayAgo(1),
  );
  expect(new Set(idsIn('C2:C400'))).toEqual(new Set(announced.map(({ id }) => id)));
});

test('a sync writes records that formulas have bought and queries only the other days', async () => {
  const bought = `=EXPANSIONS(${MODIFIED}, "from", "-5d", "to", "-3d", "limit", 1000, "columns", "id")`;
  await sheet.host.enter('A1', bought);
  recorder.clear();
  const wanted = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  const known = [...wanted.values()].filter(
    ({ lastModified = '' }) => lastModified >= sheet.dayAgo(5) && lastModified <= sheet.dayAgo(3),
  );
  expect(known.length).toBeGreaterThan(0);
  const run = await sheet.runNow(await sheet.makeJob(syncOf(sheet)));
  expect(days()).toEqual([
    [sheet.dayAgo(8), sheet.dayAgo(6)],
    [sheet.dayAgo(2), sheet.dayAgo(2)],
    [sheet.dayAgo(1), sheet.dayAgo(1)],
  ]);
  expect(run).toMatchObject({ added: wanted.size, credits: wanted.size - known.length });
  expect(new Set(sheet.rowsById('Synced').keys())).toEqual(new Set(wanted.keys()));
});

test('a daily formula and a daily sync of the same records pay for each day once', async () => {
  await sheet.makeAndRun(syncOf(sheet));
  await sheet.host.enter('A1', '=EXPANSIONS("from", "-7d", "limit", 1000, "columns", "id")');
  sheet.host.clock.advance(DAY_MS);
  recorder.clear();
  await sheet.host.runDueTriggers();
  expect(days()).toEqual([[sheet.dayAgo(1), sheet.dayAgo(1)]]);
  sheet.host.workbook.custom.invalidateAll();
  await sheet.host.settled();
  expect(bodies()).toHaveLength(1);
});
