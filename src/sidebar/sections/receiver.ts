/** The receiver: an address of this spreadsheet for pushed news, if its script is deployed as a web app. */
import { actions, askingButton, noticeAt } from '../controls/actions.js';
import { closedCard } from '../controls/card.js';
import { copyButton } from '../controls/copy.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

export function receiverCard(page: Page): Child {
  const { draft, texts } = page;
  const { receiver } = texts;
  const made = draft.receiver;
  return closedCard(
    'receiver',
    receiver.title,
    el('p', { class: 'hint' }, receiver.text),
    made && [
      el('p', { class: 'hint' }, made.address === '' ? receiver.appendIt : receiver.copyIt),
      el(
        'p',
        { id: 'receiver-address', class: 'code', tabindex: 0, role: 'group', 'aria-label': receiver.title },
        made.address + made.query,
      ),
      copyButton(page, 'receiver-address'),
    ],
    actions(
      askingButton(page, {
        id: 'receiver-make',
        label: receiver.make,
        question: receiver.question,
        yes: receiver.make,
        onYes: () =>
          void page.call(
            'receiver-make',
            (client) => client.makeReceiver(),
            ({ outcome }) => ({
              draft: { receiver: outcome?.kind === 'receiver' ? outcome : undefined },
            }),
          ),
      }),
    ),
    noticeAt(page, 'receiver-make'),
  );
}
