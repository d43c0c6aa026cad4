/** Waits until Sheets has calculated a cell. */
import { isLoading } from '../../contract/loading.js';
import type { CellReference, SidebarState } from '../../contract/sidebar-api.js';

const TRIES = 10;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** The page looks three times, because a cell may show an error for a moment while Sheets still calculates it. */
const ENOUGH_TIMES = 3;

export type Pause = (ms: number) => Promise<void>;

export const pauseFor: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The pause before the next look, from the first one on. */
export function pauseBefore(trial: number): number {
  return Math.min(FIRST_PAUSE_MS * 1.3 ** trial, LONGEST_PAUSE_MS);
}

/** @returns a function that takes the text of the cell at each look, and says whether it is the result */
export function createResultTest(): (text: string) => boolean {
  let last = '';
  let times = 0;
  return (text) => {
    times = text === last ? times + 1 : 1;
    last = text;
    return times >= ENOUGH_TIMES && isCalculated(text);
  };
}

/** Whether the custom function has returned. */
export function isCalculated(text: string): boolean {
  return text !== '' && !isLoading(text);
}

/** The state once the cell has its result, or after some seconds. Its outcome is the cell. */
export async function settledCell(
  client: { sidebarState(cell: CellReference): Promise<SidebarState> },
  cell: CellReference,
  pause: Pause = pauseFor,
): Promise<SidebarState> {
  const isResult = createResultTest();
  for (let trial = 0; ; trial++) {
    await pause(pauseBefore(trial));
    const state = await client.sidebarState(cell);
    const { outcome } = state;
    if (outcome?.kind !== 'cell' || isResult(outcome.cell.text) || trial === TRIES) return state;
  }
}
