/** A spreadsheet with jobs, over a real service whose records a test can change. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  JobInput,
  JobRun,
  PushSettings,
  RefreshSettings,
  SyncSettings,
} from '../../src/contract/jobs.js';
import type { BusinessExpansion } from '../../src/contract/records.js';
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import type { Role } from '../../src/sandbox/bridge/modes.js';
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { type Connection, type StartHost, type StartHostOptions, useHosts } from '../support/host.js';
import { useOwnService } from '../support/service.js';
import { standInFor } from '../support/stand-in.js';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** A service for one suite. */
export function useRecordsService() {
  const service = useOwnService({ credits: 1_000_000 });
  let otherKey = '';
  let files = 0;
  beforeAll(async () => {
    otherKey = await service.createKey(1_000_000);
  });
  return {
    service,
    /** Returns the records last changed between two days, by id, with another key. */
    async recordsOf(startDate: string, endDate: string): Promise<Map<string, BusinessExpansion>> {
      // a busy machine may answer 503, so retry, as any client does
      const answer = await eventually(async () => {
        const reply = await fetch(`${service.baseUrl}/api/v2/dataset/business-expansion`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': otherKey },
          body: JSON.stringify({ dateType: 'LAST-MODIFIED', startDate, endDate, limit: 10_000 }),
        });
        return reply.status !== 503 && reply;
      });
      if (!answer) throw new Error('no answer');
      const records = (await answer.json()) as (BusinessExpansion & { id: string })[];
      return new Map(records.map((record) => [record.id, record]));
    },
    /** Writes new or changed records. */
    async put(records: readonly BusinessExpansion[]): Promise<void> {
      files += 1;
      const file = path.join(service.dataDirectory, `${files}.ndjson`);
      await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      await service.command('import', 'business-expansion', file);
    },
  };
}

export type JobsSpreadsheet = Awaited<ReturnType<typeof openJobsSpreadsheet>>;

/** Returns a function that opens spreadsheets; closes those that a test leaves open. */
export function useJobsSpreadsheets(): (options: StartHostOptions) => Promise<JobsSpreadsheet> {
  const startHost = useHosts();
  return (options) => openJobsSpreadsheet(startHost, options);
}

export function useJobsSpreadsheet(
  connection: () => Connection,
  options: StartHostOptions = {},
): JobsSpreadsheet {
  const open = useJobsSpreadsheets();
  let sheet: JobsSpreadsheet | undefined;
  beforeEach(async () => {
    sheet = await open({ ...options, connection: connection() });
  });
  return standInFor('spreadsheet', () => sheet);
}

/** Opens it at noon of this day, when the day before is final, whatever the real hour. */
async function openJobsSpreadsheet(startHost: StartHost, options: StartHostOptions) {
  const host = await startHost(options);
  host.clock.advance(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 - host.clock.now());
  const callAs = (as: Role, name: string, ...args: readonly unknown[]) =>
    host.run(name, args, { mode: 'sidebar', as }) as Promise<SidebarState>;
  const call = (name: string, ...args: readonly unknown[]) => callAs('owner', name, ...args);
  const valuesIn = (a1: string) => host.workbook.read(a1).map((row) => row.map(({ value }) => value));
  return {
    host,
    /** Calls the add-on from the sidebar of a person; `call` from that of the owner. */
    callAs,
    call,
    /** Returns the day this many days before the spreadsheet's. */
    dayAgo: (days: number) => new Date(host.clock.now() - days * DAY_MS).toISOString().slice(0, 10),
    async makeJob(input: JobInput): Promise<string> {
      const { outcome } = await call('saveJob', input);
      if (outcome?.kind !== 'job') throw new Error('no job');
      return outcome.id;
    },
    /** Runs a job until it is done, as the sidebar does for a person, one execution after the other. */
    async runNow(id: string): Promise<JobRun> {
      for (let token = ''; ; ) {
        const { outcome } = await call('runJob', id, token);
        if (outcome?.kind !== 'job-run') throw new Error('no run');
        if (outcome.run.over) return outcome.run;
        token = outcome.run.token;
      }
    },
    async makeAndRun(input: JobInput): Promise<string> {
      const id = await this.makeJob(input);
      await this.runNow(id);
      return id;
    },
    /** Returns the state of the first job. */
    job: async () => (await call('sidebarState')).jobs[0]!,
    /** Advances the clock by a day, and runs due triggers. */
    async nextDay(): Promise<void> {
      host.clock.advance(DAY_MS);
      await host.runDueTriggers();
      await host.settled();
    },
    /** Advances the clock this many times by an hour, and runs due triggers each time. */
    async hours(count: number): Promise<void> {
      for (let hour = 0; hour < count; hour++) {
        host.clock.advance(HOUR_MS);
        await host.runDueTriggers();
        await host.settled();
      }
    },
    valuesIn,
    /** Returns a tab's rows by id, each as values by header. @throws if two rows have one id */
    rowsById(tab: string): Map<string, Readonly<Record<string, unknown>>> {
      const sheet = host.workbook.facade.getSheetByName(tab);
      const { row, column } = host.workbook.cells.lastUsed(sheet?.getSheetId() ?? '');
      const [header = [], ...rows] = host.workbook.cells.see(
        { sheetId: sheet?.getSheetId() ?? '', row: 1, column: 1, numRows: row, numColumns: column },
        ({ value }) => value(),
      );
      const filled = rows.filter((values) => values[header.indexOf('Id')] !== '');
      const byId = new Map(
        filled.map((values) => [
          String(values[header.indexOf('Id')]),
          Object.fromEntries(header.map((name, index) => [String(name), values[index]])),
        ]),
      );
      expect(byId.size).toBe(filled.length);
      return byId;
    },
    async close(): Promise<void> {
      await host.settled();
      await host.close();
    },
  };
}

/** Runs the triggers of the next hour, and pauses a job while a request of that hour waits for its answer. */
export async function pauseDuringHour(
  sheet: JobsSpreadsheet,
  service: { until: Promise<unknown>; readonly bodies: readonly unknown[] },
  id: string,
): Promise<void> {
  const asked = service.bodies.length;
  const { opened, open } = createGate();
  service.until = opened;
  const hour = sheet.hours(1);
  await eventually(() => service.bodies.length > asked);
  await sheet.call('pauseJob', id);
  open();
  await hour;
}

/**
 * Returns a function that opens copies of the spreadsheet's present state, which takes a moment. A copy
 * calculates its cells at the spreadsheet's time and has empty caches.
 */
export function copiesOf(
  { host }: JobsSpreadsheet,
  open: ReturnType<typeof useJobsSpreadsheets>,
): ReturnType<typeof useJobsSpreadsheets> {
  const [now, stored, workbook] = [host.clock.now(), host.save(), host.workbook.snapshot()];
  // the copy already has the connection; saving it again would wait for formulas, which wait for the clock
  return async ({ connection: _connection, ...options }) => {
    let begin = () => {};
    const ready = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const sheet = await open({ ...options, stored, workbook: structuredClone(workbook), ready });
    sheet.host.clock.advance(now - sheet.host.clock.now());
    begin();
    await sheet.host.settled();
    return sheet;
  };
}

const DAILY = { schedule: { every: 'day', hour: 6, weekdays: [] }, digest: '' } as const;

/** A job that keeps the tab "Synced" up to date, by default from a week ago on. */
export function syncOf(
  { dayAgo }: Pick<JobsSpreadsheet, 'dayAgo'>,
  settings: Partial<SyncSettings> = {},
): JobInput & { readonly sync: SyncSettings } {
  return {
    ...DAILY,
    name: 'All expansions',
    sync: {
      formula: '=EXPANSIONS(, "columns", "date|company|type|country|investment|currency|jobs|modified")',
      tab: 'Synced',
      newRows: 'top',
      from: dayAgo(8),
      budget: 1_000,
      ...settings,
    },
  };
}

/** A job that refreshes all formulas of the spreadsheet. */
export function refreshOf(settings: Partial<RefreshSettings> = {}): JobInput {
  return { ...DAILY, name: 'Fresh', refresh: { places: [], budget: 500, changes: false, ...settings } };
}

/** A job that pushes a group's news. */
export function pushOf(settings: Partial<PushSettings> = {}): JobInput & { readonly push: PushSettings } {
  const push = { group: 'Key accounts', days: 1, callbackUrl: 'https://receiver.example/news', ...settings };
  return { ...DAILY, name: 'News', push };
}
