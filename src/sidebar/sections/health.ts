/** Health: each known problem with its remedy. */
import { card } from '../controls/card.js';
import { el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

export function healthCard({ state, texts }: Page): HTMLElement {
  const { title, good, problems } = texts.health;
  if (state.health.length === 0) {
    return card('health-title', title, el('p', { class: 'notice good' }, icon('good'), el('span', {}, good)));
  }
  return card(
    'health-title',
    title,
    el(
      'ul',
      { class: 'plain-list' },
      state.health.map((problem) => {
        const [name, cure] = problems[problem];
        return el(
          'li',
          { class: 'notice warning', 'data-problem': problem },
          icon('warning'),
          el('span', {}, el('strong', {}, name), el('br', {}), cure),
        );
      }),
    ),
  );
}
