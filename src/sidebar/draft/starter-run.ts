/** Makes the tab of a starter and waits until its table is there, or has failed. */

import type { SheetInsertion } from '../../contract/new-sheet.js';
import type { SidebarState } from '../../contract/sidebar-api.js';

/** A tab that a starter has made. */
export interface MadeTable {
  readonly tab: string;
  /** Undefined while it is not known. */
  readonly rows?: number;
  readonly credits: number;
  readonly failed: boolean;
}

/** The calls of the add-on that it needs. */
interface Calls {
  insertSheet(insertion: SheetInsertion): Promise<SidebarState>;
  previewFormula(formula: string): Promise<SidebarState>;
}

const TRIES = 25;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 2_000;
/** What a cell shows this often stays: before, it may be the sign of a formula that is being calculated. */
const CERTAIN = 3;

export async function makeTable(
  client: Calls,
  { sheet, formulas }: { readonly sheet: SheetInsertion; readonly formulas: readonly string[] },
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<{ readonly state: SidebarState; readonly made: MadeTable | undefined }> {
  let state = await client.insertSheet(sheet);
  if (state.outcome?.kind !== 'sheet') return { state, made: undefined };
  const tab = state.outcome.name;
  const made = (rest: Partial<MadeTable>): MadeTable => {
    const calls = state.activity.calls.filter(({ cell }) => cell.replace(/'/g, '') === `${tab}!A1`);
    return { tab, credits: calls.reduce((sum, call) => sum + call.credits, 0), failed: false, ...rest };
  };
  let seen = { text: '', times: 0 };
  for (let trial = 0; trial < TRIES && seen.times < CERTAIN; trial++) {
    await pause(Math.min(FIRST_PAUSE_MS * 1.3 ** trial, LONGEST_PAUSE_MS));
    let rows = 0;
    let isThere = true;
    for (const formula of formulas) {
      state = await client.previewFormula(formula);
      const stored = state.outcome?.kind === 'preview' ? state.outcome.preview.stored : undefined;
      if (!stored) isThere = false;
      rows += stored?.records ?? 0;
    }
    if (isThere) return { state, made: made({ rows }) };
    // the answer of another question may do, which is not stored for this one
    const { cell } = state;
    const text = cell?.sheet === tab && cell.a1 === 'A1' && !isLoading(cell.text) ? cell.text : '';
    const times = text === seen.text ? seen.times + 1 : 1;
    seen = { text, times: text === '' ? 0 : times };
  }
  return { state, made: made({ failed: seen.times === CERTAIN && seen.text.startsWith('#') }) };
}

/** As Sheets shows it. */
function isLoading(text: string): boolean {
  return /^Loading/.test(text);
}
