/** Shows the error message, the note and the link of a cell: next to the pointer and, for keyboard users, in the status line. */
import type { CellPosition } from '../grid/recalculation.js';
import { element } from './element.js';
import type { PageGrid } from './grid.js';

const GAP_PX = 14;
const HINT = 'Select a cell that shows an error to read why.';

export function showCellMessages(grid: PageGrid): void {
  const line = element('cell-message', HTMLParagraphElement);
  const bubble = element('cell-note', HTMLDivElement);
  let pointer = { x: 0, y: 0 };
  let selected: CellPosition | undefined;

  const describeSelected = (): void => {
    const error = selected ? grid.errorAt(selected) : '';
    const note = selected ? grid.noteAt(selected) : '';
    const address = selected ? webAddress(grid.linkAt(selected)) : '';
    const text = error || note || address || HINT;
    line.dataset['error'] = String(error !== '');
    // only on a change: a live region would read it out again
    if (line.textContent !== text) line.replaceChildren(text === address ? linkTo(address) : text);
    line.title = text;
  };
  addEventListener('pointermove', ({ clientX, clientY }) => {
    pointer = { x: clientX, y: clientY };
  });
  grid.onSelection(({ sheetId, row, column }) => {
    selected = { sheetId, row: row - 1, column: column - 1 };
    describeSelected();
  });
  let hovered: CellPosition | undefined;
  const describeHovered = (): void => {
    const place = hovered;
    const error = place ? grid.errorAt(place) : '';
    const told = place ? [error, grid.noteAt(place), webAddress(grid.linkAt(place))] : [];
    const text = told.filter(Boolean).join('\n');
    bubble.hidden = text === '';
    if (bubble.hidden) return;
    bubble.textContent = text;
    bubble.dataset['error'] = String(error !== '');
    const { width, height } = bubble.getBoundingClientRect();
    bubble.style.left = `${Math.max(0, Math.min(pointer.x + GAP_PX, innerWidth - width - GAP_PX))}px`;
    bubble.style.top = `${Math.max(0, Math.min(pointer.y + GAP_PX, innerHeight - height - GAP_PX))}px`;
  };
  // a formula that is mended under a resting pointer has no error any more
  const describe = (): void => {
    describeSelected();
    describeHovered();
  };
  grid.api.addEvent(grid.api.Event.SheetValueChanged, describe);
  grid.api.getFormula().calculationEnd(describe);
  grid.onHover((place) => {
    hovered = place;
    describeHovered();
  });
}

/** A script may put anything behind a text: what leads to no other page is not shown. */
function webAddress(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '';
}

function linkTo(address: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = address;
  return link;
}
