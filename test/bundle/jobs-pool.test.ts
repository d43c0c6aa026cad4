/** Formulas and syncs share one record cache: neither buys records that the other has bought. */
import { useRecorder } from '../support/recorder.js';
import { DAY_MS, syncOf, useJobsSpreadsheet, useRecordsService } from './jobs-spreadsheet.js';

const jobs = useRecordsService();
const recorder = useRecorder(jobs.service);
const sheet = useJobsSpreadsheet(() => recorder.connection);

/** The paid queries; estimates, which a sync requests before it pays, are free. */
const bodies = () =>
  recorder.requests
    .filter(({ path }) => !path.endsWith('/estimate'))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const days = () => bodies().map(({ startDate, endDate }) => [startDate, endDate]);

test('a formula shows records that a sync has bought, without a request', async () => {
  await sheet.runNow(await sheet.makeJob(syncOf(sheet)));
  const wanted = await jobs.recordsOf(sheet.dayAgo(8), sheet.dayAgo(1));
  recorder.clear();
  const { workbook } = sheet.host;
  workbook.type(
    'A1',
    '=EXPANSIONS("dateType", "LAST-MODIFIED", "from", "-7d", "to", "-1d", "columns", "id")',
  );
  workbook.type('C1', '=EXPANSIONS("from", "-7d", "columns", "id|announced")');
  await sheet.host.settled();
  expect(recorder.requests).toHaveLength(0);
  const idsIn = (a1: string) =>
    sheet
      .valuesIn(a1)
      .flat()
      .filter((id) => id !== '');
  const changed = [...wanted.values()].filter(({ lastModified = '' }) => lastModified >= sheet.dayAgo(7));
  expect(new Set(idsIn('A2:A400'))).toEqual(new Set(changed.map(({ id }) => id)));
  const announced = [...wanted.values()].filter(
    ({ announcedDate = '' }) => announcedDate >= sheet.dayAgo(7) && announcedDate <= sheet.dayAgo(1),
  );
  expect(new Set(idsIn('C2:C400'))).toEqual(new Set(announced.map(({ id }) => id)));
});

test('a sync writes records that formulas have bought and queries only the other days', async () => {
  const { workbook } = sheet.host;
  workbook.type(
    'A1',
    '=EXPANSIONS("dateType", "LAST-MODIFIED", "from", "-5d", "to", "-3d", "limit", 1000, "columns", "id")',
  );
  await sheet.host.settled();
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
  const { workbook } = sheet.host;
  const id = await sheet.makeJob(syncOf(sheet));
  await sheet.runNow(id);
  workbook.type('A1', '=EXPANSIONS("from", "-7d", "limit", 1000, "columns", "id")');
  await sheet.host.settled();
  sheet.host.clock.advance(DAY_MS);
  recorder.clear();
  await sheet.host.runDueTriggers();
  expect(days()).toEqual([[sheet.dayAgo(1), sheet.dayAgo(1)]]);
  sheet.host.workbook.custom.invalidateAll();
  await sheet.host.settled();
  expect(bodies()).toHaveLength(1);
});
