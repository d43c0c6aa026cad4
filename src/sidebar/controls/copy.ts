/** A button that copies a text that the page shows, such as a secret that is shown once. */
import type { Child } from '../page/element.js';
import type { Page } from '../page/page.js';
import { button, noticeAt } from './actions.js';

/** @param source id of the element with the text; it stays selected, for where the browser refuses */
export function copyButton(page: Page, source: string): Child[] {
  const { copy } = page.texts;
  const id = `${source}-copy`;
  return [
    button(page, {
      id,
      label: copy.label,
      onClick: () => {
        const shown = document.getElementById(source);
        if (shown) getSelection()?.selectAllChildren(shown);
        // needs no permission of the frame, which Google does not give
        const isCopied = document.execCommand('copy');
        page.say({
          place: id,
          kind: isCopied ? 'good' : 'warning',
          text: isCopied ? copy.copied : copy.refused,
        });
      },
    }),
    noticeAt(page, id),
  ];
}
