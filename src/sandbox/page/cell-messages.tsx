/** Shows a cell's error message and note at the pointer and, for keyboard users, in the status line. */
import { signal } from '@preact/signals';
import type { CellArea } from '../bridge/operations.js';
import { view } from './store.js';

const HINT = 'Select a cell that shows an error to read why.';

/** The cell under the pointer, and the pointer's place when it came there. */
const hovered = signal<{ cell?: CellArea | undefined; x: number; y: number }>({ x: 0, y: 0 });

let pointer = { x: 0, y: 0 };
addEventListener('pointermove', ({ clientX, clientY }) => {
  pointer = { x: clientX, y: clientY };
});

export function hover(cell: CellArea | undefined): void {
  hovered.value = { cell, ...pointer };
}

/** For a live region, which reads each assignment aloud: Preact assigns only changes. */
export function CellMessage() {
  const grid = view.value?.grid;
  const messages = grid?.messagesOf(grid.selected());
  const text = messages && (messages.error || messages.note || HINT);
  return (
    <p id="cell-message" role="status" data-error={Boolean(messages?.error)} title={text}>
      {text}
    </p>
  );
}

export function CellNote() {
  const { cell, x, y } = hovered.value;
  const { error = '', note = '' } = view.value?.grid.messagesOf(cell) ?? {};
  const text = [error, note].filter(Boolean).join('\n');
  const place = { '--x': `${x}px`, '--y': `${y}px` };
  return (
    <div id="cell-note" role="tooltip" data-error={error !== ''} hidden={text === ''} style={place}>
      {text}
    </div>
  );
}
