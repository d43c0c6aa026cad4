/** Shows a cell's error message and note at the pointer and, for keyboard users, in the status line. */
import type { CellArea } from '../bridge/operations.js';
import { element } from './elements.js';
import type { PageGrid } from './grid.js';

const GAP_PX = 14;
const HINT = 'Select a cell that shows an error to read why.';

export function showCellMessages(grid: PageGrid): void {
  const line = element('cell-message');
  const bubble = element('cell-note');
  let pointer = { x: 0, y: 0 };
  let selected: CellArea | undefined;
  let hovered: CellArea | undefined;

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
  grid.onSelection((area) => {
    selected = area;
    describeSelected();
  });
  grid.onHover((cell) => {
    hovered = cell;
    describeHovered();
  });
  grid.api.addEvent(grid.api.Event.SheetValueChanged, describe);
  grid.api.getFormula().calculationEnd(describe);
}
