/** Shows short messages in the corner of the page. */
import { create, element } from './elements.js';

interface Toast {
  readonly title: string;
  readonly message: string;
  /** A negative number shows the toast until the person clicks it. */
  readonly seconds: number;
}

export function showToast({ title, message, seconds }: Toast): void {
  const toast = create('div', { className: 'toast' }, create('strong', {}, title), message);
  toast.addEventListener('click', () => toast.remove());
  element('toasts').append(toast);
  if (seconds >= 0) setTimeout(() => toast.remove(), seconds * 1000);
}
