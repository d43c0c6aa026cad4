/** Short messages in the corner. */
import { create, element } from './elements.js';

interface Toast {
  readonly title: string;
  readonly message: string;
  /** Negative for a toast that stays until it is clicked. */
  readonly seconds: number;
}

export function showToast({ title, message, seconds }: Toast): void {
  const toast = create('div', { className: 'toast' }, create('strong', {}, title), message);
  toast.addEventListener('click', () => toast.remove());
  element('toasts').append(toast);
  if (seconds >= 0) setTimeout(() => toast.remove(), seconds * 1000);
}
