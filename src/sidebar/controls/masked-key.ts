/** An API key as the page shows it. */
import { el } from '../page/element.js';
import type { Page } from '../page/page.js';

/** Four dots and the ending, enough to distinguish keys. */
export function maskedKey(page: Page, ending: string): HTMLElement {
  return el(
    'span',
    { class: 'key' },
    el('span', { 'aria-hidden': 'true' }, `•••• ${ending}`),
    el('span', { class: 'unseen' }, page.texts.connect.keyEnds(ending)),
  );
}
