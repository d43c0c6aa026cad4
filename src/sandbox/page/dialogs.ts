/** Alerts and prompts of the script. */
import type { DialogAnswer, DialogRequest } from '../bridge/operations.js';
import { create } from './element.js';

const LABELS: Readonly<Record<string, string>> = { OK: 'OK', CANCEL: 'Cancel', YES: 'Yes', NO: 'No' };

/** Resolves with the pressed button, or CLOSE if the dialog was closed. */
export function askPerson({ kind, title, message, buttons }: DialogRequest): Promise<DialogAnswer> {
  const input = create('input', { type: 'text', name: 'text' });
  input.setAttribute('aria-label', message || title);
  const form = create('form', { method: 'dialog' });
  if (title) form.append(create('h2', { className: 'dialog-title' }, title));
  if (message) form.append(create('p', { className: 'dialog-text' }, message));
  if (kind === 'prompt') form.append(input);
  form.append(
    create(
      'menu',
      { className: 'dialog-buttons' },
      ...buttons.map((value) => create('button', { type: 'submit', value }, LABELS[value] ?? value)),
    ),
  );
  const dialog = create('dialog', {}, form);
  dialog.setAttribute('aria-label', title || message);
  document.body.append(dialog);
  // keeps the keys of the dialog from the grid
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      resolve({ button: dialog.returnValue || 'CLOSE', text: input.value });
      dialog.remove();
    });
  });
}
