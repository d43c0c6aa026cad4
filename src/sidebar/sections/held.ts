/** Held back: credits of requests without an answer, which the payer may release. */
import type { HeldCredits } from '../../contract/spending.js';
import { actions, askingButton, noticeAt } from '../controls/actions.js';
import { card, itemHead } from '../controls/card.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

const PLACE = 'held-release';

export function heldCard(page: Page): Child {
  const { state, texts } = page;
  const { held } = state.activity;
  const released = noticeAt(page, PLACE);
  if (held.length === 0) return released;
  return card(
    'held-title',
    texts.activity.held,
    el('p', { class: 'hint' }, texts.activity.heldText),
    el(
      'ul',
      { class: 'plain-list' },
      held.map((one, index) => heldItem(page, one, index)),
    ),
    released,
  );
}

function heldItem(
  page: Page,
  { token, credits, since, job, question }: HeldCredits,
  index: number,
): HTMLElement {
  const { state, texts, format } = page;
  const { activity } = texts;
  const amount = texts.credits(format.count(credits));
  const name = state.jobs.find(({ id }) => id === job)?.name ?? '';
  const asked = [name, question].filter((part) => part !== '').join(' · ');
  return el(
    'li',
    { class: 'item' },
    itemHead(format.moment(since), el('span', { class: 'badge' }, amount)),
    asked !== '' && el('p', { class: 'wrap' }, asked),
    state.budgetPayer.mine &&
      actions(
        askingButton(page, {
          id: `held-${index}`,
          label: activity.release,
          question: activity.releaseQuestion(amount),
          yes: activity.releaseYes,
          onYes: () =>
            void page.call(
              PLACE,
              (client) => client.releaseCredits(token),
              () => ({ notice: { kind: 'good', text: activity.released } }),
            ),
        }),
      ),
  );
}
