/** A large tab: a run with 200 changes makes few calls, no more than over a small tab. */
import type { IWorkbookData } from '@univerjs/core';
import type { BusinessExpansion } from '../../src/contract/records.js';
import type { StoredState } from '../../src/sandbox/host/host.js';
import { scaled } from '../support/scale.js';
import {
  DAY_MS,
  type JobsSpreadsheet,
  syncOf,
  useJobsSpreadsheets,
  useRecordsService,
} from './jobs-spreadsheet.js';

const CHANGES = 200;
const ROWS = scaled(10_000, 50_000);
/** Two are for new rows' formats, one counts the tabs in a week's first run, on Thursdays. */
const MAX_CALLS = 17;
/** The CPU time of all the host's threads, so that a busy machine makes no difference. */
const MAX_CPU_MS = 10_000;
const HEADER = 'Announced|Company|Type|Country|Investment|Currency|Jobs|Last modified|Id'.split('|');

const jobs = useRecordsService();
const openSpreadsheet = useJobsSpreadsheets();
const connection = () => ({ baseUrl: jobs.service.baseUrl, apiKey: jobs.service.apiKey });

/** Opens a tab with synced rows and a job that has finished all days before yesterday. */
async function openTab(
  rows: number,
): Promise<{ sheet: JobsSpreadsheet; id: string; ids: readonly string[] }> {
  const first = await openSpreadsheet({ connection: connection() });
  const id = await first.makeJob(syncOf(first, { from: first.dayAgo(1) }));
  first.host.clock.advance(-DAY_MS);
  await first.runNow(id);
  const stored = first.host.save();
  const records = [...(await jobs.recordsOf('2021-01-01', first.dayAgo(20))).values()];
  await first.close();
  const ids = Array.from({ length: rows }, (_, index) => records[index]?.id ?? `none-${index}`);
  const cellData: NonNullable<IWorkbookData['sheets'][string]['cellData']> = {
    0: Object.fromEntries(HEADER.map((name, column) => [column, { v: name, t: 1 }])),
  };
  ids.forEach((name, index) => {
    cellData[index + 1] = {
      0: { v: 45_000, t: 2, s: { n: { pattern: 'yyyy-mm-dd' } } },
      1: { v: `Company ${index}`, t: 1 },
      2: { v: 'HQ', t: 1 },
      3: { v: 'Germany', t: 1 },
      6: { v: index, t: 2 },
      8: { v: name, t: 1 },
    };
  });
  const sheetId = 'synced';
  const workbook = {
    sheetOrder: [sheetId],
    sheets: { [sheetId]: { id: sheetId, name: 'Synced', rowCount: rows + 1, columnCount: 9, cellData } },
  };
  const sheet = await openSpreadsheet({ connection: connection(), stored: withoutTab(stored), workbook });
  return { sheet, id, ids };
}

/** Makes the job find its tab by name, as after an interrupted first run. */
function withoutTab(stored: StoredState): StoredState {
  return JSON.parse(JSON.stringify(stored).replace(/\\"tab\\":\d+,?/, '')) as StoredState;
}

/** Returns changes all over the tab, and some new records. */
function changesOf(ids: readonly string[], day: string): BusinessExpansion[] {
  const known = ids.filter((name) => !name.startsWith('none-'));
  const step = Math.floor(known.length / CHANGES);
  return Array.from({ length: CHANGES }, (_, index) => ({
    id: index % 20 === 0 ? `new-${day}-${index}` : (known[index * step] ?? ''),
    announcedDate: '2023-03-15',
    company: { name: `Company ${index}`, domain: `company${index}.example` },
    expansionType: 'HQ' as const,
    expansionLocation: { country: 'Germany' },
    jobs: 1_000_000 + index,
    lastModified: day,
  }));
}

async function callsOf(rows: number): Promise<{ calls: string[]; cpuMs: number; changed: number }> {
  const { sheet, id, ids } = await openTab(rows);
  const { host } = sheet;
  try {
    const changes = changesOf(ids, sheet.dayAgo(0));
    await jobs.put(changes);
    // the first run of a week counts the tabs and stores the tab's position
    await sheet.runNow(id);
    host.clock.advance(DAY_MS);
    host.executions.records.splice(0);
    const before = process.cpuUsage();
    await host.runDueTriggers();
    const { user, system } = process.cpuUsage(before);
    const [run] = host.executions.records;
    const calls = run?.calls.map(({ name }) => String(name)) ?? [];
    const table = sheet.rowsById('Synced');
    for (const { id: name, jobs: wanted } of changes)
      expect(table.get(name ?? '')).toMatchObject({ Jobs: wanted });
    const { changed } = await sheet.job();
    const ofCells = (name: string) =>
      /^(?:SpreadsheetApp|Spreadsheet|Sheet|Range)\./.test(name) &&
      !/get(?:Id|SpreadsheetLocale|SpreadsheetTimeZone)$/.test(name);
    return { calls: calls.filter(ofCells), cpuMs: (user + system) / 1_000, changed };
  } finally {
    await sheet.close();
  }
}

test(`200 changes in ${ROWS} rows take at most ${MAX_CALLS} calls and 10 s of work, no more than in 1,000 rows`, async () => {
  const small = await callsOf(1_000);
  const large = await callsOf(ROWS);
  expect(large.changed).toBeGreaterThan(150);
  expect(large.calls.length).toBeLessThanOrEqual(MAX_CALLS);
  expect(large.calls.length).toBeLessThanOrEqual(small.calls.length);
  expect(large.cpuMs).toBeLessThan(MAX_CPU_MS);
});
