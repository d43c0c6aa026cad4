/** Shows a cell's error message and note at the pointer and, for keyboard users, in the status line. */
import type { CellPosition } from '../grid/recalculation.js';
import { element } from './elements.js';
import type { PageGrid } from './grid.js';

const GAP_PX = 14;
const HINT = 'Select a cell that shows an error to read why.';

export function showCellMessages(grid: PageGrid): void {
  const line = element('cell-message');
  const bubble = element('cell-note');
  let pointer = { x: 0, y: 0 };
  let selected: CellPosition | undefined;
  let hovered: CellPosition | undefined;

  const describeSelected = (): void => {
    const { error, note } = grid.messagesOf(selected);
    const text = error || note || HINT;
    line.dataset['error'] = String(error !== '');
    // a live region reads each assignment aloud, so assign only changes
    if (line.textContent !== text) line.textContent = text;
    line.title = text;
  };
  const describeHovered = (): void => {
    const { error, note } = grid.messagesOf(hovered);
    bubble.textContent = [error, note].filter(Boolean).join('\n');
    bubble.dataset['error'] = String(error !== '');
    bubble.hidden = bubble.textContent === '';
    const { width, height } = bubble.getBoundingClientRect();
    const inside = (at: number, size: number, room: number) =>
      `${Math.max(0, Math.min(at + GAP_PX, room - size - GAP_PX))}px`;
    bubble.style.left = inside(pointer.x, width, innerWidth);
    bubble.style.top = inside(pointer.y, height, innerHeight);
  };
  // also on changes: a formula that is fixed under a resting pointer has no error any more
  const describe = (): void => {
    describeSelected();
    describeHovered();
  };
  addEventListener('pointermove', ({ clientX, clientY }) => {
    pointer = { x: clientX, y: clientY };
  });
  grid.onSelection(({ sheetId, row, column }) => {
    selected = { sheetId, row: row - 1, column: column - 1 };
    describeSelected();
  });
  grid.onHover((position) => {
    hovered = position;
    describeHovered();
  });
  grid.api.addEvent(grid.api.Event.SheetValueChanged, describe);
  grid.api.getFormula().calculationEnd(describe);
}
