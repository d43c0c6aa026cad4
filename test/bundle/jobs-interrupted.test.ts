/** A sync of three days, killed after any of its calls: nothing is lost, written twice or paid twice. */
import type { StoredState } from '../../src/sandbox/host/host.js';
import { useRecorder } from '../support/recorder.js';
import { scaledPoints } from '../support/scale.js';
import {
  DAY_MS,
  type JobsSpreadsheet,
  syncOf,
  useJobsSpreadsheets,
  useRecordsService,
} from './jobs-spreadsheet.js';

/** Longer than the lease of a killed run. */
const LEASE_OVER_MS = 120_000;
/** From noon to twenty minutes before midnight. */
const BEFORE_MIDNIGHT_MS = (11 * 60 + 40) * 60_000;

const jobs = useRecordsService();
const recorder = useRecorder(jobs.service);
const openSpreadsheet = useJobsSpreadsheets();
let id: string;
/** The spreadsheet three days after its last run. */
let stored: StoredState;
let workbook: ReturnType<JobsSpreadsheet['host']['workbook']['snapshot']>;

beforeAll(async () => {
  const sheet = await openSpreadsheet({ connection: recorder.connection });
  sheet.host.clock.advance(-3 * DAY_MS);
  id = await sheet.makeJob(syncOf(sheet, { from: sheet.dayAgo(6), budget: 45 }));
  for (let run = 0; run < 6; run++) await sheet.runNow(id);
  // the person's own column among ours
  sheet.host.workbook.facade.getSheetByName('Synced')?.insertColumnAfter(2);
  sheet.host.workbook.type("'Synced'!D1", 'Owner');
  await sheet.host.enter("'Synced'!D2:D9", 'Ann');
  const rows = [...sheet.rowsById('Synced').keys()];
  const old = await jobs.recordsOf(sheet.dayAgo(30), sheet.dayAgo(1));
  sheet.host.clock.advance(3 * DAY_MS);
  const changed = [1, 5, 9].map((row, index) => ({
    ...old.get(rows[row] ?? ''),
    jobs: 1_000 + row,
    currency: 'SEK' as const,
    lastModified: sheet.dayAgo(3 - index),
  }));
  await jobs.put(changed);
  stored = sheet.host.save();
  workbook = sheet.host.workbook.snapshot();
  await sheet.close();
});

async function reopen(): Promise<JobsSpreadsheet> {
  const { connection } = recorder;
  const sheet = await openSpreadsheet({ connection, stored, workbook: structuredClone(workbook) });
  sheet.host.executions.records.splice(0);
  recorder.clear();
  return sheet;
}

/** Runs until all days are synced, because a run's budget is smaller than the price of three days. */
async function finish(sheet: JobsSpreadsheet): Promise<void> {
  for (let run = 0; run < 3; run++) await sheet.runNow(id);
}

function contentOf(sheet: JobsSpreadsheet) {
  return sheet.host.workbook
    .read("'Synced'!A1:K300")
    .map((row) => row.map(({ value, note, formula }) => [value, note, formula]));
}

/** Returns the purchases; repeated requests with one idempotency key are one purchase. */
function purchases(): string[] {
  return [...new Set(recorder.requests.map(({ headers }) => String(headers['idempotency-key'])))];
}

test.each([
  [' and run again', 0, LEASE_OVER_MS, 5],
  [' shortly before midnight and run again after it', BEFORE_MIDNIGHT_MS, 61 * 60_000, 2],
])(
  'killed after any call%s, the run leaves the same tab and pays nothing twice',
  async (_, before, later, count) => {
    const whole = await reopen();
    const { outcome } = await whole.call('runJob', id, '');
    expect(outcome?.kind === 'job-run' && outcome.run.changed).toBeGreaterThan(0);
    const [first] = whole.host.executions.records;
    const calls = first?.calls.length ?? 0;
    expect(calls).toBeGreaterThan(30);
    await finish(whole);
    const content = contentOf(whole);
    const paid = purchases().length;
    const through = whole.dayAgo(1);
    expect((await whole.job()).through).toBe(through);
    await whole.close();

    for (const killAfterCalls of scaledPoints(calls - 1, count)) {
      const sheet = await reopen();
      sheet.host.clock.advance(before);
      await expect(sheet.host.run('runJob', [id, ''], { mode: 'sidebar', killAfterCalls })).rejects.toThrow(
        'ended',
      );
      sheet.host.clock.advance(later);
      await finish(sheet);
      expect([killAfterCalls, contentOf(sheet)]).toEqual([killAfterCalls, content]);
      expect([killAfterCalls, purchases().length]).toEqual([killAfterCalls, paid]);
      expect((await sheet.job()).through).toBe(through);
      await sheet.close();
    }
  },
);
