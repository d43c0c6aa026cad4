/** Waits until Sheets has calculated a cell, or the table of a starter. */
import { isLoading } from '../../contract/loading.js';
import type { SheetInsertion } from '../../contract/new-sheet.js';
import type { CellReference, SidebarClient, SidebarState } from '../../contract/sidebar-api.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** A text counts after three equal reads, because a cell may show an error while Sheets still calculates. */
const EQUAL_READS = 3;

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** True if the custom function of a cell has returned. */
export function isCalculated(text: string): boolean {
  return text !== '' && !isLoading(text);
}

/**
 * Returns the state after the cell has its result. The outcome is the cell.
 * @param maxReads the most reads of the cell: ten take ten seconds, 25 take forty
 */
export async function settledCell(
  client: Pick<Calls, 'sidebarState'>,
  cell: CellReference,
  maxReads = 10,
  pause = pauseFor,
): Promise<SidebarState> {
  let last = '';
  let equalReads = 0;
  for (let reads = 1; ; reads++) {
    await pause(Math.min(FIRST_PAUSE_MS * 1.3 ** (reads - 1), LONGEST_PAUSE_MS));
    const state = await client.sidebarState(cell);
    const { outcome } = state;
    if (outcome?.kind !== 'cell' || reads === maxReads) return state;
    const { text } = outcome.cell;
    equalReads = text === last ? equalReads + 1 : 1;
    last = text;
    if (equalReads >= EQUAL_READS && isCalculated(text)) return state;
  }
}

/** The tab that a starter created. */
export interface StarterResult {
  readonly tab: string;
  /** Undefined if they are not known. */
  readonly rows?: number | undefined;
  readonly credits?: number | undefined;
  readonly failed: boolean;
}

/** The calls that a starter needs. */
type Calls = Pick<SidebarClient, 'insertSheet' | 'sidebarState' | 'previewFormula'>;

/** A custom function may take half a minute. */
const STARTER_READS = 25;

interface StarterTable {
  readonly sheet: SheetInsertion;
  readonly formulas: readonly string[];
  /** The time of the last earlier call: an earlier tab of the same name may have made calls, too. */
  readonly lastCallAt: number;
}

/** Waits until the table is complete or has failed. Never throws after it has a tab: a retry would add another one. */
export async function runStarter(
  client: Calls,
  { sheet, formulas, lastCallAt }: StarterTable,
  pause = pauseFor,
): Promise<{ readonly state: SidebarState; readonly result?: StarterResult }> {
  const made = await client.insertSheet(sheet);
  if (made.outcome?.kind !== 'sheet') return { state: made };
  const tab = made.outcome.name;
  try {
    let state = await settledCell(client, { sheet: tab, a1: 'A1' }, STARTER_READS, pause);
    const failed = state.outcome?.kind === 'cell' && state.outcome.cell.text.startsWith('#');
    // the number of rows is unknown if the records are only stored for another question
    let rows: number | undefined = failed ? undefined : 0;
    for (const formula of failed ? [] : formulas) {
      state = await client.previewFormula(formula);
      const stored = state.outcome?.kind === 'preview' ? state.outcome.preview.stored : undefined;
      rows = stored && rows !== undefined ? rows + stored.records : undefined;
    }
    const credits = state.activity.calls
      .filter(({ at, cell }) => at > lastCallAt && cell.replace(/'/g, '') === `${tab}!A1`)
      .reduce((sum, call) => sum + call.credits, 0);
    // without a logged call, a request without an answer may have been charged
    const isUnclear = credits === 0 && state.activity.held.some(({ since }) => since > lastCallAt);
    return { state, result: { tab, rows, credits: isUnclear ? undefined : credits, failed } };
  } catch {
    return { state: made, result: { tab, failed: false } };
  }
}
