/** Short messages in the corner. */
import { create, element } from './element.js';

export interface Toast {
  readonly title: string;
  readonly message: string;
  /** Negative for a toast that stays until it is clicked. */
  readonly seconds: number;
}

export function showToast({ title, message, seconds }: Toast): void {
  const toast = create('div', { className: 'toast' });
  if (title) toast.append(create('strong', {}, title));
  toast.append(message);
  toast.addEventListener('click', () => toast.remove());
  element('toasts', HTMLDivElement).append(toast);
  if (seconds >= 0) setTimeout(() => toast.remove(), seconds * 1000);
}
