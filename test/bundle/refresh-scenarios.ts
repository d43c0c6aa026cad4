/** Mornings of a spreadsheet whose formulas a job keeps fresh, in the host with a real service. */
import type { AlertInput } from '../../src/contract/alerts.js';
import type { BusinessExpansion } from '../../src/contract/records.js';
import { useRecorder } from '../support/recorder.js';
import {
  copiesOf,
  DAY_MS,
  type JobsSpreadsheet,
  refreshOf,
  useJobsSpreadsheets,
  useRecordsService,
} from './jobs-spreadsheet.js';

export const CELLS: Readonly<Record<string, string>> = {
  A1: '=EXPANSIONS(, "from", "-10d", "dateType", "LAST-MODIFIED", "limit", 800, "columns", "date|company|jobs|modified")',
  // the same query in another form
  F1: '=EXPANSIONS(, "from", "-10d", "dateType", "LAST-MODIFIED", "limit", 800, "columns", "company|jobs", "sort", "company")',
  // inside another function, so that no cell shows its table
  I1: '=ROWS(EXPANSIONS(, "from", "-10d", "dateType", "LAST-MODIFIED", "limit", 900))',
  // a past window, whose records no longer change
  K1: '=HIRINGS(, "from", "2026-01-05", "to", "2026-03-12", "limit", 5, "columns", "company|date")',
  N1: '=HIRINGS(, "from", "-10d", "limit", 5, "columns", "company|jobs|modified")',
  R1: '=TRACKED_COMPANIES("Automotive suppliers", "columns", "name")',
  // its argument is known only when it runs
  T1: '=HIRINGS(, "from", "-"&3&"d", "limit", 2, "columns", "company|modified")',
};

const DAYS_BETWEEN = 3;
export const JOB = refreshOf({ changes: true });

export interface RefreshScenario extends JobsSpreadsheet {
  readonly id: string;
  /** Company name and jobs of the records that changed yesterday. */
  readonly changed: readonly (readonly [string, number])[];
}

type Filled = JobsSpreadsheet & Pick<RefreshScenario, 'id'>;

/** A service for one suite, and functions to inspect a morning. */
export function useRefreshScenarios() {
  const records = useRecordsService();
  const recorder = useRecorder(records.service);
  const openSpreadsheet = useJobsSpreadsheets();
  /** Three records that only these tests change, and the number of mornings so far. */
  let ours: readonly BusinessExpansion[] = [];
  let mornings = 0;

  /**
   * Opens noon of a day, with formulas from two days before and a job that has run once. Mornings are several
   * days apart, so that each sees only its own changes.
   */
  async function openScenario(): Promise<RefreshScenario> {
    const filled = await openFilled();
    return pass(filled, await changeRecords(filled));
  }

  /** Opens the spreadsheet two days before the morning. */
  async function openFilled(alerts?: readonly AlertInput[]): Promise<Filled> {
    const sheet = await openSpreadsheet({ connection: recorder.connection });
    if (ours.length === 0) {
      ours = [...(await records.recordsOf(sheet.dayAgo(400), sheet.dayAgo(60))).values()].slice(0, 3);
    }
    sheet.host.clock.advance(mornings * DAYS_BETWEEN * DAY_MS);
    mornings += 1;
    for (const [a1, formula] of Object.entries(CELLS)) sheet.host.workbook.type(a1, formula);
    await sheet.host.settled();
    const id = await sheet.makeAndRun({ ...JOB, ...(alerts && { alerts }) });
    await sheet.host.settled();
    return { ...sheet, id };
  }

  /** Changes our records on the day before the morning. */
  async function changeRecords(filled: Filled): Promise<RefreshScenario['changed']> {
    const changed = ours.map((record, index) => ({
      ...record,
      jobs: 7_000 + 3 * mornings + index,
      lastModified: filled.dayAgo(-1),
    }));
    await records.put(changed);
    return changed.map(({ company, jobs }) => [company?.name ?? '', jobs]);
  }

  function pass(filled: Filled, changed: RefreshScenario['changed']): RefreshScenario {
    filled.host.clock.advance(2 * DAY_MS);
    filled.host.executions.records.splice(0);
    recorder.clear();
    return { ...filled, changed };
  }

  /** Returns a function that opens copies of one morning, because filling its cells takes very long. */
  async function prepareScenario(alerts: readonly AlertInput[]): Promise<() => Promise<RefreshScenario>> {
    const filled = await openFilled(alerts);
    const content = filled.valuesIn('A1:D800');
    const openAgain = copiesOf(filled, openSpreadsheet);
    const changed = await changeRecords(filled);
    await filled.close();
    return async () => {
      recorder.clear();
      const sheet = await openAgain({ connection: recorder.connection });
      // it does not show the changes yet
      expect([sheet.valuesIn('A1:D800'), purchases()]).toEqual([content, 0]);
      return pass({ ...sheet, id: filled.id }, changed);
    };
  }

  const formulaAt = ({ host }: JobsSpreadsheet, a1: string) => host.workbook.read(a1)[0]?.[0]?.formula;
  const formulasOf = (sheet: JobsSpreadsheet) =>
    Object.fromEntries(Object.keys(CELLS).map((a1) => [a1, formulaAt(sheet, a1)]));
  /** The functions that have run since the records were cleared. */
  const ranIn = ({ host }: JobsSpreadsheet) =>
    host.executions.records
      .filter(({ mode }) => mode === 'custom-function')
      .map(({ functionName }) => functionName)
      .sort();
  /** Company and jobs of the records that are listed as new. */
  const listed = (sheet: RefreshScenario) =>
    [...sheet.rowsById('Signals changes').values()].map((row) => [row['Company'], row['Jobs']]).sort();
  const contentOf = (sheet: JobsSpreadsheet) => sheet.valuesIn('A1:U800');
  /** The number of purchases; repeated requests with one idempotency key are one purchase. */
  const purchases = () =>
    new Set(recorder.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? [])).size;

  const seen = { formulasOf, ranIn, listed, contentOf, purchases };
  return { records, recorder, openScenario, prepareScenario, ...seen };
}
