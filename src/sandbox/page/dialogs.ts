/** Shows alerts and short messages of the script and of the page. */
import type { DialogRequest } from '../bridge/operations.js';
import type { FromHost } from '../server/protocol.js';
import { create, element } from './elements.js';

const LABELS: Readonly<Record<string, string>> = { CANCEL: 'Cancel' };

/** Resolves with the pressed button, or CLOSE if the person closes the dialog. */
export function askPerson({ title, message, buttons }: DialogRequest): Promise<string> {
  const pressed = buttons.map((value) => create('button', { value }, LABELS[value] ?? value));
  const form = create(
    'form',
    { method: 'dialog' },
    create('h2', { hidden: title === '' }, title),
    create('p', {}, message),
    create('menu', {}, ...pressed),
  );
  const dialog = create('dialog', { ariaLabel: title || message }, form);
  document.body.append(dialog);
  // the grid must not react to the dialog's keys
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue || 'CLOSE');
      dialog.remove();
    });
  });
}

/** Shows a short message in the corner of the page; for negative seconds, until the person clicks it. */
export function showToast({ title, message, seconds }: Omit<FromHost & { type: 'toast' }, 'type'>): void {
  const toast = create('div', { className: 'toast' }, create('strong', {}, title), message);
  toast.addEventListener('click', () => toast.remove());
  element('toasts').append(toast);
  if (seconds >= 0) setTimeout(() => toast.remove(), seconds * 1000);
}
