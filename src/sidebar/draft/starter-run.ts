/** Makes the tab of a starter and waits until its table is there, or has failed. */

import type { SheetInsertion } from '../../contract/new-sheet.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { createResultTest, pauseBefore, pauseFor } from './settled-cell.js';

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

export async function makeTable(
  client: Calls,
  { sheet, formulas }: { readonly sheet: SheetInsertion; readonly formulas: readonly string[] },
  pause = pauseFor,
): Promise<{ readonly state: SidebarState; readonly made: MadeTable | undefined }> {
  let state = await client.insertSheet(sheet);
  if (state.outcome?.kind !== 'sheet') return { state, made: undefined };
  const tab = state.outcome.name;
  const made = (rest: Partial<MadeTable>): MadeTable => {
    const calls = state.activity.calls.filter(({ cell }) => cell.replace(/'/g, '') === `${tab}!A1`);
    return { tab, credits: calls.reduce((sum, call) => sum + call.credits, 0), failed: false, ...rest };
  };
  const isResult = createResultTest();
  for (let trial = 0; trial < TRIES; trial++) {
    await pause(pauseBefore(trial));
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
    const text = cell?.sheet === tab && cell.a1 === 'A1' ? cell.text : '';
    if (isResult(text)) return { state, made: made({ failed: text.startsWith('#') }) };
  }
  return { state, made: made({}) };
}
