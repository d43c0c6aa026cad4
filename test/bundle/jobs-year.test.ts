/** A year, or every day two months of it, in a minute: a daily sync over the real service, with everything that happens meanwhile. */
import { addDays } from '../../src/contract/dates.js';
import type { BusinessExpansion } from '../../src/contract/records.js';
import { useRecorder } from '../support/recorder.js';
import { scaled } from '../support/scale.js';
import { DAY_MS, syncOf, useJobsSpreadsheet, useRecordsService } from './jobs-spreadsheet.js';

const DAYS = scaled(60, 365);
/** Days on which the service is out of order, and a week in which nobody's trigger comes by. */
const OUTAGES = scaled([20, 40, 41], [60, 200, 201]);
const MISSED = scaled({ from: 50, to: 56 }, { from: 120, to: 126 });
/** The interval in days at which records that are known change, and records of long ago turn up. */
const CHANGES_EVERY_DAYS = 28;
const CHANGED = 40;
const LATE = 10;
const WEEK = 7;

const jobs = useRecordsService();
const recorder = useRecorder(jobs.service);
const sheet = useJobsSpreadsheet(() => recorder.connection);

beforeEach(() => sheet.host.clock.advance(-DAYS * DAY_MS));

/** What the next weeks bring: changes of records that are in the tab, and late ones. */
async function putChanges(day: number): Promise<void> {
  const today = sheet.dayAgo(0);
  const ids = [...sheet.rowsById('Synced').keys()];
  const records = await jobs.recordsOf(sheet.dayAgo(DAYS), sheet.dayAgo(1));
  const step = Math.max(1, Math.floor(ids.length / CHANGED));
  const changed = ids
    .filter((_, index) => index % step === 0)
    .map(
      (id, index): BusinessExpansion => ({
        ...records.get(id),
        jobs: day * 1_000 + index,
        lastModified: addDays(today, index % CHANGES_EVERY_DAYS),
      }),
    );
  const late = Array.from(
    { length: LATE },
    (_, index): BusinessExpansion => ({
      id: `late-${day}-${index}`,
      announcedDate: addDays(today, -400 - index),
      company: { name: `=Late ${index}`, domain: `late${index}.example` },
      expansionType: 'HQ',
      expansionLocation: { country: 'Germany' },
      lastModified: addDays(today, index),
    }),
  );
  await jobs.put([...changed, ...late]);
}

/** What people do to a tab: a note of their own beside a record, a column moved in, rows in another order. */
function editTab(week: number, own: Map<string, string>): void {
  const { workbook } = sheet.host;
  const tab = workbook.workbook.getSheetByName('Synced');
  const header = sheet.valuesIn("'Synced'!A1:S1")[0] ?? [];
  if (!header.includes('Owner')) {
    tab?.insertColumnAfter(0);
    workbook.type("'Synced'!B1", 'Owner');
  } else if (week % 10 === 0) {
    tab?.insertColumnAfter(header.indexOf('Owner'));
  }
  const names = sheet.valuesIn("'Synced'!A1:S1")[0] ?? [];
  const letter = String.fromCharCode(65 + names.indexOf('Owner'));
  const id = String(sheet.valuesIn(`'Synced'!A3:S3`)[0]?.[names.indexOf('Id')]);
  workbook.type(`'Synced'!${letter}3`, `week ${week}`);
  own.set(id, `week ${week}`);
}

test(`after ${DAYS} days the tab is what the service has, each day was asked once, and the own columns are in place`, async () => {
  const start = sheet.dayAgo(1);
  const id = await sheet.makeJob(syncOf(sheet, { from: start }));
  await sheet.runNow(id);
  const own = new Map<string, string>();
  recorder.clear();
  for (let day = 1; day <= DAYS; day++) {
    if (day % CHANGES_EVERY_DAYS === 1) await putChanges(day);
    sheet.host.clock.advance(DAY_MS);
    const isOut = OUTAGES.includes(day);
    recorder.fault = () => (isOut ? { kind: 'status', status: 503, body: '{}' } : undefined);
    if (day < MISSED.from || day > MISSED.to) await sheet.host.runDueTriggers();
    if (day % WEEK === 0) editTab(day / WEEK, own);
  }

  const all = await jobs.recordsOf(start, addDays(sheet.dayAgo(0), CHANGES_EVERY_DAYS));
  // what changes today is not settled yet: the tab has such a record as it was
  const wanted = new Map([...all].filter(([, record]) => (record.lastModified ?? '') <= sheet.dayAgo(1)));
  const rows = sheet.rowsById('Synced');
  expect([...wanted.keys()].filter((name) => !rows.has(name))).toEqual([]);
  expect([...rows.keys()].filter((name) => !all.has(name))).toEqual([]);
  expect(rows.size).toBeGreaterThan(DAYS * 8);
  for (const [name, record] of wanted) {
    expect(rows.get(name)).toMatchObject({
      Company: record.company?.name ?? '',
      Country: record.expansionLocation?.country ?? '',
      Investment: record.investment ?? '',
      Jobs: record.jobs ?? '',
    });
  }
  for (const [name, text] of own) expect(rows.get(name)).toMatchObject({ Owner: text });
  expect(own.size).toBeGreaterThan(DAYS / 15);

  // estimates are free
  const asked = recorder.requests
    .filter(({ path }) => !path.endsWith('/estimate'))
    .map(({ body, status }) => ({
      ...(JSON.parse(body) as { startDate: string; endDate: string }),
      failed: status !== 200,
    }));
  expect(asked.filter(({ failed }) => failed)).toHaveLength(OUTAGES.length);
  const days = asked
    .filter(({ failed }) => !failed)
    .flatMap(({ startDate, endDate }) => {
      const all: string[] = [];
      for (let day = startDate; day <= endDate; day = addDays(day, 1)) all.push(day);
      return all;
    });
  expect(days).toEqual(Array.from({ length: DAYS }, (_, index) => addDays(start, index + 1)));

  const [state] = (await sheet.call('sidebarState')).jobs;
  expect(state).toMatchObject({ error: '', through: sheet.dayAgo(1), givenUp: false });
  // a record that changed was delivered, and paid, once for each version
  const changes = Math.floor((DAYS - 1) / CHANGES_EVERY_DAYS) + 1;
  expect(state?.allCredits).toBeGreaterThanOrEqual(rows.size);
  expect(state?.allCredits).toBeLessThanOrEqual(rows.size + changes * (CHANGED + 2 + LATE));
});
